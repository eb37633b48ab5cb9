import ArgumentParser
import ConsoleKit
import Core
import PostFeatures

extension Session {
    /// Keeps what is on the device of the media of favourites; what is missing comes with the next refresh.
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

    /// Changes statuses, and says what changed.
    ///
    /// - Parameters:
    ///   - mutation: What to change.
    ///   - done: What was done, for people.
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
