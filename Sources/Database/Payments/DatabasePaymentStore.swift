package import Core
package import Foundation

extension PaymentIntent.ID: IndexValue {}
extension Payment: StoredRecord {}

/// The collection of payments: never evicted, cleared, exported or imported over.
enum PaymentSchemas {
    /// The payments of all accounts.
    static let payments = CollectionSchema<Payment>(name: "payments")

    static let all = [AnyCollectionSchema(payments)]
}

/// Payments in a JSON store, one record for each; each change is synced.
package final class DatabasePaymentStore: PaymentStore {
    private let store: JSONStore

    /// The collections that a store needs to keep payments.
    package static var collections: [AnyCollectionSchema] { PaymentSchemas.all }

    /// Creates a store of payments.
    ///
    /// - Parameter store: A store that was opened by
    ///   ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    package init(store: JSONStore) {
        self.store = store
    }

    package func payments(of account: AccountKey?) async throws -> [Payment] {
        try store.read { try $0.payments(of: account) }
    }

    package func begin(_ payment: Payment, removingSettledBefore date: Date) async throws -> Payment {
        try await store.write(.synced) { transaction in
            let stored = try transaction.snapshot.payments(of: nil)
            let isSame: (Payment) -> Bool = { other in
                other.state == .opened && other.intent.account == payment.intent.account
                    && other.intent.order.subject == payment.intent.order.subject
            }
            if let open = stored.first(where: isSame) { return open }
            for old in stored where old.isSettled && old.changed < date {
                try transaction.delete(old.id, from: PaymentSchemas.payments)
            }
            try transaction.upsert(payment, in: PaymentSchemas.payments)
            return payment
        }
    }

    package func change(
        _ id: PaymentIntent.ID, _ change: @escaping @Sendable (Payment) -> PaymentStep
    ) async throws -> PaymentStep? {
        try await store.write(.synced) { transaction in
            guard let payment = try transaction.record(id, in: PaymentSchemas.payments) else { return nil }
            let step = change(payment)
            if step.payment != payment { try transaction.upsert(step.payment, in: PaymentSchemas.payments) }
            return step
        }
    }

    @discardableResult
    package func remove(of account: AccountKey, includingUnsettled: Bool) async throws -> Int {
        try await store.write(.synced) { transaction in
            let payments = try transaction.snapshot.payments(of: account)
            let gone = payments.filter { includingUnsettled || $0.isSettled }
            for payment in gone { try transaction.delete(payment.id, from: PaymentSchemas.payments) }
            return gone.count
        }
    }
}

extension StoreSnapshot {
    /// The payments of an account; `nil` for all.
    fileprivate func payments(of account: AccountKey?) throws -> [Payment] {
        try window(of: PaymentSchemas.payments).filter { account == nil || $0.intent.account == account }
    }
}
