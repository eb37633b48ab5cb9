import Core

/// An access token as one request carries it.
struct AccessToken: Sendable, Hashable {
    /// The value that goes into the header.
    let value: Secret
    /// The number of the token in its session; later ones have higher numbers.
    let generation: Int
    /// The session's count of sign-ins and sign-outs when it was taken; a request never uses a token of a later one.
    let signInChanges: Int
}
