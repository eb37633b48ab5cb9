import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

/// Makes an account, and signs in to it.
struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Makes an account, and signs in to it.",
        discussion: "The password is LANTERN_PASSWORD, or asked for. Whether the address is free is asked first.")

    @OptionGroup var options: CommonOptions

    @Option(help: "The e-mail address.")
    var email: String

    @Option(help: "The name that others see: 3 or more letters and digits.")
    var nick: String

    @Option(help: "The phone number: 8 or more digits.")
    var phone: String?

    func validate() throws {
        guard FieldRule.email.state(of: email) == .match else {
            throw ValidationError("--email is an address of 10 characters or more, such as ann@example.com.")
        }
        guard FieldRule.nick.state(of: nick) == .match else {
            throw ValidationError("--nick is 3 or more letters and digits of ASCII, and Hangul.")
        }
        if let phone, FieldRule.phone.state(of: phone) != .match {
            throw ValidationError("--phone is 8 or more digits.")
        }
    }

    func run() async throws {
        let (email, nick, phone) = (email, nick, phone)
        try await CommunitySession.run(options, CommandManner(limitsEachRequest: true)) { session in
            guard !session.isOffline else { throw try session.refusal(DataError(.offline), of: .join) }
            let password = try session.password()
            guard FieldRule.password.state(of: password.revealed) == .match else {
                throw ValidationError(CommunitySession.format.text(CommunityCommandPhrase.shortPassword))
            }
            let member = NewMember(email: email, password: password, nick: nick, phone: phone)
            let joined: (nick: String, signInError: DataError?)
            do {
                let accounts = session.services.accounts
                // Of an address whose joining was broken off, the server would say that it is taken.
                if try await accounts.unfinishedJoin() != email, try await accounts.checkEmail(email) == nil {
                    throw NetworkError(.badRequest, status: 409)
                }
                joined = try await accounts.join(member)
            } catch {
                throw try session.refusal(error, of: .checkEmail)
            }
            if let error = joined.signInError {
                Console.warn(
                    CommunitySession.format.text(CommunityCommandPhrase.joinedOnly, filling: joined.nick.harmless))
                throw try session.refusal(error, of: .login)
            }
            let (person, error) = try await session.person()
            try session.print(
                person, error,
                text: CommunitySession.format.text(
                    CommunityCommandPhrase.joined, filling: person?.line ?? joined.nick.harmless))
        }
    }
}
