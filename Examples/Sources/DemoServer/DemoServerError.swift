/// The reason why a server did not start, or cannot keep what it is told.
public enum DemoServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address is taken or may not be used; the text is the system's.
    case cannotListen(port: UInt16, reason: String)
    /// The server ended while it was being started.
    case notListening
    /// The file that it keeps things in cannot be read or written, or is of another site; the text says which.
    case cannotKeep(path: String, reason: String)
    /// The file that it keeps things in is damaged; it is left as it is.
    case damagedFile(path: String, reason: String)

    /// A sentence about the error and what to do about it.
    public var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "Cannot listen on port \(port): \(reason). Choose another one, or 0 for any that is free."
        case .notListening:
            "The server ended while it was being started. Start it again."
        case .cannotKeep(let path, let reason):
            "Cannot keep anything in '\(path)': \(reason). Name another file, or none."
        case .damagedFile(let path, let reason):
            "The file '\(path)' is damaged: \(reason). It was left as it is; move it away, or name another file."
        }
    }
}
