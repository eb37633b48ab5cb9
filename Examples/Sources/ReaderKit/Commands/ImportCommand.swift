import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import PostFeatures

/// Puts what another device has exported into the store.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports an exported file; of each record the newer version stays.",
        discussion: """
            All of it or nothing; a file that is damaged is refused whole. Importing a file twice changes nothing, and
            the files of two devices come to the same in either order.
            """)

    @OptionGroup var options: ReaderOptions

    @Argument(help: ArgumentHelp("The file.", valueName: "file"))
    var file: ArchivePath

    func validate() throws {
        try file.checkIsThere()
    }

    func run() async throws {
        let path = file.path
        do {
            // Before the store is opened: what is refused here leaves nothing behind.
            _ = try await ArchiveFile(path: path).read()
        } catch {
            let format = PostFormat.chosen()
            throw ExitStatus.reporting(error) { format.message(for: $0) }
        }
        try await Session.run(options, isLocal: true) { session in
            let model = ArchiveViewModel()
            await model.preview(path)
            await model.importPreviewed()
            if let error = model.state.value.banner?.error { throw error }
            // Without a failure it is done, unless the command was ended meanwhile.
            guard let receipt = model.state.value.imported else { throw CancellationError() }
            if session.isJSON {
                try JSONOutput.print(ImportOutput(file: path, receipt))
            } else {
                let format = PostFormat.chosen()
                try Console.answer(format.lines(of: receipt).joined(separator: "\n"))
                if receipt.drafts.added + receipt.drafts.changed > 0 {
                    Console.warn(format.text(CommandPhrase.draftsHint))
                }
            }
        }
    }
}
