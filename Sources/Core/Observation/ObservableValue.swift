public import Observation
import Synchronization

/// A thread-safe observable value: as an `AsyncStream`, by callbacks on the main actor, or with the Observation
/// framework.
///
/// For all three:
/// - An observer gets the current value first.
/// - A value equal to the current one is not delivered.
/// - Only the newest value counts: a slow observer skips values, and always gets the last one.
///
/// Set it from any thread; one that SwiftUI or `withObservationTracking` tracks, on the actor that tracks it, which for
/// view models is the main actor.
///
/// ```swift
/// let state = ObservableValue(0)
/// let token = state.observe { print($0) }   // prints 0 at once
/// state.set(1)                              // prints 1
/// ```
///
/// Reading and setting take one uncontended lock; setting costs one step per observer.
public final class ObservableValue<Value: Sendable & Equatable>: Sendable {
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()
    /// Made once: that of a generic type takes longer to make than all the rest of reading the value.
    private let path: any KeyPath<ObservableValue, Value> & Sendable = \.value
    /// The streams that ended while the lock was held; the next change removes them.
    private let ended = Mutex<Set<Int>>([])

    /// Creates an observable value.
    ///
    /// - Parameter value: The first value.
    public init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    deinit {
        let streams = state.withLock { $0.streams }
        for stream in streams.values { stream.finish() }
    }

    /// The current value.
    ///
    /// Reading it in `withObservationTracking`, or in the body of a SwiftUI view, tracks it.
    public var value: Value {
        registrar.access(self, keyPath: path)
        return state.withLock { $0.value }
    }

    /// Replaces the value and notifies all observers, unless the new value is equal.
    ///
    /// - Parameters:
    ///   - value: The new value.
    ///   - isolation: The caller's actor; leave it out. On the main actor, callbacks run before this returns.
    public func set(_ value: Value, isolation: isolated (any Actor)? = #isolation) {
        update(isolation: isolation) { $0 = value }
    }

    /// Changes the value in one atomic step, and notifies all observers unless the new value is equal.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor; leave it out. On the main actor, callbacks run before this returns.
    ///   - change: Changes the value. It runs under the lock: keep it short, and do not use this observable in it.
    /// - Returns: The result of `change`.
    /// - Throws: The error of `change`; the value is then unchanged.
    @discardableResult
    public func update<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let gone = ended.withLock { ended in
            defer { ended = [] }
            return ended
        }
        let outcome = state.withLock { state -> (Swift.Result<Result, Failure>, Bool) in
            for id in gone { state.streams.removeValue(forKey: id) }
            var next = state.value
            do throws(Failure) {
                let result = try change(&next)
                return (.success(result), state.commit(next))
            } catch {
                return (.failure(error), false)
            }
        }
        if outcome.1 {
            // Committed first and notified after unlocking: an observer that reads in its callback finds the new value.
            registrar.withMutation(of: self, keyPath: path) {}
            drainCallbacks(isolation: isolation)
        }
        return try outcome.0.get()
    }

    /// A stream of the current value and then each newer one, newest only.
    ///
    /// Each call returns a new stream. It ends with its consumer or with this observable.
    public var values: AsyncStream<Value> {
        makeStream(beginsWithCurrent: true).changes
    }

    /// Returns the current value and a stream of each newer one, newest only; no change between the two is missed.
    ///
    /// Unlike in ``values``, a first element that equals the current value tells of changes that were skipped.
    package func valueAndChanges() -> (value: Value, changes: AsyncStream<Value>) {
        makeStream(beginsWithCurrent: false)
    }

    private func makeStream(beginsWithCurrent: Bool) -> (value: Value, changes: AsyncStream<Value>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let (id, current) = state.withLock { state in
            let id = state.makeID()
            state.streams[id] = continuation
            if beginsWithCurrent { continuation.yield(state.value) }
            return (id, state.value)
        }
        continuation.onTermination = { [weak self] _ in
            // The closure may run inside finish(), so it must not be called with the lock held. Nor does it wait for
            // the lock: who cancels a task holds the runtime's lock for it, and who holds this one may be resuming it.
            guard let self else { return }
            let removed = self.state.withLockIfAvailable { $0.streams.removeValue(forKey: id) }
            if removed == nil { self.ended.withLock { _ = $0.insert(id) } }
        }
        return (current, stream)
    }

    /// Calls a closure on the main actor, with the current value before this returns and then with each newer one.
    ///
    /// A value that is set on the main actor is delivered before the setter returns, one that is set elsewhere soon
    /// after. A callback may set the value again: the newer one is delivered when it has returned.
    ///
    /// - Parameter callback: The closure; it is kept until the token is cancelled or released.
    /// - Returns: The token that keeps the observation alive.
    @MainActor
    public func observe(_ callback: @escaping @MainActor (Value) -> Void) -> ObservationToken {
        let (id, current, isOutermost) = state.withLock { state in
            let id = state.makeID()
            state.callbacks[id] = Callback(call: callback, delivered: state.version)
            return (id, state.value, state.beginDraining())
        }
        let token = ObservationToken { [weak self] in
            // Released outside the lock: what the callback captured may reach this observable in its deinit.
            let removed = self?.state.withLock { $0.callbacks.removeValue(forKey: id) }
            withExtendedLifetime(removed) {}
        }
        callback(current)
        if isOutermost { deliverPending() }
        return token
    }

    private func drainCallbacks(isolation: isolated (any Actor)?) {
        guard state.withLock({ $0.hasPendingCallbacks }) else { return }
        if isolation === MainActor.shared {
            MainActor.assumeIsolated { drain() }
        } else {
            Task { @MainActor in drain() }
        }
    }

    @MainActor
    private func drain() {
        guard state.withLock({ $0.beginDraining() }) else { return }
        deliverPending()
    }

    @MainActor
    private func deliverPending() {
        while let (callback, value) = state.withLock({ $0.nextCallback() }) {
            callback(value)
        }
    }
}

extension ObservableValue: Observable {}

extension ObservableValue {
    private struct Callback: Sendable {
        let call: @MainActor (Value) -> Void
        var delivered: UInt64
    }

    private struct State: Sendable {
        var value: Value
        var version: UInt64 = 0
        var streams: [Int: AsyncStream<Value>.Continuation] = [:]
        var callbacks: [Int: Callback] = [:]
        var isDraining = false
        private var lastID = 0

        init(value: Value) {
            self.value = value
        }

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }

        /// Sets a value and yields it to all streams; under the lock, so that values arrive in order.
        mutating func commit(_ next: Value) -> Bool {
            guard next != value else { return false }
            value = next
            version += 1
            for stream in streams.values { stream.yield(next) }
            return true
        }

        var hasPendingCallbacks: Bool {
            callbacks.values.contains { $0.delivered < version }
        }

        mutating func beginDraining() -> Bool {
            defer { isDraining = true }
            return !isDraining
        }

        mutating func nextCallback() -> (@MainActor (Value) -> Void, Value)? {
            // Lowest id first, so that observers are called in the order in which they came.
            guard let id = callbacks.filter({ $0.value.delivered < version }).keys.min() else {
                isDraining = false
                return nil
            }
            callbacks[id]?.delivered = version
            return callbacks[id].map { ($0.call, value) }
        }
    }
}
