import ServerKit

/// The reason why a server did not start, or cannot keep what it is told.
public enum CommunityServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address is taken or may not be used; the text is the system's.
    case cannotListen(port: UInt16, reason: String)
    /// The server ended while it was being started.
    case notListening
    /// The file that it keeps things in, or the folder beside it, cannot be read or written.
    case cannotKeep(path: String, reason: String)
    /// The file that it keeps things in is damaged; it is left as it is.
    case damagedFile(path: String, reason: String)
    /// Somebody who was to say something, or to be told, is not there.
    case nobody

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
        case .nobody:
            "One of the two is not a member. Name the ids of two members."
        }
    }

    /// Does something, and tells what goes wrong as these errors do.
    static func told<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch KeepError.cannotKeep(let path, let reason) {
            throw CommunityServerError.cannotKeep(path: path, reason: reason)
        } catch KeepError.damaged(let path, let reason) {
            throw CommunityServerError.damagedFile(path: path, reason: reason)
        }
    }
}
