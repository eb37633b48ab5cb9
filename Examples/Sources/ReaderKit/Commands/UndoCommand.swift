import ArgumentParser
import ConsoleKit
import Core
import PostFeatures

/// Takes the last dismissal back.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undoes the last dismissal, also one of an earlier run.")

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await Session.run(options, isLocal: true, use: .marking(waits: true)) { session in
            let receipt = try await Dependency.resolve((any PostProvider).self).apply(.undoDismiss)
            let restored = receipt.changed.map(\.native)
            if session.isJSON {
                try JSONOutput.print(UndoOutput(restored: restored))
            } else {
                let (format, ids) = (PostFormat.chosen(), restored.joined(separator: " ").harmless)
                try Console.answer(
                    restored.isEmpty
                        ? format.text(ReaderPhrase.nothingToUndo) : format.text(ReaderPhrase.restored, filling: ids))
            }
        }
    }
}
