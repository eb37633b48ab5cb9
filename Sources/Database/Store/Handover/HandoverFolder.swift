import Core
import Foundation

/// The folder in which other processes leave writes for the one that has the store open: one synced file for each.
///
/// Names sort in the order in which they were left. A file is a line with the kind and a checksum, and the payload.
struct HandoverFolder: Sendable {
    /// A handover as it was left.
    struct Item {
        let kind: String
        let payload: Data
    }

    let files: any FileSystem
    let store: String
    /// The store's folder, where this process has the store open for writing: failed syncs of it are counted there.
    var owner: JournalFolder?

    /// The folder's path.
    var path: String { "\(store)/\(Self.name)" }

    private static let name = "handover"
    private static let fileEnding = ".json"
    private static let draftEnding = ".new"
    /// The age after which a draft is one that nobody writes any more, in microseconds.
    private static let draftAge: UInt64 = 60_000_000

    private struct Head: Codable {
        var handover: String
        var checksum: UInt32
    }

    /// Makes the folder, for good.
    func make() throws(FileError) {
        guard let owner else { return try files.makeDirectory(path) }
        // One that is there is synced by whoever leaves something in it.
        if try !files.list(store).contains(Self.name) { try owner.makeDirectory(path) }
    }

    /// Leaves a handover; it survives power loss once this returns.
    func leave(_ item: Item, at date: Date) throws {
        let bytes = try Self.encode(item)
        try make()
        // Behind all that is there, so that it stays in order where the clock does not.
        let last = try names().last.flatMap { Self.number(of: $0) } ?? 0
        let number = max(last + 1, Self.number(of: date))
        let suffix = String(SystemRandomSource().next(), radix: 16).zeroPadded(to: 16)
        let name = "\(String(number).zeroPadded(to: 20))-\(suffix)"
        let draft = "\(path)/\(name)\(Self.draftEnding)"
        let file = try files.open(draft, .replace)
        defer { file.close() }
        do throws(FileError) {
            try file.write(bytes, at: 0)
            try file.sync()
            try files.move(draft, to: "\(path)/\(name)\(Self.fileEnding)")
        } catch {
            // What stays of it is removed later on; the failure itself is reported.
            try? files.remove(draft)
            throw error
        }
        do throws(FileError) {
            try files.syncDirectory(path)
        } catch {
            try takeBack("\(name)\(Self.fileEnding)", after: error)
        }
    }

    /// Takes back what was left and may not survive a power loss.
    private func takeBack(_ name: String, after error: FileError) throws(FileError) {
        do throws(FileError) {
            // With the lock of whoever writes: who has it may be doing what was left.
            let lock = try files.lock("\(store)/lock")
            defer { lock.close() }
            // It was taken over meanwhile, and so it is done.
            guard try names().contains(name) else { return }
            try remove([name])
        } catch {
            throw FileError(.outcomeUnknown, path: "\(path)/\(name)", operation: "write", errno: error.errno)
        }
        throw error
    }

    /// The names of what was left, in order.
    func names() throws(FileError) -> [String] {
        try files.list(path).filter { $0.hasSuffix(Self.fileEnding) && Self.number(of: $0) != nil }.sorted()
    }

    /// Reads what was left; nil when it is gone.
    ///
    /// - Throws: ``Damaged``; `FileError`.
    func read(_ name: String) throws -> Item? {
        guard let bytes = try files.contents(of: "\(path)/\(name)") else { return nil }
        guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw Damaged() }
        let payload = bytes[(newline + 1)...]
        let head: Head
        do {
            head = try JSONDecoder().decode(Head.self, from: Data(bytes[..<newline]))
        } catch {
            throw Damaged()
        }
        guard Checksum(payload).value == head.checksum else { throw Damaged() }
        return Item(kind: head.handover, payload: Data(payload))
    }

    /// The error for a file that does not hold what was left in it.
    struct Damaged: Error {}

    /// Removes what was taken over, for good.
    func remove(_ names: [String]) throws(FileError) {
        guard !names.isEmpty else { return }
        for name in names { try files.remove("\(path)/\(name)") }
        try files.syncDirectory(path)
    }

    /// Removes names once more that are gone and may come back with a power loss: their removal was not synced, or that
    /// failed, after which a later sync says nothing about it.
    func removeAnew(_ names: [String]) throws(FileError) {
        for name in names { try files.open("\(path)/\(name)", .replace).close() }
        try remove(names)
    }

    /// Removes the drafts of processes that ended while they wrote.
    func removeDrafts(before date: Date) throws(FileError) {
        for name in try files.list(path) where name.hasSuffix(Self.draftEnding) {
            guard let number = Self.number(of: name), number + Self.draftAge < Self.number(of: date) else { continue }
            try files.remove("\(path)/\(name)")
        }
    }

    private static let asidePrefix = "damaged-handover-"

    /// The path of a damaged file that was set aside; nil where none was.
    func asidePath(of name: String) throws(FileError) -> String? {
        try files.list(store).contains(Self.asidePrefix + name) ? "\(store)/\(Self.asidePrefix)\(name)" : nil
    }

    /// Keeps a damaged file aside; returns its new path.
    func setAside(_ name: String) throws(FileError) -> String {
        let aside = "\(store)/\(Self.asidePrefix)\(name)"
        try files.move("\(path)/\(name)", to: aside)
        do throws(FileError) {
            try files.syncDirectory(path)
            if let owner { _ = try owner.sync() } else { try files.syncDirectory(store) }
        } catch {
            // Not swallowed: where a power loss takes the move back, the file is set aside once more.
        }
        return aside
    }

    private static func encode(_ item: Item) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let head = try encoder.encode(Head(handover: item.kind, checksum: Checksum(item.payload).value))
        return Array(head) + [UInt8(ascii: "\n")] + item.payload
    }

    /// The number in a name; nil in the name of somebody else's file, also where its number is beyond all dates.
    private static func number(of name: String) -> UInt64? {
        name.split(separator: "-").first.flatMap { UInt64($0) }.flatMap { $0 < 1 << 62 ? $0 : nil }
    }

    /// Microseconds since 1970.
    private static func number(of date: Date) -> UInt64 { UInt64(max(0, date.timeIntervalSince1970 * 1_000_000)) }
}
