import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import PostFeatures

/// Says who is signed in.
struct WhoAmICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Says who is signed in, as the server has them where it can be asked.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await CommunitySession.run(options, CommandManner(use: .reading)) { session in
            let (person, error) = try await session.person()
            try session.print(
                person, error, text: person?.line ?? CommunitySession.format.text(CommandPhrase.noAccounts))
        }
    }
}
