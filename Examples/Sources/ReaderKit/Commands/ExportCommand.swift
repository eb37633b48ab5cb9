import ArgumentParser
import ConsoleKit
import Core
import PostFeatures

/// Writes everything that a person has done and set into a file.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes marks, saved posts, sources and settings into one file.",
        discussion: """
            The file is JSON with a checksum, and holds no account and no pictures. One that is there is replaced when
            the new one is whole.
            """)

    @OptionGroup var options: ReaderOptions

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
    var file: ArchivePath

    func validate() throws {
        try file.checkCanBeWritten(outside: options.directory)
    }

    func run() async throws {
        let (path, target) = (file.path, file.target)
        try await Session.run(options, isLocal: true, use: .reading) { session in
            let model = ArchiveViewModel()
            await model.export(to: target)
            if let error = model.state.value.banner?.error { throw error }
            // Without a failure it is there, unless the command was ended meanwhile.
            guard let exported = model.state.value.exported else { throw CancellationError() }
            let summary = exported.contents
            if session.isJSON {
                try JSONOutput.print(ExportOutput(file: path, bytes: exported.bytes, summary))
            } else {
                let format = PostFormat.chosen()
                let title = format.text(ArchivePhrase.exported, filling: "'\(path.harmless)'")
                try Console.answer(([title] + format.lines(of: summary).map { "  \($0)" }).joined(separator: "\n"))
            }
        }
    }
}
