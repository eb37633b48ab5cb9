public import Core

/// A ``Core/WritingProvider`` for tests of view models that records its calls and answers as scripted.
///
/// ``outbox`` needs no script: the test sets it.
public final class MockWritingProvider: WritingProvider, Mock {
    public let log: MockLog
    /// What the outbox shows, nothing at first; set it.
    public let outbox = ObservableValue(OutboxState())
    /// The kinds that can be written, on every site: the built-in ones at first; set it.
    public let writableKinds = ObservableValue<Set<OutboxItem.Kind>>([
        .vote, .save, .hide, .read, .reply, .edit, .delete, .submit, .subscribe,
    ])
    /// The rules of texts on every site, Reddit's at first; set it.
    public let textRules = ObservableValue<WritingRules?>(.reddit)
    /// The accounts of every site, none at first; set it.
    public let siteAccounts = ObservableValue(SiteAccounts())
    /// Scripts and records ``account(on:)``.
    public let onAccount: MockMethod<Site, AccountKey>
    /// Scripts and records ``queue(_:as:id:undo:)``: the intent and the account.
    public let onQueue: MockMethod<Queued, OutboxItem.ID?>
    /// Scripts and records ``decide(_:on:)``.
    public let onDecide: MockMethod<Decided, Void>
    /// Scripts and records ``send(as:waitingFor:)``.
    public let onSend: MockMethod<AccountKey, Void>

    /// A call of ``MockWritingProvider/queue(_:as:id:undo:)``.
    public struct Queued: Hashable, Sendable {
        /// The intent.
        public let intent: WriteIntent
        /// The account.
        public let account: AccountKey
        /// The id that the caller gave.
        public let id: OutboxItem.ID?
        /// The time in which it can be taken back.
        public let undo: Duration
    }

    /// A call of ``MockWritingProvider/decide(_:on:)``.
    public struct Decided: Hashable, Sendable {
        /// The decision.
        public let decision: OutboxDecision
        /// The item.
        public let id: OutboxItem.ID

        /// Creates a call.
        ///
        /// - Parameters:
        ///   - decision: The decision.
        ///   - id: The item.
        public init(_ decision: OutboxDecision, on id: OutboxItem.ID) {
            self.decision = decision
            self.id = id
        }
    }

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onAccount = MockMethod("MockWritingProvider.account", log: log)
        onQueue = MockMethod("MockWritingProvider.queue", log: log)
        onDecide = MockMethod("MockWritingProvider.decide", log: log) { _ in }
        onSend = MockMethod("MockWritingProvider.send", log: log) { _ in }
    }

    /// Signs somebody in, as the account in use: ``siteAccounts`` shows it, and ``account(on:)`` answers with it.
    ///
    /// A screen on which somebody writes asks both. A test that scripts ``onAccount`` alone has a screen for nobody.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - name: The name of the person; `ann` by default.
    public func signIn(as account: AccountKey, name: String = "ann") {
        let user = SessionUser(id: account.name ?? name, name: name)
        let signedIn = SignedInAccount(id: user.id, site: account.site, user: user)
        siteAccounts.set(SiteAccounts(all: [signedIn], currentID: signedIn.id))
        onAccount.answers { _ in account }
    }

    public func kinds(on site: Site) -> Set<OutboxItem.Kind> { writableKinds.value }

    public func rules(on site: Site) -> WritingRules? { textRules.value }

    public func accounts(on site: Site) -> ObservableValue<SiteAccounts>? { siteAccounts }

    public func account(on site: Site) async throws -> AccountKey { try await onAccount.answer(to: site) }

    @discardableResult
    public func queue(
        _ intent: WriteIntent, as account: AccountKey, id: OutboxItem.ID?, undo: Duration
    ) async throws -> OutboxItem.ID? {
        try await onQueue.answer(to: Queued(intent: intent, account: account, id: id, undo: undo))
    }

    public func decide(_ decision: OutboxDecision, on id: OutboxItem.ID) async throws {
        try await onDecide.answer(to: Decided(decision, on: id))
    }

    public func send(as account: AccountKey, waitingFor ids: [OutboxItem.ID]?) async throws {
        try await onSend.answer(to: account)
    }
}
