import Synchronization

// What a person decides about a payment.

extension DefaultPayments {
    /// Has a payment validated once more that needs help or was given up; nothing is paid anew.
    ///
    /// - Parameter id: The payment.
    /// - Returns: The payment.
    /// - Throws: ``WritingError`` `unknownItem`, `notApplicable` where there is no receipt to validate; a
    ///   ``CodedError`` of the store.
    @discardableResult
    public func validateAgain(_ id: PaymentIntent.ID) async throws -> Payment {
        let before = try await payment(id)
        guard before.receipt != nil, before.isDifferent != true, before.state != .validated else {
            throw WritingError.notApplicable
        }
        var lists: Lists = [:]
        return try await take(.wanted, for: id, &lists) ?? before
    }

    /// Gives a payment up that is not settled: it is shown as such from then on, and no longer keeps anything from
    /// being paid.
    ///
    /// One whose outcome is not known is still asked for, and counts should money have been taken after all.
    ///
    /// - Parameters:
    ///   - id: The payment.
    ///   - isConsented: Whether the person has said, apart from everything else, that they mean it though money may be
    ///     taken.
    /// - Returns: The payment.
    /// - Throws: ``WritingError`` `unknownItem`, `needsConsent` without consent, `underWay` while it is being paid or
    ///   validated, `notApplicable` for one that is settled; a ``CodedError`` of the store.
    @discardableResult
    public func giveUp(_ id: PaymentIntent.ID, withConsent isConsented: Bool) async throws -> Payment {
        let before = try await payment(id)
        guard !before.isSettled, !before.isOfLaterVersion else { throw WritingError.notApplicable }
        guard !underWay.withLock({ $0.contains(id) }) else { throw WritingError.underWay }
        guard isConsented else { throw WritingError.needsConsent([before.item]) }
        try await writing.load()
        if writing.outbox.value.items.contains(where: { $0.id == before.item }) {
            try await writing.decide(.giveUp(nil, withConsent: true), on: before.item)
        }
        var lists: Lists = [:]
        return try await take(.givenUp, for: id, &lists) ?? before
    }

    /// The payment of an id, as it is stored.
    func payment(_ id: PaymentIntent.ID) async throws -> Payment {
        guard let payment = try await store.payments(of: nil).first(where: { $0.id == id }) else {
            throw WritingError.unknownItem
        }
        return payment
    }
}
