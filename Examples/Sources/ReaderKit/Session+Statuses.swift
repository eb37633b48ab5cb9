import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import PostFeatures

extension Session {
    /// The largest file of a favourite that is downloaded.
    private static let largestFile = 100_000_000

    /// Keeps the media of posts that are favourites: what is on the device already, and what their servers have.
    ///
    /// The files that are missing then, as without a network, come with the next refresh.
    ///
    /// - Parameter posts: The posts; those that are none, and unknown ones, do not count.
    /// - Throws: `CancellationError`.
    func keepMedia(of posts: [Post.ID]) async throws {
        let media = Dependency.resolve((any MediaProvider).self)
        let format = PostFormat.chosen()
        var (added, missing) = (0, 0)
        do {
            let items = try await Dependency.resolveOrThrow((any OfflinePostProvider).self).items(posts)
            for item in items where item.status.isFavourite {
                let receipt = try await media.keep(
                    item.post, Set(MediaRole.allCases), maximumBytes: Self.largestFile, priority: .userInitiated)
                added += receipt.added.files
                // That the network is off, or downloads are, is known to who asked for it.
                missing += receipt.missing.count { $0.reason != .waiting }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            // The posts are favourites all the same.
            Console.warn(format.message(for: DataError(error)))
        }
        if missing > 0 { Console.warn(format.text(ReaderPhrase.missingFiles, counting: missing)) }
        if !isJSON, added > 0 { try Console.answer(format.text(ReaderPhrase.keptFiles, counting: added)) }
    }

    /// Changes statuses, and prints the change.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - done: The sentence about the change, for people.
    /// - Throws: The exit status for ids that are not known, and what the database throws.
    func apply(_ mutation: StatusMutation, done: ReaderPhrase) async throws {
        var mutation = mutation
        var missing: [Post.ID] = []
        let isTold = isServerTold(of: mutation)
        if isTold, case .set(let change, let posts) = mutation {
            // A server is told of what is stored here alone.
            let known = Set(try await Dependency.resolveOrThrow((any OfflinePostProvider).self).items(posts).map(\.id))
            missing = posts.filter { !known.contains($0) }
            mutation = .set(change, posts.filter(known.contains))
        }
        let receipt = try await Dependency.resolve((any PostProvider).self).apply(mutation)
        let format = PostFormat.chosen()
        let (changed, unknown) = (receipt.changed.map(\.native), (receipt.unknown + missing).map(\.native))
        if isJSON {
            var output = ChangeOutput(changed: changed, unknown: unknown)
            if isTold || !receipt.queued.isEmpty {
                let items = try writing.outbox.value.items.filter { receipt.queued.contains($0.id) }
                output.queued = items.filter { $0.state != .failed }.map { EntryOutput($0, in: self) }
                output.failed = items.filter { $0.state == .failed }.map { EntryOutput($0, in: self) }
            }
            try JSONOutput.print(output)
        } else if !changed.isEmpty {
            try Console.answer(format.text(done, filling: changed.joined(separator: " ").harmless))
        } else if unknown.isEmpty {
            try Console.answer(format.text(ReaderPhrase.nothingToDo))
        }
        if !unknown.isEmpty {
            let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
            Console.warn(format.text(ReaderPhrase.unknownIDs, filling: names))
        }
        if changed.isEmpty, !unknown.isEmpty { throw ExitStatus.unknownIDs }
    }

    /// Whether a server is told of a change: somebody is signed in, the setting is on, and the server keeps it.
    private func isServerTold(of mutation: StatusMutation) -> Bool {
        guard case .set(let change, _) = mutation, accounts?.accounts.value.current?.key != nil,
            Dependency.resolve((any SettingsProvider).self).settings.value.syncStatuses,
            Dependency.current.isRegistered((any WritingProvider).self)
        else { return false }
        return switch change {
        case .saved, .hidden: true
        case .read: Dependency.resolve((any WritingProvider).self).rules(on: site)?.keepsRead ?? false
        default: false
        }
    }
}
