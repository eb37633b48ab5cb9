/// Whether somebody is signed in, as far as is known here.
public enum SessionState: Hashable, Sendable {
    /// Nobody has looked yet.
    case unknown
    /// Nobody is signed in.
    case signedOut
    /// Somebody is signed in.
    case signedIn
    /// Somebody is signed in, and the server could not be reached the last time: what is stored can be read.
    case offline
    /// The server has ended the session: signing in again begins a new one.
    case expired

    /// Whether there are tokens: with the network or without.
    public var isSignedIn: Bool { self == .signedIn || self == .offline }
}
