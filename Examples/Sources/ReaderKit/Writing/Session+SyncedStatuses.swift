import ArgumentParser
import ConsoleKit
import Core
import Foundation
import PostFeatures

extension Session {
    /// Whether saves and hides go to the server: the setting is on, and somebody is signed in.
    private var syncsStatuses: Bool {
        let settings = Dependency.resolve((any SettingsProvider).self).settings.value
        return settings.text(of: SettingKey(rawValue: "syncStatuses")) == "true"
            && accounts?.accounts.value.current?.key != nil
    }

    /// Queues a status that goes to the server too, and prints it; it is sent with the next command that sends.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - posts: The posts.
    ///   - done: The sentence about the change, for people.
    /// - Returns: False where it stays on this device, and nothing was done.
    /// - Throws: The exit status for ids that are not known, and why it cannot be stored.
    @MainActor
    func queue(_ change: StatusChange, of posts: [Post.ID], done: ReaderPhrase) async throws -> Bool {
        guard syncsStatuses, let account = accounts?.accounts.value.current?.key,
            change.intent(posts[0], on: site) != nil
        else { return false }
        let writing = try writing
        try await writing.load()
        let known = Set(try await Dependency.resolveOrThrow((any OfflinePostProvider).self).items(posts).map(\.id))
        var output = ChangeOutput(
            changed: posts.filter(known.contains).map(\.native), unknown: [], queued: [], failed: [])
        for post in posts where known.contains(post) {
            guard let intent = change.intent(post, on: site),
                let id = try await writing.queue(intent, as: account)
            else { continue }
            let item = writing.outbox.value.items.first { $0.id == id }
            output.queued?.append(
                item.map { EntryOutput($0, in: self) } ?? EntryOutput(intent, id: id, of: account, in: self))
        }
        let unknown = posts.filter { !known.contains($0) }.map(\.native)
        output.unknown = unknown
        let format = PostFormat.chosen()
        if isJSON {
            try JSONOutput.print(output)
        } else if !known.isEmpty {
            try Console.answer(format.text(done, filling: output.changed.joined(separator: " ").harmless))
        }
        if !unknown.isEmpty {
            let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
            Console.warn(format.text(ReaderPhrase.unknownIDs, filling: names))
        }
        if known.isEmpty { throw ExitStatus.unknownIDs }
        return true
    }
}

extension StatusChange {
    /// What the server is told; nil for what stays on this device.
    fileprivate func intent(_ post: Post.ID, on site: Site) -> WriteIntent? {
        switch self {
        case .saved(let isOn): .save(isOn, .post(post))
        case .hidden(let isOn): .hide(isOn, .post(post))
        case .read(let isOn) where site.rawValue.hasPrefix("lemmy:"): .read(isOn, .post(post))
        default: nil
        }
    }
}
