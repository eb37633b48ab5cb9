import ArgumentParser
import CommunityKit

/// The program; all of it is in CommunityKit, where tests reach it.
@main
struct CommunityProgram {
    static func main() async {
        CommunityCommand.prepare()
        await CommunityCommand.main(CommunityCommand.arranged(Array(CommandLine.arguments.dropFirst())))
    }
}
