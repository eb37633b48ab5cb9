public import Core
import Foundation

/// A provider of payments for tests and examples, which takes no money: it does what it is told to, and remembers it.
///
/// The receipt of an intent is `imp_` and its id. What was paid is kept by that id, so that after a relaunch it can be
/// asked for.
///
/// Safe from any thread.
public struct FakePaymentProvider: PaymentProvider {
    /// What the provider does.
    public enum Behaviour: String, Hashable, Sendable, CaseIterable {
        /// It takes the money.
        case pays = "fake"
        /// It fails, and takes nothing.
        case fails = "fake-fails"
        /// The person goes back, and it takes nothing.
        case cancels = "fake-cancels"
        /// It takes the money, and does not say so for as long as it behaves like this.
        case isUnknown = "fake-unknown"
    }

    private let behaviour: Behaviour
    private let memory: any StateStore

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - behaviour: What it does; it takes the money by default.
    ///   - memory: The store of what was paid: one that survives a relaunch, such as the app's `FileStateStore`.
    public init(_ behaviour: Behaviour = .pays, remembering memory: any StateStore) {
        (self.behaviour, self.memory) = (behaviour, memory)
    }

    public func pay(_ intent: PaymentIntent) async throws -> PaymentOutcome {
        switch behaviour {
        case .pays, .isUnknown:
            // As a bank does: it is certain before anybody hears of it.
            try await memory.set(try JSONEncoder().encode(Taken(amount: intent.order.amount)), for: name(of: intent))
            return behaviour == .pays ? .paid(receipt(of: intent, intent.order.amount)) : .unknown
        case .fails: return .failed()
        case .cancels: return .cancelled
        }
    }

    public func outcome(of intent: PaymentIntent) async throws -> PaymentOutcome {
        guard behaviour != .isUnknown else { return .unknown }
        // What is not remembered was never begun, and whoever could have begun it is gone.
        guard let data = try await memory.value(name(of: intent)) else { return .cancelled }
        let taken = try JSONDecoder().decode(Taken.self, from: data)
        return .paid(receipt(of: intent, taken.amount))
    }

    private func name(of intent: PaymentIntent) -> String { "fakePayment.\(intent.id)" }

    private func receipt(of intent: PaymentIntent, _ amount: Int) -> PaymentReceipt {
        PaymentReceipt(id: "imp_\(intent.id)", amount: amount)
    }

    private struct Taken: Codable {
        let amount: Int
    }
}
