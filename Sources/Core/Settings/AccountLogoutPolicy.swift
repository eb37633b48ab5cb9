/// What becomes of the data of an account on this device when its person signs out.
///
/// Posts and comments are everybody's and stay in either case. What is unsent is never removed unasked: see
/// ``AccountDepartureProvider``.
public enum AccountLogoutPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// All of it stays, with what is unsent, for the next sign-in of the same person. What was fetched before the server
    /// had said whose it is goes: nobody could tell whose it is then.
    case keep
    /// The rows and files of this account alone are removed.
    case wipe
}
