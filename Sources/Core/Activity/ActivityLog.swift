/// What was recorded about the network, to be read: what a screen that explains itself is made from.
///
/// Contract:
/// - Safe from any thread.
/// - Bounded: old rows make room for new ones.
public protocol ActivityLog: Sendable {
    /// The rows, the one that happened last first.
    var entries: [ActivityEntry] { get }

    /// A number that grows with every change of ``entries``; read them again when it does.
    ///
    /// It is a number and not the rows, so that recording costs the same however many rows there are.
    var revision: ObservableValue<UInt64> { get }

    /// Forgets all rows.
    func removeAll()
}
