public import Core

/// A ``Core/ResourceProvider`` for tests of view models that records its calls and answers as scripted.
///
/// What is followed needs no script: the test sets ``shown``.
public final class MockResourceProvider<Key, Value>: ResourceProvider, Mock
where Key: Codable & Hashable & Sendable, Value: Codable & Equatable & Sendable {
    public let log: MockLog
    /// What whoever follows any key is shown, nothing at first; set it.
    public let shown = ObservableValue<ResourceState<Value>?>(nil)
    /// Scripts and records ``stored(_:)``.
    public let onStored: MockMethod<Key, ResourceState<Value>>
    /// Scripts and records ``get(_:)``.
    public let onGet: MockMethod<Key, ResourceState<Value>>
    /// Scripts and records ``refresh(_:)``.
    public let onRefresh: MockMethod<Key, ResourceState<Value>>
    /// Scripts and records ``change(_:with:)``: the key and the change.
    public let onChange: MockMethod<Changed, OutboxItem.ID?>
    /// Scripts and records ``clear(_:)``, and ``clear()`` with `nil`.
    public let onClear: MockMethod<Key?, Void>

    /// A call of ``MockResourceProvider/change(_:with:)``.
    public struct Changed: Hashable, Sendable {
        /// The key.
        public let key: Key
        /// The change.
        public let intent: OwnIntent
    }

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onStored = MockMethod("MockResourceProvider.stored", log: log)
        onGet = MockMethod("MockResourceProvider.get", log: log)
        onRefresh = MockMethod("MockResourceProvider.refresh", log: log)
        onChange = MockMethod("MockResourceProvider.change", log: log)
        onClear = MockMethod("MockResourceProvider.clear", log: log) { _ in }
    }

    public func stored(_ key: Key) async throws -> ResourceState<Value> { try await onStored.answer(to: key) }

    public func get(_ key: Key) async throws -> ResourceState<Value> { try await onGet.answer(to: key) }

    public func refresh(_ key: Key) async throws -> ResourceState<Value> { try await onRefresh.answer(to: key) }

    @discardableResult
    public func change(_ key: Key, with intent: OwnIntent) async throws -> OutboxItem.ID? {
        try await onChange.answer(to: Changed(key: key, intent: intent))
    }

    public func clear(_ key: Key) async throws { try await onClear.answer(to: key) }

    public func clear() async throws { try await onClear.answer(to: nil) }

    public func states(of key: Key) -> AsyncStream<ResourceState<Value>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ResourceState<Value>.self, bufferingPolicy: .bufferingNewest(1))
        let values = shown.values
        let task = Task {
            for await value in values {
                if let value { continuation.yield(value) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
