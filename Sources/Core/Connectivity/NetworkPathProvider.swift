/// Knows which kind of network there is, where the system says so.
///
/// It decides what is fetched without being asked for; whether servers answer is ``ConnectivityProvider``'s to know,
/// and learnt from answers.
///
/// Contract:
/// - Safe from any thread, and quick.
public protocol NetworkPathProvider: Sendable {
    /// What the next request would go by, and each change.
    var path: ObservableValue<NetworkPath> { get }
}
