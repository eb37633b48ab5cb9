public import Foundation

/// A provider of the values of a resource: from the store first, and from the network second.
///
/// Contract:
/// - A value is shown after it is stored. A failure never removes one.
/// - Calls for one key at the same time make one request. Who is cancelled leaves, and the others go on waiting.
/// - An answer to an older request never takes the place of one to a newer request.
/// - The value of one account is never shown to another one.
/// - Safe from any thread.
public protocol ResourceProvider<Key, Value>: Sendable {
    /// The key of a value.
    associatedtype Key: Codable & Hashable & Sendable
    /// The value.
    associatedtype Value: Codable & Equatable & Sendable

    /// Returns what is stored, and makes no request.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value with what is known of it; no value where none is stored.
    /// - Throws: ``DataError`` when the store cannot be read, `CancellationError`.
    func stored(_ key: Key) async throws -> ResourceState<Value>

    /// Returns the stored value where it is fresh, and else asks the server.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value with what is known of it. Where the server could not be asked, the stored one, with the
    ///   error beside it.
    /// - Throws: ``DataError`` where there is no value, with the reason; `superseded` where it was cleared meanwhile;
    ///   `CancellationError`.
    func get(_ key: Key) async throws -> ResourceState<Value>

    /// Asks the server, however fresh the stored value is.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value with what is known of it.
    /// - Throws: ``DataError`` with the reason for which there is no answer, or it could not be stored; the stored value
    ///   stays. `superseded` where it was cleared meanwhile; `CancellationError`.
    func refresh(_ key: Key) async throws -> ResourceState<Value>

    /// Queues a change of a value: when this returns, it is stored and shown, and it is sent when that is possible.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - intent: The change, of a kind that the resource has (``Resource/changed(by:apply:)``).
    /// - Returns: The id of the item in the outbox; `nil` where nothing has to be sent.
    /// - Throws: ``DataError`` with the code `invalidInput` for a kind that the resource does not have, and as
    ///   ``WritingProvider/account(on:)`` and ``WritingProvider/queue(_:as:id:undo:)``.
    @discardableResult
    func change(_ key: Key, with intent: OwnIntent) async throws -> OutboxItem.ID?

    /// Removes the stored value of a key, of whoever looks now; what is unsent of it stays.
    ///
    /// A request under way for it ends as `superseded` and stores nothing.
    ///
    /// - Parameter key: The key.
    /// - Throws: ``DataError`` when the store cannot be written, `CancellationError`.
    func clear(_ key: Key) async throws

    /// Removes all stored values of the resource, of all owners; otherwise as ``clear(_:)``.
    ///
    /// - Throws: ``DataError`` when the store cannot be written, `CancellationError`.
    func clear() async throws

    /// Follows a value: its state now, and each change of it, newest only.
    ///
    /// The first state is what is stored. The server is asked as by ``get(_:)``, when somebody begins to follow and when
    /// somebody else begins to look. Changes that other processes commit come as well. Until the stream ends, with its
    /// consumer or the provider, the value is not evicted.
    ///
    /// - Parameter key: The key.
    /// - Returns: A stream of its own for each call.
    func states(of key: Key) -> AsyncStream<ResourceState<Value>>
}

/// A value of a resource, with what is known of it.
public struct ResourceState<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The value to show: what the server said, with what is not sent yet over it; `nil` where there is none.
    public var value: Value?
    /// The value as the server last said it; `nil` where it said none, or it is not stored.
    public var confirmed: Value?
    /// Whether something that is shown is not sent yet.
    public var isPending = false
    /// The place that the value came from; `nil` where there is none.
    public var origin: ResourceOrigin?
    /// The date of the request that the value was last the answer to; `nil` where there is none.
    public var fetched: Date?
    /// Whether the server would be asked now.
    public var isStale = true
    /// Whether the server is being asked.
    public var isRefreshing = false
    /// The error of the last request; `nil` where it succeeded or there was none.
    public var error: DataError?

    /// Creates a state; an empty one by default.
    ///
    /// - Parameters:
    ///   - value: The value to show, which is also the server's.
    ///   - origin: The place that it came from.
    ///   - fetched: The date of the request that it was the answer to.
    ///   - isStale: Whether the server would be asked now.
    ///   - error: The error of the last request.
    public init(
        _ value: Value? = nil, origin: ResourceOrigin? = nil, fetched: Date? = nil, isStale: Bool = true,
        error: DataError? = nil
    ) {
        self.value = value
        confirmed = value
        self.origin = origin
        self.fetched = fetched
        self.isStale = isStale
        self.error = error
    }

    /// Returns the time since the server was asked for the value.
    ///
    /// - Parameter date: The date of now.
    /// - Returns: The time, never below zero; `nil` where there is no value of the server's.
    public func age(at date: Date) -> Duration? {
        fetched.map { .seconds(max(0, date.timeIntervalSince($0))) }
    }
}

/// The place that a value of a resource came from.
public enum ResourceOrigin: Hashable, Sendable {
    /// The memory: it was read from the database before, and is unchanged there.
    case memory
    /// The database.
    case database
    /// The network: it was fetched and stored, or the server said that the stored one is its own.
    case network
}
