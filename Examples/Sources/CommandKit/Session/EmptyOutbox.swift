package import Core

/// The outbox of a program that has no kinds of intents, and so nothing to send.
package struct EmptyOutbox: WritingProvider {
    package let outbox = ObservableValue(OutboxState())
    private let signedIn: any AccountProvider

    /// An outbox.
    ///
    /// - Parameter accounts: The accounts of the site.
    package init(accounts: any AccountProvider) {
        signedIn = accounts
    }

    package func kinds(on site: Site) -> Set<OutboxItem.Kind> { [] }

    package func rules(on site: Site) -> WritingRules? { nil }

    package func accounts(on site: Site) -> ObservableValue<SiteAccounts>? { signedIn.accounts }

    package func account(on site: Site) async throws -> AccountKey {
        guard let account = signedIn.accounts.value.current, let key = account.key else {
            throw DataError(.unauthorized)
        }
        return key
    }

    package func queue(
        _ intent: WriteIntent, as account: AccountKey, id: OutboxItem.ID?, undo: Duration
    ) async throws -> OutboxItem.ID? {
        throw DataError(.invalidInput, message: "This program has no kind of intent by this name.")
    }

    package func decide(_ decision: OutboxDecision, on id: OutboxItem.ID) async throws {
        throw WritingError.unknownItem
    }

    package func send(as account: AccountKey, waitingFor ids: [OutboxItem.ID]?) async throws {}
}
