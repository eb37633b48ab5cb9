import ArgumentParser
import ReaderKit

/// The program; all of it is in ReaderKit, where tests reach it.
@main
struct Reader {
    static func main() async {
        ReaderCommand.prepare()
        await ReaderCommand.main(ReaderCommand.arranged(Array(CommandLine.arguments.dropFirst())))
    }
}
