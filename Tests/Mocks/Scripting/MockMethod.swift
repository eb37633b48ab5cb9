/// A method of a mock: it records the arguments of its calls and returns scripted answers.
///
/// Answers that were queued with ``returns(_:)``, ``fails(with:)`` and ``holds(ignoringCancellation:)`` are used
/// first, one for each call; then the closure given to ``answers(_:)`` is called. A call that finds neither is
/// collected as unexpected, except where doing nothing is an answer, as for methods that return nothing.
public final class MockMethod<Input: Sendable, Output: Sendable>: Sendable {
    private enum Answer: Sendable {
        case result(Result<Output, any Error>)
        case held(HeldCall<Output>)
    }

    private enum Decision: Sendable {
        case answer(Answer)
        case handler(@Sendable (Input) throws -> Output)
        case none
    }

    private struct State: Sendable {
        var calls: [Input] = []
        var queue: [Answer] = []
        var handler: (@Sendable (Input) throws -> Output)?
    }

    /// The method's name with its mock, for messages, such as `MockPostProvider.perform`.
    package let name: String
    private let log: MockLog
    private let fallback: (@Sendable (Input) -> Output)?
    private let state = Monitor(State())

    /// Creates a method; for mocks of your own protocols.
    ///
    /// - Parameters:
    ///   - name: The method's name with its mock, for messages.
    ///   - log: The log that collects unexpected calls.
    ///   - fallback: Makes the answer when none was scripted; without it such a call is unexpected.
    public init(_ name: String, log: MockLog, fallback: (@Sendable (Input) -> Output)? = nil) {
        self.name = name
        self.log = log
        self.fallback = fallback
    }

    /// The arguments of the calls, in the order of the calls.
    public var calls: [Input] { state.withLock { $0.calls } }

    /// Queues answers, one for each of the next calls.
    ///
    /// - Parameter outputs: The answers.
    public func returns(_ outputs: Output...) {
        state.withLock { $0.queue += outputs.map { .result(.success($0)) } }
    }

    /// Queues a failure for one call.
    ///
    /// - Parameter error: The error that the call throws. A method that cannot throw answers something neutral instead.
    public func fails(with error: any Error) {
        state.withLock { $0.queue.append(.result(.failure(error))) }
    }

    /// Queues a call that waits until the test releases it.
    ///
    /// - Parameter ignoringCancellation: Whether the call goes on waiting when its task is cancelled, as a provider
    ///   that answers too late does; false by default, and then it throws `CancellationError` at once.
    /// - Returns: The call to wait for and to release.
    public func holds(ignoringCancellation: Bool = false) -> HeldCall<Output> {
        let held = HeldCall<Output>(ignoresCancellation: ignoringCancellation)
        state.withLock { $0.queue.append(.held(held)) }
        return held
    }

    /// Answers every call that finds no queued answer.
    ///
    /// - Parameter handler: Makes the answer from the arguments. It must not wait; to make a call
    ///   wait, use ``holds(ignoringCancellation:)``.
    public func answers(_ handler: @escaping @Sendable (Input) throws -> Output) {
        state.withLock { $0.handler = handler }
    }

    /// Waits until the method was called a number of times.
    ///
    /// - Parameter count: The number of calls since the mock was made.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForCalls(_ count: Int) async throws {
        try await state.wait { $0.calls.count >= count }
    }

    /// Records a call and answers it; for mocks of your own protocols.
    ///
    /// - Parameter input: The arguments.
    /// - Returns: The scripted answer.
    /// - Throws: The scripted error; ``UnexpectedCallError`` when there is no answer; `CancellationError` for a held
    ///   call whose task is cancelled.
    public func answer(to input: Input) async throws -> Output {
        switch record(input) {
        case .answer(.result(let result)): return try result.get()
        case .answer(.held(let held)): return try await held.answer()
        case .handler(let handler): return try handler(input)
        case .none: return try unscripted(input)
        }
    }

    /// Records a call and answers it, by a function where nothing was scripted.
    func answer(to input: Input, otherwise: (Input) -> Output?) async throws -> Output {
        switch record(input) {
        case .answer(.result(let result)): return try result.get()
        case .answer(.held(let held)): return try await held.answer()
        case .handler(let handler): return try handler(input)
        case .none:
            if let output = otherwise(input) { return output }
            return try unscripted(input)
        }
    }

    /// Records a call and answers it at once, for methods that are not asynchronous.
    ///
    /// - Parameter input: The arguments.
    /// - Returns: The scripted answer.
    /// - Throws: The scripted error; ``UnexpectedCallError`` when there is no answer, or only a held one.
    public func answerNow(to input: Input) throws -> Output {
        switch record(input) {
        case .answer(.result(let result)): return try result.get()
        case .handler(let handler): return try handler(input)
        case .answer(.held), .none: return try unscripted(input)
        }
    }

    private func record(_ input: Input) -> Decision {
        state.withLock { state in
            state.calls.append(input)
            if !state.queue.isEmpty { return .answer(state.queue.removeFirst()) }
            return state.handler.map { .handler($0) } ?? .none
        }
    }

    private func unscripted(_ input: Input) throws -> Output {
        if let fallback { return fallback(input) }
        let call = UnexpectedCall(method: name, input: CallInput.text(of: input))
        log.record(call)
        throw UnexpectedCallError([call])
    }
}
