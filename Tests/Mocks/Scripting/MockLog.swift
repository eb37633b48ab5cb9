import Synchronization

/// Where mocks collect the calls that nobody expected.
///
/// They are collected and not reported on the spot, because an issue that is recorded from a detached task lands on
/// whichever test runs just then.
public final class MockLog: Sendable {
    private let calls = Mutex<[UnexpectedCall]>([])

    /// Creates an empty log.
    public init() {}

    /// The calls so far, in their order.
    public var unexpectedCalls: [UnexpectedCall] { calls.withLock { $0 } }

    /// Takes the calls out, so that each is reported once.
    ///
    /// - Returns: The calls so far, in their order.
    public func takeUnexpectedCalls() -> [UnexpectedCall] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    func record(_ call: UnexpectedCall) {
        calls.withLock { $0.append(call) }
    }
}
