/// The reason why a server did not start.
public enum DemoServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address is taken or may not be used; the text is the system's.
    case cannotListen(port: UInt16, reason: String)
    /// The server ended while it was being started.
    case notListening

    /// A sentence about the error and what to do about it.
    public var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "Cannot listen on port \(port): \(reason). Choose another one, or 0 for any that is free."
        case .notListening:
            "The server ended while it was being started. Start it again."
        }
    }
}
