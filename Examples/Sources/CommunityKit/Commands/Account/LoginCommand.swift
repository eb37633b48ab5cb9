import ArgumentParser
import Cloud
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

/// Signs somebody in.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Signs in.", discussion: "The password is LANTERN_PASSWORD, or asked for.")

    @OptionGroup var options: CommonOptions

    @Option(help: "The e-mail address.")
    var email: String

    func validate() throws {
        guard !email.isEmpty else { throw ValidationError("--email cannot be empty.") }
    }

    func run() async throws {
        let email = email
        try await CommunitySession.run(options, CommandManner(limitsEachRequest: true)) { session in
            guard !session.isOffline else { throw try session.refusal(DataError(.offline), of: .login) }
            let password = try session.password()
            do {
                try await session.services.sessions.signIn(with: [.email: Secret(email), .password: password])
            } catch {
                throw try session.refusal(error, of: .login)
            }
            try await session.services.accounts.forgetUnfinishedJoin()
            let (person, error) = try await session.person()
            try session.print(
                person, error,
                text: CommunitySession.format.text(CommandPhrase.signedIn, filling: person?.line ?? email.harmless))
        }
    }
}
