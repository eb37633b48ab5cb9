import ArgumentParser
import ConsoleKit
import Core
import PostFeatures

extension Session {
    /// Keeps the media of favourites that are on the device already; the next refresh downloads the missing ones.
    ///
    /// - Throws: `CancellationError`.
    func keepFavourites() async throws {
        do {
            try await Dependency.resolve((any MediaProvider).self).keepFavourites()
        } catch let error as CancellationError {
            throw error
        } catch {
            // The posts are favourites all the same.
            Console.warn(PostFormat.chosen().message(for: DataError(error)))
        }
    }

    /// Changes statuses, and prints the change.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - done: The sentence about the change, for people.
    /// - Throws: The exit status for ids that are not known, and what the database throws.
    func apply(_ mutation: StatusMutation, done: ReaderPhrase) async throws {
        let receipt = try await Dependency.resolve((any PostProvider).self).apply(mutation)
        let format = PostFormat.chosen()
        let (changed, unknown) = (receipt.changed.map(\.native), receipt.unknown.map(\.native))
        if isJSON {
            try JSONOutput.print(ChangeOutput(changed: changed, unknown: unknown))
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
}
