/// What became of the tokens on the server when somebody signed out here.
public enum Revocation: Equatable, Sendable {
    /// The server takes them no longer.
    case done
    /// There were none.
    case unneeded
    /// They were removed from this device, and the server could not be told: they end by themselves, or in the account's
    /// settings.
    case failed(DataError)
}
