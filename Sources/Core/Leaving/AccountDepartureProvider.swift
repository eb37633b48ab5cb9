public import Foundation

/// A provider of leaving an account on this device, and of taking over what was done while nobody was signed in.
///
/// Contract:
/// - What is unsent is named first and never dropped unasked.
/// - Nothing is removed before what is under way was waited for, and nothing is revoked before that.
/// - Nothing of another account is touched, and nothing of it is taken over.
/// - Safe from any thread.
public protocol AccountDepartureProvider: Sendable {
    /// Returns what an account has not sent yet, or of which nobody knows whether it arrived.
    ///
    /// - Parameter account: The account.
    /// - Returns: The items, in the order in which they were queued.
    /// - Throws: A ``CodedError`` when the outbox cannot be read.
    func unsentItems(of account: AccountKey) async throws -> [OutboxItem]

    /// Signs an account out: stops sending for it, waits some seconds for what is under way, keeps or removes what is
    /// stored for it, and then revokes its tokens.
    ///
    /// Where the call fails before the tokens are removed, the account stays signed in and its sending goes on.
    ///
    /// - Parameters:
    ///   - account: The account, as ``AccountProvider/accounts`` has it; one whose session has ended too.
    ///   - policy: What becomes of the data: ``AccountLogoutPolicy/keep`` keeps what is unsent as well, for the next
    ///     sign-in of the same person. `nil` for what the setting ``ReadingSettings/accountLogoutPolicy`` says, which
    ///     says nothing about what is unsent.
    ///   - discardingUnsent: Whether what is unsent is removed, also where the rest is kept.
    /// - Returns: What was removed, and the result of the revocation.
    /// - Throws: ``AccountDepartureError``, and nothing is changed then; ``DataError`` with the code `notFound` for an
    ///   account that is not on this device; a ``CodedError`` when the store cannot be written; `CancellationError`.
    ///   Where the stored tokens cannot be removed, the error of that, and everything else is done.
    func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool
    ) async throws -> AccountDeparture

    /// Signs an account out as ``leave(_:policy:discardingUnsent:)``, and drops also what needs consent, where that is
    /// given: unsent items of such a kind (``IntentKind/needsConsent``), and payments of which it is not known yet what
    /// became of them.
    ///
    /// Without consent, leaving in a way that would drop any of these throws
    /// ``AccountDepartureError/needsConsent(_:paymentCount:)``. The default implementation is that of a provider that
    /// knows no such thing.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - policy: What becomes of the data; `nil` for what the setting says.
    ///   - discardingUnsent: Whether what is unsent is removed.
    ///   - isConsented: Whether the person has said that these are to be dropped as well.
    /// - Returns: As ``leave(_:policy:discardingUnsent:)``.
    /// - Throws: As ``leave(_:policy:discardingUnsent:)``.
    func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool, withConsent isConsented: Bool
    ) async throws -> AccountDeparture

    /// Returns the number of things that an account can take over, and changes nothing.
    ///
    /// - Parameter account: The account.
    /// - Returns: The number of posts, comments, threads and drafts, and of votes that would be sent; 0 for nothing.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    /// - Complexity: O(*n*) in what was done while nobody was signed in.
    func takeOverCount(for account: AccountKey) async throws -> Int

    /// Gives an account what was done on its site while nobody was signed in: statuses in one synced commit, and votes
    /// through the outbox.
    ///
    /// It stays nobody's too, and what the account has done itself counts more. Doing it again, such as after an error,
    /// takes nothing over twice.
    ///
    /// - Parameter account: The account.
    /// - Returns: What was taken over.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    @discardableResult
    func takeOver(for account: AccountKey) async throws -> AccountTakeover
}

extension AccountDepartureProvider {
    public func leave(
        _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool, withConsent isConsented: Bool
    ) async throws -> AccountDeparture {
        try await leave(account, policy: policy, discardingUnsent: discardingUnsent)
    }
}

/// What leaving an account has done.
public struct AccountDeparture: Equatable, Sendable {
    /// The number of stored things of the account that were removed: rows and what was unsent.
    public var removedCount: Int
    /// The result of the revocation.
    public var revocation: Revocation

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - removedCount: The number of stored things that were removed; none by default.
    ///   - revocation: The result of the revocation.
    public init(removedCount: Int = 0, revocation: Revocation) {
        self.removedCount = removedCount
        self.revocation = revocation
    }
}

/// What an account took over of what was done while nobody was signed in.
public struct AccountTakeover: Hashable, Sendable {
    /// The number of posts, comments and threads of which the account has something now that it did not have before,
    /// and of drafts that have become its own.
    public var count: Int
    /// The votes that are sent for it.
    public var queued: [OutboxItem.ID]

    /// Creates a result; by default that there was nothing.
    ///
    /// - Parameters:
    ///   - count: The number of posts, comments, threads and drafts.
    ///   - queued: The votes that are sent.
    public init(count: Int = 0, queued: [OutboxItem.ID] = []) {
        self.count = count
        self.queued = queued
    }
}

/// The reason for which an account is not left.
public enum AccountDepartureError: CodedError, Hashable, LocalizedError, CustomStringConvertible {
    /// These are not sent, or nobody knows whether they arrived: keep them for the next sign-in, or discard them.
    case unsent([OutboxItem])
    /// These items, and so many payments of which it is not known yet what became of them, are dropped only with
    /// consent: leave with it, or keep what is stored.
    case needsConsent([OutboxItem], paymentCount: Int)

    public var code: ErrorCode { .invalidInput }

    public var isRetryable: Bool { false }

    public var retryAfter: Duration? { nil }

    public var description: String {
        switch self {
        case .unsent(let items):
            return "\(items.count) not sent: \(Self.names(of: items)). Keep them for the next sign-in, or discard them."
        case .needsConsent(let items, let paymentCount):
            let unsent = items.isEmpty ? nil : "\(items.count) not sent: \(Self.names(of: items))."
            let unsettled = paymentCount == 0 ? nil : "\(paymentCount) payments are not settled."
            return [unsent, unsettled, "Money may be taken already: keep them, or consent explicitly to drop them."]
                .compactMap(\.self).joined(separator: " ")
        }
    }

    private static func names(of items: [OutboxItem]) -> String {
        (items.prefix(5).map { "\($0.kind) \($0.id)" } + (items.count > 5 ? ["…"] : [])).joined(separator: ", ")
    }

    public var errorDescription: String? { description }
}
