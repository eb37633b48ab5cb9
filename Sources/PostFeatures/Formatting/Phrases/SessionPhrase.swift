/// The states of a session, one for each case of ``Core/SessionState``.
public enum SessionPhrase: String, LocalizedPhrase {
    /// The state is not known yet.
    case unknown
    /// Nobody is signed in.
    case signedOut
    /// Somebody is signed in.
    case signedIn
    /// Somebody is signed in, and the server cannot be reached.
    case offline
    /// The server has ended the session.
    case expired

    public var english: PhraseText {
        switch self {
        case .unknown: .fixed("Not known yet")
        case .signedOut: .fixed("Signed out")
        case .signedIn: .fixed("Signed in")
        case .offline: .fixed("Signed in, offline")
        case .expired: .fixed("The session has ended")
        }
    }
}
