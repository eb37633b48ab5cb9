/// Why a server did not start.
public enum DemoServerError: Error, Sendable, Hashable {
    /// The address is taken or may not be used; the text is the system's.
    case cannotListen(port: UInt16, reason: String)
    /// The server ended while it was being started.
    case notListening
}
