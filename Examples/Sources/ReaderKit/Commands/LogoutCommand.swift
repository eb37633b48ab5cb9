import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Signs the account in use out.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Signs the account in use out, on this device and at the server.",
        discussion: """
            What is stored of the account is kept or removed as the setting accountLogoutPolicy says. What is not sent is
            named first, and nothing is done, unless --keep or --discard says what becomes of it.
            """)

    @OptionGroup var options: ReaderOptions

    @Flag(help: "Keep what is stored, and what is not sent for the next sign-in.")
    var keep = false

    @Flag(help: "Remove what is stored of this account, and nothing else.")
    var wipe = false

    @Flag(help: "Remove what is not sent.")
    var discard = false

    func validate() throws {
        try Session.checkWriting(options)
        guard !keep || !wipe else { throw ValidationError("Give --keep or --wipe, not both.") }
    }

    func run() async throws {
        let policy: AccountLogoutPolicy? = keep ? .keep : wipe ? .wipe : nil
        let discard = discard
        try await Session.run(options, limitsEachRequest: true) { session in
            let format = PostFormat.chosen()
            guard let account = try session.signIns.accounts.value.current else {
                Console.warn(format.text(CommandPhrase.noAccounts))
                throw ExitStatus.notSignedIn
            }
            let name = account.user?.name ?? account.key?.name
            let departure: AccountDeparture
            do {
                departure = try await Dependency.resolveOrThrow((any AccountDepartureProvider).self).leave(
                    account, policy: policy, discardingUnsent: discard)
            } catch AccountDepartureError.unsent(let items) {
                for line in WrittenPrinter(session: session).lines(of: items) { Console.warn(line) }
                throw ValidationError(format.text(CommandPhrase.unsentAtLogout))
            }
            if case .failed(let error) = departure.revocation {
                Console.warn(error.advice(on: session.settings.chain, in: format))
            }
            session.warnOfOrphans(in: try session.writing)
            if session.isJSON {
                try JSONOutput.print(DepartureOutput(account: name, removed: departure.removedCount))
            } else {
                try Console.answer(
                    format.text(CommandPhrase.signedOut, filling: (name ?? account.site.rawValue).harmless))
            }
        }
    }
}

/// The JSON output of `logout`.
private struct DepartureOutput: Encodable {
    let account: String?
    let removed: Int

    enum CodingKeys: CodingKey {
        case account, removed
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(account, forKey: .account)
        try container.encode(removed, forKey: .removed)
    }
}
