import Synchronization

/// A log that collects the unexpected calls of mocks.
///
/// They are collected and not reported at once, because an issue that is recorded from a detached task is reported for
/// whichever test runs just then.
public final class MockLog: Sendable {
    private let calls = Mutex<[UnexpectedCall]>([])

    /// Creates an empty log.
    public init() {}

    /// The unexpected calls so far, in their order.
    package var unexpectedCalls: [UnexpectedCall] { calls.withLock { $0 } }

    /// Removes and returns the calls so far, so that each is reported once.
    package func takeUnexpectedCalls() -> [UnexpectedCall] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    func record(_ call: UnexpectedCall) {
        calls.withLock { $0.append(call) }
    }
}

/// A call to a mock without a scripted answer.
public struct UnexpectedCall: Hashable, Sendable, CustomStringConvertible {
    /// The method with its mock, such as `MockPostProvider.perform`.
    public let method: String
    /// The description of the arguments.
    public let input: String

    package init(method: String, input: String) {
        self.method = method
        self.input = input
    }

    public var description: String { "\(method)(\(input))" }
}

/// The error of a call to a mock without a scripted answer; ``Mock/verify()`` throws it, too.
package struct UnexpectedCallError: Error, Hashable, CustomStringConvertible {
    /// The calls, in their order.
    package let calls: [UnexpectedCall]

    package init(_ calls: [UnexpectedCall]) {
        self.calls = calls
    }

    public var description: String {
        "No answer was scripted for \(calls.map(\.description).joined(separator: ", ")). "
            + "Script one with returns(_:), fails(with:), holds() or answers(_:) on the mock's `on…` property."
    }
}
