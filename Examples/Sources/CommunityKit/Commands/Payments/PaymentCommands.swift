import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Gives a person an amount.
struct DonateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "donate", abstract: "Gives a person who takes donations an amount in won.",
        discussion: """
            The provider takes no money: 'fake' pays, 'fake-fails' fails, 'fake-cancels' goes back, and 'fake-unknown' does not
            say what became of it. The next 'sync' finds that out, and a 'donate' does before it pays anything.
            """)

    @OptionGroup var options: CommonOptions
    @Argument(help: "The id of the person.") var user: String
    @Argument(help: "The amount: 1000 to 10000, in thousands.") var amount: Int
    @Option(help: "What the provider does: fake, fake-fails, fake-cancels or fake-unknown.") var provider = "fake"

    func validate() throws {
        guard FakePaymentProvider.Behaviour(rawValue: provider) != nil else {
            let known = FakePaymentProvider.Behaviour.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(provider)' is no provider. There are \(known).")
        }
        guard Amounts.isAllowed(amount) else { throw ValidationError("\(DonationError.wrongAmount)") }
    }

    func run() async throws {
        let (user, amount) = (user, amount)
        let provider = FakePaymentProvider.Behaviour(rawValue: provider) ?? .pays
        try await CommunitySession.write(options) { session in
            guard let account = session.current?.key else { throw try session.refuse(DataError(.unauthorized)) }
            guard !session.isOffline else { throw try session.refuse(CommunitySession.offlineReason) }
            let donations = session.services.donations(by: provider)
            do {
                var payment = try await donations.give(amount, to: user)
                let writing = try session.writing
                try await writing.send(as: account, waitingFor: nil)
                payment = try await donations.payments.settle(payment.id)
                try session.print(payment)
            } catch let error as PaymentError {
                // What is known of the earlier one by now goes to the server at once.
                let earlier = try await donations.payments.settle(error.payment.id)
                throw try session.refuse(DataError(error), earlier)
            } catch let error as DonationError {
                throw try session.refuse(DataError(error))
            } catch let error as DataError where CommunitySession.isOfServer(error.code) || error.isAboutSession {
                throw try session.refuse(error)
            } catch let error as NetworkError {
                // All that the server may find wrong with asking for somebody's posts is the person.
                let isNobody = error.code == .badRequest
                throw try session.refuse(
                    isNobody ? DataError(.notFound) : CommunityRefusal.shown(error, of: .readPosts))
            }
        }
    }
}

/// Lists what was given.
struct PaymentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "Lists what the person in use has given, the newest first.",
        discussion:
            "Before it stands, in text, what this device has paid or begun to pay and the server has not validated.")

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let use: StoreUse = options.offline ? .reading : .writing
        try await CommunitySession.run(options, CommandManner(use: use)) { session in
            let history = session.services.donations(by: .pays).history
            var (list, error): ([WirePayment]?, DataError?)
            if session.current == nil {
                error = DataError(.unauthorized)
            } else {
                do {
                    let key = CommunityDonations.historyKey
                    // What the server has validated by now stands in its own list.
                    if !session.isOffline, let account = session.current?.key {
                        try await session.services.donations(by: .pays).payments.check(as: account)
                    }
                    let state = try await session.isOffline ? history.stored(key) : history.refresh(key)
                    (list, error) = (state.value, session.isOffline ? nil : state.error)
                    if list == nil, session.isOffline { error = CommunitySession.offlineReason }
                } catch let failure as DataError {
                    error = failure
                    list = try await history.stored(CommunityDonations.historyKey).value
                }
            }
            let now = Dependency.resolve((any TimeProvider).self).now
            let texts = CommunitySession.texts
            var lines: [String] = []
            if let account = session.current?.key {
                lines = try await session.unsettledPayments(of: account).map(session.line)
            }
            lines += (list ?? []).map { payment in
                let date = texts.relativeDate(payment.date, now: now)
                return "\(payment.name.harmless) · \(texts.amount(payment.amount)) · \(date)"
            }
            try session.answer(
                error, isStored: list != nil || !session.isJSON && !lines.isEmpty,
                text: lines.isEmpty ? texts.format.text(ListPhrase.nothingYet) : lines.joined(separator: "\n")
            ) {
                PaymentListOutput(payments: (list ?? []).map(PaymentOutput.init), error: $0)
            }
        }
    }
}
