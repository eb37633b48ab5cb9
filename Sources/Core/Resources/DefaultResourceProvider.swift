import Foundation
import Synchronization

/// The standard ``ResourceProvider``: keeps values in the app's store, beside posts, and changes them by its outbox.
///
/// Have one for a resource in a process, and register it: `Dependency.register((any ResourceProvider<String,
/// Profile>).self) { … }`. Reading takes one look into the store's memory and, where the value was not read before or
/// has changed, one decoding of it; asking for it again decodes nothing. A refresh writes one record, the whole value
/// with it, also where the server says that it is unchanged.
public final class DefaultResourceProvider<Key, Value>: ResourceProvider
where Key: Codable & Hashable & Sendable, Value: Codable & Equatable & Sendable {
    let resource: Resource<Key, Value>
    let store: any OfflineResourceProvider
    let writing: (any WritingProvider)?
    let viewers: CurrentViewers
    let time: any TimeProvider
    let boot: BootID
    let flights: SingleFlight<Flight, ResourceState<Value>>
    let state = Mutex(State())

    /// What one request is for.
    struct Flight: Hashable {
        let place: Place
        /// Grows with each clearing: what was asked for before is joined by nobody.
        let epoch: Int
    }

    /// A key, and the owner of its value.
    struct Place: Hashable {
        let key: Key
        let owner: MarkOwner?
    }

    /// What is known of values in this process.
    struct State {
        /// The values that were decoded, with the text that they were decoded from and when they were needed last.
        var decoded: [Place: (text: String, value: Value, used: Int)] = [:]
        var lastUse = 0
        /// The error of the last request.
        var errors: [Place: DataError] = [:]
        /// The number of requests under way.
        var refreshing: [Place: Int] = [:]
        /// The moment of the answer that this process fetched last.
        var fetched: [Place: UInt64] = [:]
        /// The order in which requests began, and that of the last answer that was stored.
        var lastOrder = 0
        var landed: [Place: Int] = [:]
        var epochs: [Place: Int] = [:]
        /// The number of times that everything was cleared.
        var epoch = 0
        var followed: [Key: Followed] = [:]
        var pumps: [Task<Void, Never>] = []
    }

    /// A value that somebody follows.
    struct Followed {
        let shown: ObservableValue<ResourceState<Value>?>
        var count = 0
        var isPublishing = false
        var isDirty = false
    }

    /// Creates a provider with what the app has registered: its store, its outbox, its accounts and its clock.
    ///
    /// - Parameter resource: The resource.
    public convenience init(_ resource: Resource<Key, Value>) {
        let container = Dependency.current
        let writes = container.isRegistered((any WritingProvider).self)
        self.init(
            resource, store: Dependency.resolve((any OfflineResourceProvider).self),
            writing: writes ? Dependency.resolve((any WritingProvider).self) : nil, viewers: Dependency.viewers,
            time: Dependency.clock, boot: Dependency.boot)
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - store: The store.
    ///   - writing: The outbox; none by default.
    ///   - viewers: Who looks; nobody by default.
    ///   - time: The clock.
    ///   - boot: The id of the boot; not known by default.
    package init(
        _ resource: Resource<Key, Value>, store: any OfflineResourceProvider, writing: (any WritingProvider)? = nil,
        viewers: CurrentViewers = CurrentViewers(), time: any TimeProvider, boot: BootID = .unknown
    ) {
        self.resource = resource
        self.store = store
        self.writing = writing
        self.viewers = viewers
        self.time = time
        self.boot = boot
        flights = SingleFlight(time: time)
        store.keep(resource.name, by: resource.retention) { [weak self] in try self?.kept() ?? [] }
    }

    deinit {
        for pump in state.withLock({ $0.pumps }) { pump.cancel() }
    }

    // MARK: - Reading

    public func stored(_ key: Key) async throws -> ResourceState<Value> {
        let place = place(of: key)
        return try await translated { try await self.read(place) }
    }

    public func get(_ key: Key) async throws -> ResourceState<Value> {
        let place = place(of: key)
        let found = try await translated { try await self.read(place) }
        guard found.isStale else { return found }
        do {
            return try await fetch(place)
        } catch let error as DataError where error.code != .superseded {
            var stored = try await translated { try await self.read(place) }
            guard stored.value != nil else { throw error }
            stored.error = error
            return stored
        }
    }

    public func refresh(_ key: Key) async throws -> ResourceState<Value> {
        try await fetch(place(of: key))
    }

    // MARK: - Changing

    @discardableResult
    public func change(_ key: Key, with intent: OwnIntent) async throws -> OutboxItem.ID? {
        guard let writing, resource.changes[intent.kind] != nil else {
            throw DataError(
                .invalidInput, message: "'\(resource.name)' has no '\(intent.kind)', or nothing here sends it.")
        }
        let account = try await writing.account(on: intent.site)
        let owner: MarkOwner? = resource.viewer == nil ? nil : .account(account)
        let id = try id(of: Place(key: key, owner: owner))
        var intent = intent
        intent.target = id.target(on: intent.site)
        intent.lane = "\(id)|\(intent.lane)"
        let item = try await writing.queue(.own(intent), as: account)
        await publish(key)
        return item
    }

    public func clear(_ key: Key) async throws {
        let place = place(of: key)
        let id = try id(of: place)
        state.withLock { state in
            state.epochs[place, default: 0] += 1
            state.forget(place)
        }
        try await translated { try await store.clear(.one(id)) }
        await publish(key)
    }

    public func clear() async throws {
        state.withLock { state in
            state.epoch += 1
            (state.decoded, state.errors, state.fetched) = ([:], [:], [:])
        }
        try await translated { try await store.clear(.all(resource.name)) }
        for key in state.withLock({ Array($0.followed.keys) }) { await publish(key) }
    }

    // MARK: - Places

    /// The place of a value for whoever looks now.
    func place(of key: Key) -> Place {
        guard let site = resource.viewer?(key) else { return Place(key: key, owner: nil) }
        // An account that the server has not named yet is not nobody: it has a name of its own.
        let owner = viewers.feedAccount(on: site).map { MarkOwner.account(AccountKey(site: site, name: $0)) }
        return Place(key: key, owner: owner ?? .nobody)
    }

    func id(of place: Place) throws(DataError) -> ResourceID {
        ResourceID(resource.name, owner: place.owner, key: try Self.text(of: place.key))
    }

    /// The JSON of a value, the same for equal ones.
    static func text(of value: some Encodable) throws(DataError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw DataError(.invalidInput, message: "This cannot be kept: it has no form in JSON.", underlying: error)
        }
    }
}

extension DefaultResourceProvider.State {
    mutating func forget(_ place: DefaultResourceProvider.Place) {
        (decoded[place], errors[place], fetched[place]) = (nil, nil, nil)
    }
}
