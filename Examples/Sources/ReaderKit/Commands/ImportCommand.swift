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
        let archive: Archive
        do {
            // Before the store is opened: what is refused here leaves nothing behind.
            archive = try await ArchiveFile(path: path).read()
        } catch {
            let format = PostFormat.chosen()
            throw ExitStatus.reporting(error) { format.message(for: $0) }
        }
        try await Session.run(options, isLocal: true) { session in
            let receipt = try await Dependency.resolve((any ArchiveProvider).self).merge(archive)
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
