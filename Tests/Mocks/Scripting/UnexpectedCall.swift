/// A call to a mock that no test had scripted an answer for.
public struct UnexpectedCall: Hashable, Sendable, CustomStringConvertible {
    /// The method, with its mock: `MockPostProvider.perform`.
    public let method: String
    /// What it was called with.
    public let input: String

    /// Creates a record of a call.
    ///
    /// - Parameters:
    ///   - method: The method, with its mock.
    ///   - input: What it was called with.
    public init(method: String, input: String) {
        self.method = method
        self.input = input
    }

    /// The call as one reads it in code.
    public var description: String { "\(method)(\(input))" }
}
