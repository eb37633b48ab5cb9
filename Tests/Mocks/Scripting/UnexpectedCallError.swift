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
