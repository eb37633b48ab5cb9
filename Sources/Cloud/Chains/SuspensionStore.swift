public import Core
import Foundation

/// A store of the suspensions of a chain's backends: which of them have failed, and until when they are not asked.
///
/// One can serve all chains of an app: a failure that suspends a backend for posts suspends it for threads then.
///
/// - ``SuspensionPolicy`` says which failures suspend a backend, and for how long.
/// - A failure during a suspension (a person asked all the same) renews its time and does not double it.
/// - It is bounded: of more suspensions than its capacity those of single feeds and threads go first, and those that end
///   soonest.
/// - A clock that is set back makes no suspension longer than it was to be.
/// - The stored value has a version; one that cannot be read, or that a later version wrote, counts as none.
///
/// No caller waits for the store. Where it fails, the suspensions of this run of the app are known all the same.
public actor SuspensionStore {
    /// The largest number of suspensions that are kept.
    package let capacity: Int
    /// The error of the last reading or writing of the store; `nil` when it went well.
    package private(set) var storageError: DataError?

    private let policy: SuspensionPolicy
    private let store: (any StateStore)?
    private let name: String
    private let time: any TimeProvider
    private var table: [BackendSuspension.Key: BackendSuspension] = [:]
    private var isLoaded = false
    private var loading: Task<Void, Never>?
    private var saving: Task<Void, Never>?
    private var isDirty = false

    /// The time after its end in which a suspension still doubles the next one.
    private static let grace: TimeInterval = 86_400
    /// Doubling more often than that changes nothing.
    private static let maximumStrikes = 32

    /// Creates a store of suspensions, which reads what was stored when it is first asked.
    ///
    /// - Parameters:
    ///   - store: The store of small values in which the suspensions survive a relaunch; none by default.
    ///   - name: The name of its value there: `cloud-roads` by default.
    ///   - policy: The failures that suspend a backend, and the durations.
    ///   - capacity: The largest number of suspensions; 100 by default, some ten kilobytes.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        store: (any StateStore)? = nil, name: String = "cloud-roads", policy: SuspensionPolicy = .standard,
        capacity: Int = 100,
        time: any TimeProvider = Dependency.clock
    ) {
        self.store = store
        self.name = name
        self.policy = policy
        self.capacity = max(1, capacity)
        self.time = time
    }

    /// Returns the suspensions that hold now, by backend, those that end first before others.
    ///
    /// - Returns: The suspensions.
    public func suspensions() async -> [BackendSuspension] {
        await load()
        let now = rebase()
        return inOrder().filter { $0.until > now }
    }

    /// All suspensions by backend, those that end first before others.
    private func inOrder() -> [BackendSuspension] {
        table.values.sorted {
            ($0.backend, $0.until, $0.scopeHash ?? 0) < ($1.backend, $1.until, $1.scopeHash ?? 0)
        }
    }

    /// Ends all suspensions of a backend, for example after somebody signed in.
    ///
    /// - Parameter backend: The name of the backend.
    public func resume(_ backend: String) async {
        await load()
        let count = table.count
        table = table.filter { $0.key.backend != backend }
        if table.count != count { changed() }
    }

    /// Ends all suspensions.
    package func removeAll() async {
        await load()
        guard !table.isEmpty else { return }
        table = [:]
        changed()
    }

    // MARK: For the chain

    /// Returns the suspension of the whole backend, else the one for the feed, thread or source; `nil` when the backend
    /// may be asked.
    func suspension(of backend: String, for scope: String) async -> BackendSuspension? {
        await load()
        let now = rebase()
        return keys(backend, scope).lazy.compactMap { self.table[$0] }.first { $0.until > now }
    }

    /// Notes that a backend failed.
    ///
    /// - Returns: The suspension that follows; `nil` for none.
    func failed(
        _ backend: String, for scope: String, code: ErrorCode, retryAfter: Duration?
    ) async -> BackendSuspension? {
        guard let rule = policy.rules[code] else { return nil }
        await load()
        let now = rebase()
        let key = BackendSuspension.Key(
            backend: backend, scopeHash: rule.appliesToWholeBackend ? nil : BackendSuspension.hash(of: scope))
        let old = table[key].flatMap { $0.code == code && $0.until + Self.grace > now ? $0 : nil }
        let isStillSuspended = old.map { $0.until > now } ?? false
        let strikes = min((old?.strikes ?? 0) + (isStillSuspended ? 0 : 1), Self.maximumStrikes)
        guard let duration = policy.duration(of: code, strikes: strikes, retryAfter: retryAfter) else { return nil }
        // What the server says now counts; of two times of our own, the later one.
        let earliest = isStillSuspended && retryAfter == nil ? old?.until ?? now : now
        let suspension = BackendSuspension(
            backend: backend, scopeHash: key.scopeHash, code: code, since: now,
            until: max(now + duration / .seconds(1), earliest), strikes: strikes)
        table[key] = suspension
        changed()
        return suspension
    }

    /// Notes that a backend answered.
    ///
    /// - Returns: Whether it was suspended before, for this feed, thread or source or for everything.
    func answered(_ backend: String, for scope: String) async -> Bool {
        await load()
        let known = keys(backend, scope).filter { table.removeValue(forKey: $0) != nil }
        if !known.isEmpty { changed() }
        return !known.isEmpty
    }

    private func keys(_ backend: String, _ scope: String) -> [BackendSuspension.Key] {
        [
            .init(backend: backend, scopeHash: nil),
            .init(backend: backend, scopeHash: BackendSuspension.hash(of: scope)),
        ]
    }

    /// Moves suspensions that begin in the future to now, and returns the date.
    private func rebase() -> Date {
        let now = time.now
        for key in table.keys { table[key]?.rebase(to: now) }
        return now
    }

    /// Forgets what is long over, and what exceeds the capacity.
    private func prune() {
        let now = time.now
        table = table.filter { $0.value.until + Self.grace > now }
        // Not sorted: it is one that is too many, as a rule.
        while table.count > capacity, let first = table.values.min(by: Self.isForgottenBefore) {
            table[first.key] = nil
        }
    }

    private static func isForgottenBefore(_ left: BackendSuspension, _ right: BackendSuspension) -> Bool {
        let (leftRank, rightRank) = (left.scopeHash == nil ? 1 : 0, right.scopeHash == nil ? 1 : 0)
        return (leftRank, left.until, left.scopeHash ?? 0) < (rightRank, right.until, right.scopeHash ?? 0)
    }
}

extension SuspensionStore {
    private struct Stored: Codable {
        static let version = 1
        var version: Int
        var closures: [BackendSuspension]
    }

    /// Returns the name of a site's own value in a store, so that the chains of two sites keep theirs apart.
    ///
    /// It ends in a number, as the name of a site may have characters that the name of a value has not.
    static func name(of site: Site) -> String {
        "cloud-roads-\(String(BackendSuspension.hash(of: site.rawValue), radix: 16))"
    }

    /// Waits until all changes are in the store.
    package func flush() async {
        while let saving { await saving.value }
    }

    /// Reads the store, once; later callers wait for the same reading.
    private func load() async {
        guard !isLoaded else { return }
        // A task of its own, so that one who is cancelled does not end it for the others.
        let task = loading ?? Task { await self.read() }
        loading = task
        await task.value
    }

    private func read() async {
        defer { isLoaded = true }
        guard let store else { return }
        do {
            guard let data = try await store.value(name) else { return }
            let stored = try Self.decoder().decode(Stored.self, from: data)
            guard stored.version == Stored.version else { return }
            for suspension in stored.closures {
                // Whatever stands there, no rule is exceeded.
                guard let rule = policy.rules[suspension.code] else { continue }
                var suspension = suspension
                suspension.until = min(suspension.until, suspension.since + rule.longest / .seconds(1))
                suspension.strikes = min(suspension.strikes, Self.maximumStrikes)
                table[suspension.key] = suspension
            }
            prune()
        } catch {
            // It holds what to avoid: without it a few requests are made in vain, and all is learnt again.
            storageError = DataError(error)
        }
    }

    /// Notes that there is something to store.
    private func changed() {
        prune()
        guard let store else { return }
        isDirty = true
        guard saving == nil else { return }
        saving = Task { await self.write(to: store) }
    }

    private func write(to store: any StateStore) async {
        while isDirty {
            isDirty = false
            let closures = inOrder()
            do {
                let stored = Stored(version: Stored.version, closures: closures)
                try await store.set(closures.isEmpty ? nil : Self.encoder().encode(stored), for: name)
                storageError = nil
            } catch {
                // The table of this run is whole all the same; the next change is written with all of it.
                storageError = DataError(error)
            }
        }
        saving = nil
    }

    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.sortedKeys]
        return encoder
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }
}
