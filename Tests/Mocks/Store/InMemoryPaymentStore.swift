package import Core
package import Foundation
import Synchronization

/// A ``Core/PaymentStore`` in memory, whose writes can fail.
package final class InMemoryPaymentStore: PaymentStore {
    private struct State {
        var payments: [PaymentIntent.ID: Payment] = [:]
        var failure: (any Error)?
        /// The writes that still go well before the failure.
        var left = 0
    }

    private let state = Mutex(State())

    /// Creates an empty store.
    package init() {}

    /// The payments by their ids.
    package var payments: [PaymentIntent.ID: Payment] { state.withLock { $0.payments } }

    /// Makes writes fail from now on.
    ///
    /// - Parameters:
    ///   - error: The error to throw; `nil` makes them work again.
    ///   - count: The number of writes that go well before; none by default.
    package func fail(with error: (any Error)?, after count: Int = 0) {
        state.withLock { state in (state.failure, state.left) = (error, count) }
    }

    /// Stores a payment as it is.
    ///
    /// - Parameter payment: The payment.
    package func put(_ payment: Payment) {
        state.withLock { $0.payments[payment.id] = payment }
    }

    package func payments(of account: AccountKey?) async throws -> [Payment] {
        state.withLock { state in
            state.payments.values.filter { account == nil || $0.intent.account == account }
        }
    }

    package func begin(_ payment: Payment, removingSettledBefore date: Date) async throws -> Payment {
        try write { state in
            let open = state.payments.values.first { other in
                other.state == .opened && other.intent.account == payment.intent.account
                    && other.intent.order.subject == payment.intent.order.subject
            }
            if let open { return open }
            state.payments = state.payments.filter { !$0.value.isSettled || $0.value.changed >= date }
            state.payments[payment.id] = payment
            return payment
        }
    }

    package func change(
        _ id: PaymentIntent.ID, _ change: @escaping @Sendable (Payment) -> PaymentStep
    ) async throws -> PaymentStep? {
        try write { state in
            guard let payment = state.payments[id] else { return nil }
            let step = change(payment)
            state.payments[id] = step.payment
            return step
        }
    }

    @discardableResult
    package func remove(of account: AccountKey, includingUnsettled: Bool) async throws -> Int {
        try write { state in
            let gone = state.payments.values.filter {
                $0.intent.account == account && (includingUnsettled || $0.isSettled)
            }
            for payment in gone { state.payments[payment.id] = nil }
            return gone.count
        }
    }

    private func write<Result: Sendable>(_ body: (inout State) -> Result) throws -> Result {
        try state.withLock { state in
            if let failure = state.failure {
                guard state.left > 0 else { throw failure }
                state.left -= 1
            }
            return body(&state)
        }
    }
}
