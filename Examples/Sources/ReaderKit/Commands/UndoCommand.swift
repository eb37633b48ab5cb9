import ArgumentParser
import ConsoleKit
import Core

/// Takes the last dismissal back.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Takes the last dismissal back, whichever run gave it.")

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await Session.run(options, isLocal: true) { session in
            let receipt = try await Dependency.resolve((any PostProvider).self).apply(.undoDismiss)
            let restored = receipt.changed.map(\.native)
            if session.isJSON {
                try JSONOutput.print(UndoOutput(restored: restored))
            } else if restored.isEmpty {
                try Console.answer("There is nothing to undo.")
            } else {
                try Console.answer("Brought back: \(restored.joined(separator: " ").harmless)")
            }
        }
    }
}
