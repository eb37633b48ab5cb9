import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

/// Signs the account in use out.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Signs the account in use out on this device.",
        discussion: """
            What is stored of the account is kept or removed as the setting accountLogoutPolicy says. What is not sent is
            named first, and nothing is done, unless --keep or --discard says what becomes of it.
            """)

    @OptionGroup var options: CommonOptions

    @Flag(help: "Keep what is stored, and what is not sent for the next sign-in.")
    var keep = false

    @Flag(help: "Remove what is stored of this account, and nothing else.")
    var wipe = false

    @Flag(help: "Remove what is not sent.")
    var discard = false

    @Flag(help: "With --discard: remove payments too whose money may be taken.")
    var withPayments = false

    func validate() throws {
        guard !keep || !wipe else { throw ValidationError("Give --keep or --wipe, not both.") }
    }

    func run() async throws {
        let policy: AccountLogoutPolicy? = keep ? .keep : wipe ? .wipe : nil
        let (discard, withPayments) = (discard, withPayments)
        // The server has no call for it.
        try await CommunitySession.run(options, CommandManner(isLocal: true)) { session in
            guard let account = session.current else { throw try session.nobody() }
            let format = CommunitySession.format
            let departures = try Dependency.resolveOrThrow((any AccountDepartureProvider).self)
            // A payment of which the provider has said nothing is in no outbox, and its money may be taken all the same.
            var unsettled: [Payment] = []
            if policy == nil, !discard, let key = account.key {
                unsettled = try await session.unsettledPayments(of: key)
            }
            guard unsettled.isEmpty else {
                for payment in unsettled { Console.warn(session.line(of: payment)) }
                throw ValidationError(format.text(CommandPhrase.unsentAtLogout))
            }
            do {
                _ = try await departures.leave(
                    account, policy: policy, discardingUnsent: discard, withConsent: withPayments)
            } catch AccountDepartureError.unsent(let items) {
                for line in WrittenPrinter(session: session).lines(of: items) { Console.warn(line) }
                throw ValidationError(format.text(CommandPhrase.unsentAtLogout))
            } catch AccountDepartureError.needsConsent(let items, _) {
                for line in WrittenPrinter(session: session).lines(of: items) { Console.warn(line) }
                throw ValidationError(format.text(CommunityCommandPhrase.paymentsAtLogout))
            }
            let name = account.user.map { Person(id: $0.id, nick: $0.name).line } ?? account.id
            try session.print(nil, text: format.text(CommandPhrase.signedOut, filling: name))
        }
    }
}
