public import Core

/// A ``Core/AccountDepartureProvider`` for tests of view models that records its calls and answers as scripted.
public final class MockAccountDepartureProvider: AccountDepartureProvider, Mock {
    public let log: MockLog
    /// Scripts and records ``unsentItems(of:)``.
    public let onUnsentItems: MockMethod<AccountKey, [OutboxItem]>
    /// Scripts and records ``leave(_:policy:discardingUnsent:withConsent:)``, and the same without consent.
    public let onLeave: MockMethod<Left, AccountDeparture>
    /// Scripts and records ``takeOverCount(for:)``; 0 without a script.
    public let onTakeOverCount: MockMethod<AccountKey, Int>
    /// Scripts and records ``takeOver(for:)``.
    public let onTakeOver: MockMethod<AccountKey, AccountTakeover>

    /// A call of ``MockAccountDepartureProvider/leave(_:policy:discardingUnsent:withConsent:)``.
    public struct Left: Hashable, Sendable {
        /// The account.
        public let account: SignedInAccount.ID
        /// What becomes of its data.
        public let policy: AccountLogoutPolicy?
        /// Whether what is unsent is removed.
        public let isDiscardingUnsent: Bool
        /// Whether that is meant for what needs consent as well.
        public let isConsented: Bool

        /// Creates a call.
        ///
        /// - Parameters:
        ///   - account: The account.
        ///   - policy: What becomes of its data.
        ///   - isDiscardingUnsent: Whether what is unsent is removed.
        ///   - isConsented: Whether that is meant for what needs consent as well.
        public init(
            _ account: SignedInAccount.ID, policy: AccountLogoutPolicy?, isDiscardingUnsent: Bool = false,
            isConsented: Bool = false
        ) {
            self.account = account
            self.policy = policy
            self.isDiscardingUnsent = isDiscardingUnsent
            self.isConsented = isConsented
        }
    }

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onUnsentItems = MockMethod("MockAccountDepartureProvider.unsentItems", log: log)
        onLeave = MockMethod("MockAccountDepartureProvider.leave", log: log)
        onTakeOverCount = MockMethod("MockAccountDepartureProvider.takeOverCount", log: log) { _ in 0 }
        onTakeOver = MockMethod("MockAccountDepartureProvider.takeOver", log: log)
    }

    public func unsentItems(of account: AccountKey) async throws -> [OutboxItem] {
        try await onUnsentItems.answer(to: account)
    }

    public func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool
    ) async throws -> AccountDeparture {
        try await leave(account, policy: policy, discardingUnsent: discardingUnsent, withConsent: false)
    }

    public func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool, withConsent isConsented: Bool
    ) async throws -> AccountDeparture {
        let left = Left(
            account.id, policy: policy, isDiscardingUnsent: discardingUnsent, isConsented: isConsented)
        return try await onLeave.answer(to: left)
    }

    public func takeOverCount(for account: AccountKey) async throws -> Int {
        try await onTakeOverCount.answer(to: account)
    }

    @discardableResult
    public func takeOver(for account: AccountKey) async throws -> AccountTakeover {
        try await onTakeOver.answer(to: account)
    }
}
