public import Core
public import Foundation

extension SessionViewModel {
    /// An account that is not left yet, because it has something unsent.
    public struct Departure: Hashable, Sendable {
        /// The account.
        public let account: SignedInAccount
        /// What is not sent, or of which nobody knows whether it arrived.
        public let unsent: [OutboxItem]
        /// Whether the person was asked before and has to consent that something is dropped which needs it, such as
        /// payments whose money may be taken: ask for that apart.
        public var needsConsent = false
    }

    /// An offer to take over what was done while nobody was signed in.
    public struct TakeOverOffer: Hashable, Sendable {
        /// The account that would take it over.
        public let account: AccountKey
        /// The number of things, such as saved posts and votes.
        public let count: Int
    }

    // MARK: Leaving

    /// Signs the account of ``State/departure`` out, as the person has said.
    ///
    /// - Parameters:
    ///   - policy: What becomes of its data; `keep` keeps what is unsent too, for the next sign-in of the same person.
    ///   - discardingUnsent: Whether what is unsent is removed; it has to be where the policy is `wipe`.
    ///   - isConsented: Whether that is meant for what needs consent as well; false by default.
    public func leave(
        _ policy: AccountLogoutPolicy, discardingUnsent: Bool = false, withConsent isConsented: Bool = false
    ) async {
        guard let account = state.value.departure?.account else { return }
        await leave(account, policy: policy, discardingUnsent: discardingUnsent, withConsent: isConsented)
    }

    /// Stays signed in after all: dismisses ``State/departure``.
    public func stay() {
        state.update { $0.departure = nil }
    }

    /// Leaves an account, or says what is unsent.
    func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool,
        withConsent isConsented: Bool = false
    ) async {
        guard let departures else { return }
        await perform {
            do {
                let done = try await departures.leave(
                    account, policy: policy, discardingUnsent: discardingUnsent, withConsent: isConsented)
                return { state in
                    state.departure = nil
                    state.signInURL = nil
                    state.missingField = nil
                    if state.takeOver?.account == account.key { state.takeOver = nil }
                    if case .failed(let error) = done.revocation { state.banner = Banner(error, cause: .action) }
                }
            } catch AccountDepartureError.unsent(let items) {
                return { $0.departure = Departure(account: account, unsent: items) }
            } catch AccountDepartureError.needsConsent(let items, _) {
                return { $0.departure = Departure(account: account, unsent: items, needsConsent: true) }
            }
        }
    }

    // MARK: Taking over

    /// Gives the account of ``State/takeOver`` what was done while nobody was signed in; votes are sent.
    public func takeOver() async {
        guard let departures, let offer = state.value.takeOver else { return }
        await perform {
            try await departures.takeOver(for: offer.account)
            return { $0.takeOver = nil }
        }
    }

    /// Leaves what was done while nobody was signed in as it is: dismisses ``State/takeOver``.
    public func declineTakeOver() {
        state.update { $0.takeOver = nil }
    }

    /// What the account that has just signed in could take over; `nil` where others are signed in too.
    func takeOverOffer() async -> TakeOverOffer? {
        guard let departures, let accounts = (provider as? any AccountProvider)?.accounts.value,
            accounts.all.count == 1, let key = accounts.current?.key
        else { return nil }
        do {
            let count = try await departures.takeOverCount(for: key)
            return count > 0 ? TakeOverOffer(account: key, count: count) : nil
        } catch {
            // The sign-in succeeded; what was done before stays where it is, and can be taken over later.
            return nil
        }
    }

    // MARK: Confirming

    /// Has the person in use sign in once more, before something that cannot be undone; nothing of it is kept.
    ///
    /// A field that is missing becomes ``State/missingField``; somebody else, or a wrong password, becomes a banner.
    ///
    /// - Parameter fields: What was typed, by the name of its field.
    /// - Returns: Whether it is the person in use.
    public func confirm(with fields: [SignInField.Name: Secret]) async -> Bool {
        var isConfirmed = false
        await perform {
            do {
                try await self.accountProvider().confirm(with: fields)
            } catch SignInError.needs(let field) {
                return { $0.missingField = field }
            }
            isConfirmed = true
            return { $0.missingField = nil }
        } failed: { _, state in
            state.missingField = nil
        }
        return isConfirmed
    }

    /// Has the person in use sign in once more on the page of ``State/signInURL``; nothing of it is kept.
    ///
    /// ``signIn()`` gives the page, as for a sign-in.
    ///
    /// - Parameter redirect: The whole URL to which the page has redirected the browser.
    /// - Returns: Whether it is the person in use.
    public func confirm(redirect: URL) async -> Bool {
        var isConfirmed = false
        await perform {
            do {
                try await self.accountProvider().confirm(redirect: redirect)
            } catch SignInError.denied {
                // The person's own decision is no error to show.
                return { $0.signInURL = nil }
            }
            isConfirmed = true
            return { $0.signInURL = nil }
        } failed: { error, state in
            if error as? SignInError != .wrongState { state.signInURL = nil }
        }
        return isConfirmed
    }
}
