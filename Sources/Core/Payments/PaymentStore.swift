package import Foundation

/// A store of payments.
///
/// Contract:
/// - A commit is whole or not there; when it has returned, it survives power loss.
/// - Each change reads and writes in one commit, so that two at the same time never overlap.
package protocol PaymentStore: Sendable {
    /// Returns the payments, in no order.
    ///
    /// - Parameter account: The account; `nil` for all.
    /// - Returns: Its payments.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func payments(of account: AccountKey?) async throws -> [Payment]

    /// Stores a new payment, unless one of the same account for the same subject is open; removes what was settled long
    /// ago.
    ///
    /// - Parameters:
    ///   - payment: The payment.
    ///   - date: The date before whose last change settled ones are removed.
    /// - Returns: The payment that is stored: the one that is open, where there is one.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then, unless its code is
    ///   `outcomeUnknown`.
    func begin(_ payment: Payment, removingSettledBefore date: Date) async throws -> Payment

    /// Changes a payment.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - change: Makes the step; called once.
    /// - Returns: The step, once it is stored; `nil` where there is no such payment.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func change(
        _ id: PaymentIntent.ID, _ change: @escaping @Sendable (Payment) -> PaymentStep
    ) async throws -> PaymentStep?

    /// Removes the payments of an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - includingUnsettled: Whether those are removed as well that are not settled.
    /// - Returns: The number of removed payments.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    @discardableResult
    func remove(of account: AccountKey, includingUnsettled: Bool) async throws -> Int
}
