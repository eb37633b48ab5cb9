import ArgumentParser
import ConsoleKit
import Core

extension Session {
    /// Changes statuses, and says what changed.
    ///
    /// - Parameters:
    ///   - mutation: What to change.
    ///   - done: What was done, for people: "Saved".
    /// - Throws: The exit status for ids that are not known, and what the database throws.
    func apply(_ mutation: StatusMutation, done: String) async throws {
        let receipt = try await Dependency.resolve((any PostProvider).self).apply(mutation)
        let (changed, unknown) = (receipt.changed.map(\.native), receipt.unknown.map(\.native))
        if isJSON {
            try JSONOutput.print(ChangeOutput(changed: changed, unknown: unknown))
        } else if !changed.isEmpty {
            try Console.answer("\(done): \(changed.joined(separator: " ").harmless)")
        } else if unknown.isEmpty {
            try Console.answer("There was nothing to do.")
        }
        if !unknown.isEmpty {
            let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
            Console.warn("No stored post has the id\(unknown.count == 1 ? "" : "s") \(names).")
        }
        if changed.isEmpty, !unknown.isEmpty { throw ExitStatus.unknownIDs }
    }
}
