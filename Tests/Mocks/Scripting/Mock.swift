/// A test double that records its calls and returns scripted answers.
///
/// Every method has a property named after it, `on…`, of the type ``MockMethod``:
///
/// ```swift
/// let provider = MockPostProvider()
/// provider.onApply.returns(StatusReceipt(statuses: [.mock("t3_a", isRead: true)]))
/// // …
/// #expect(provider.onApply.calls == [.set(.read(true), [id])])
/// ```
///
/// A call without an answer fails, or returns something neutral where the protocol cannot fail, and is collected as
/// unexpected: the trait ``Testing/Trait/testInjector`` reports it when the test ends; without the trait, call
/// ``verify()``.
public protocol Mock: Sendable {
    /// The log that collects unexpected calls.
    var log: MockLog { get }
}

extension Mock {
    /// The unexpected calls so far: those without an answer.
    ///
    /// Mocks that share a log share this list.
    package var unexpectedCalls: [UnexpectedCall] { log.unexpectedCalls }

    /// Checks that every call had an answer; for XCTest, and for mocks that no trait looks after.
    ///
    /// The calls that it names count as reported.
    ///
    /// - Throws: ``UnexpectedCallError`` when some call had none.
    public func verify() throws {
        let calls = log.takeUnexpectedCalls()
        if !calls.isEmpty { throw UnexpectedCallError(calls) }
    }
}
