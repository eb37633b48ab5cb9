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

/// What a mock throws when it is called without an answer, and what ``Mock/verify()`` throws when that happened.
public struct UnexpectedCallError: Error, Hashable, CustomStringConvertible {
    /// The calls, in their order.
    public let calls: [UnexpectedCall]

    /// Creates an error.
    ///
    /// - Parameter calls: The calls, in their order.
    public init(_ calls: [UnexpectedCall]) {
        self.calls = calls
    }

    /// Which calls, and how to script an answer.
    public var description: String {
        "No answer was scripted for \(calls.map(\.description).joined(separator: ", ")). "
            + "Script one with returns(_:), fails(with:), holds() or answers(_:) on the mock's `on…` property."
    }
}
