/// The sender of a request by its `Authorization` header; never the secret itself.
public enum DemoCredential: Sendable, Hashable {
    /// A client's id and secret, which may be wrong, as for a request for tokens.
    case client(id: String)
    /// An access token the server gave, valid or not any more: the first one is number 1.
    case accessToken(number: Int)
    /// A session of Lemmy's that the server gave, over or not: the first one is number 1.
    case session(number: Int)
    /// Something the server did not give; equal ones have equal fingerprints.
    case unknown(fingerprint: String)
}
