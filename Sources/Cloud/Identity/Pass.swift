import Core

/// A token as one request carries it, and which one it is.
struct Pass: Sendable, Hashable {
    /// What goes into the header.
    let access: Secret
    /// Which token of the session it is; later ones have higher numbers.
    let generation: Int
    /// Whose it is: goes up when somebody signs in or out, and a request never changes over.
    let epoch: Int
}
