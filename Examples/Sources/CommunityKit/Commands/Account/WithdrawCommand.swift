import ArgumentParser
import Cloud
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

/// Deletes the account in use.
struct WithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Deletes the account in use, on the server and here.",
        discussion: """
            The address and the password show who it is; the password is LANTERN_PASSWORD, or asked for. What is not sent
            is lost with the account, and is named. Without an answer the next command finds out what became of it.
            """)

    @OptionGroup var options: CommonOptions

    @Option(help: "The e-mail address of the account.")
    var email: String

    func validate() throws {
        guard !email.isEmpty else { throw ValidationError("--email cannot be empty.") }
    }

    func run() async throws {
        let email = email
        try await CommunitySession.run(options, CommandManner(limitsEachRequest: true)) { session in
            guard let account = session.current, let key = account.key else { throw try session.nobody() }
            guard !session.isOffline else { throw try session.refusal(DataError(.offline), of: .withdraw) }
            // What programs read is the same in each language.
            let (format, english) = (CommunitySession.format, PostFormat(language: .english))
            let password = try session.password()
            do {
                try await session.services.sessions.confirm(with: [.email: Secret(email), .password: password])
            } catch SignInError.anotherPerson {
                let message = english.text(CommunityCommandPhrase.anotherPerson)
                try session.print(
                    nil, DataError(.unauthorized, message: message),
                    said: format.text(CommunityCommandPhrase.anotherPerson), text: nil)
                throw ExitStatus.notSignedIn
            } catch {
                throw try session.refusal(error, of: .login)
            }
            let departures = try Dependency.resolveOrThrow((any AccountDepartureProvider).self)
            let unsent = try await departures.unsentItems(of: key)
            for line in WrittenPrinter(session: session).lines(of: unsent) {
                Console.warn(format.text(CommunityCommandPhrase.lostWithAccount, filling: line))
            }
            let named = Set(unsent.map(\.id))
            for payment in try await session.unsettledPayments(of: key) where !named.contains(payment.item) {
                Console.warn(format.text(CommunityCommandPhrase.lostWithAccount, filling: session.line(of: payment)))
            }
            let result: CommunityAccounts.Withdrawal
            do {
                result = try await session.services.accounts.withdraw(leaving: departures)
            } catch {
                throw try session.refusal(error, of: .withdraw)
            }
            guard result == .done else {
                let message = english.text(CommunityCommandPhrase.deletionUnknown)
                try session.print(
                    nil, DataError(.unknown, message: message),
                    said: format.text(CommunityCommandPhrase.deletionUnknown), text: nil)
                throw ExitStatus.unavailable
            }
            let name = account.user.map { Person(id: $0.id, nick: $0.name).line } ?? account.id
            try session.print(nil, text: format.text(CommunityCommandPhrase.deleted, filling: name))
        }
    }
}
