import Core
import Mocks

/// What is on a disk after the power was gone: all that was synced, and of the rest whatever the system had got to.
struct CrashImage {
    /// What becomes of that which was not synced.
    enum Fate: CaseIterable {
        /// All of it is lost.
        case forgotten
        /// Each write and each name is there or not, in no order, and some writes only up to a point.
        case scattered
    }

    private struct Content {
        var durable: [UInt8] = []
        var pending: [CrashTestDisk.Change] = []
    }

    private var contents: [Int: Content] = [:]
    private var durableNames: [String: Int] = [:]
    private var pendingNames: [CrashTestDisk.Change] = []

    /// Takes over the next change.
    mutating func add(_ change: CrashTestDisk.Change) {
        switch change {
        case .create, .move, .remove:
            pendingNames.append(change)
        case .write(let file, _, _), .truncate(let file, _):
            contents[file, default: Content()].pending.append(change)
        case .sync(let file):
            var content = contents[file, default: Content()]
            for change in content.pending { Self.apply(change, to: &content.durable) }
            content.pending = []
            contents[file] = content
        case .syncNames:
            for change in pendingNames { Self.apply(change, to: &durableNames) }
            pendingNames = []
        }
    }

    /// Takes over a file that is there already.
    mutating func add(durable bytes: [UInt8], at path: String) {
        let file = -1 - contents.count
        contents[file] = Content(durable: bytes)
        durableNames[path] = file
    }

    /// A disk as the next start finds it.
    func disk(_ fate: Fate, _ random: SeededRandomSource) -> InMemoryFileSystem {
        let files = InMemoryFileSystem()
        var names = durableNames
        if fate == .scattered {
            for change in pendingNames where random.number(2) == 0 { Self.apply(change, to: &names) }
        }
        for (path, file) in names.sorted(by: { $0.key < $1.key }) {
            let content = contents[file] ?? Content()
            var bytes = content.durable
            if fate == .scattered {
                for change in content.pending where random.number(2) == 0 {
                    if case .write(_, let offset, let new) = change, random.number(4) == 0 {
                        let part = Array(new.prefix(random.number(new.count + 1)))
                        Self.apply(.write(file, offset: offset, part), to: &bytes)
                    } else {
                        Self.apply(change, to: &bytes)
                    }
                }
            }
            files.put(bytes, at: path)
        }
        return files
    }

    private static func apply(_ change: CrashTestDisk.Change, to names: inout [String: Int]) {
        switch change {
        case .create(let path, let file): names[path] = file
        case .move(let source, let destination, let file):
            names[source] = nil
            names[destination] = file
        case .remove(let path): names[path] = nil
        default: break
        }
    }

    private static func apply(_ change: CrashTestDisk.Change, to bytes: inout [UInt8]) {
        switch change {
        case .write(_, let offset, let new):
            if bytes.count < offset { bytes += Array(repeating: 0, count: offset - bytes.count) }
            bytes.replaceSubrange(offset..<min(bytes.count, offset + new.count), with: new)
        case .truncate(_, let size):
            if size < bytes.count {
                bytes.removeLast(bytes.count - size)
            } else {
                bytes += Array(repeating: 0, count: size - bytes.count)
            }
        default: break
        }
    }
}
