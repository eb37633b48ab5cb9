/// A rule that an implementation broke.
public struct ContractFailure: Error, Hashable, CustomStringConvertible {
    /// The name of the check.
    public let check: String
    /// What was expected, and what was found.
    public let message: String

    /// The check and what it found.
    public var description: String { "[\(check)] \(message)" }
}
