public import Core
import Foundation

/// Remembers for a while which roads of a chain are closed, over relaunches too where it is given a store.
///
/// One memory can serve all chains of an app: posts and threads learn from each other then.
///
/// - ``ClosingPolicy`` says what closes a road, and for how long.
/// - A failure while a road is closed (a person asked all the same) renews its time and does not double it.
/// - It is bounded: of more than ``capacity`` closures those of single things go first, and those that end soonest.
/// - A clock that is set back leaves nothing closed for longer than it was to be.
/// - What is stored has a version; a value that cannot be read, or that a later version wrote, counts as none.
///
/// The store is written to behind everybody's back, and never waited for. Where that fails, ``storageError`` says so;
/// nothing is lost but the memory of the next launch.
public actor RoadMemory {
    /// How many closures are kept.
    public let capacity: Int
    /// Why the store could not be read or written, the last time; `nil` when it could.
    public internal(set) var storageError: DataError?

    let policy: ClosingPolicy
    let store: (any StateStore)?
    let name: String
    let time: any TimeProvider
    var table: [RoadClosure.Key: RoadClosure] = [:]
    var isLoaded = false
    var loading: Task<Void, Never>?
    var saving: Task<Void, Never>?
    var isDirty = false

    /// How long after its end a closure still counts for doubling the next one.
    private static let grace: TimeInterval = 86_400
    /// Doubling more often than that changes nothing any more.
    static let maximumStrikes = 32

    /// Creates a memory; it reads the store when it is first asked.
    ///
    /// - Parameters:
    ///   - store: Where it survives relaunch; nowhere by default.
    ///   - name: The name of its value there: `cloud-roads` by default.
    ///   - policy: What closes a road, and for how long.
    ///   - capacity: How many closures are kept; 100 by default, some ten kilobytes.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        store: (any StateStore)? = nil, name: String = "cloud-roads", policy: ClosingPolicy = .standard,
        capacity: Int = 100,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.store = store
        self.name = name
        self.policy = policy
        self.capacity = max(1, capacity)
        self.time = time
    }

    /// What is closed now, by road; what ends first comes first.
    ///
    /// - Returns: The closures.
    public func closures() async -> [RoadClosure] {
        await load()
        let now = rebase()
        return table.values.filter { $0.until > now }.sorted {
            ($0.road, $0.until, $0.thing ?? 0) < ($1.road, $1.until, $1.thing ?? 0)
        }
    }

    /// Opens a road again: somebody signed in, for one.
    ///
    /// - Parameter road: Its name. What is remembered of single things on it is forgotten too.
    public func reopen(_ road: String) async {
        await load()
        let count = table.count
        table = table.filter { $0.key.road != road }
        if table.count != count { changed() }
    }

    /// Opens all roads again.
    public func removeAll() async {
        await load()
        guard !table.isEmpty else { return }
        table = [:]
        changed()
    }

    // MARK: For the chain

    /// Why a road is not asked for something now.
    ///
    /// - Parameters:
    ///   - road: The road's name.
    ///   - thing: The name of what it is to be asked for.
    /// - Returns: The closure of the whole road, else the one for the thing; `nil` when it may be asked.
    func closure(of road: String, for thing: String) async -> RoadClosure? {
        await load()
        let now = rebase()
        return keys(road, thing).lazy.compactMap { self.table[$0] }.first { $0.until > now }
    }

    /// Learns that a road failed.
    ///
    /// - Parameters:
    ///   - road: The road's name.
    ///   - thing: The name of what it was asked for.
    ///   - code: How it failed.
    ///   - retryAfter: How long the server asks to be left alone.
    /// - Returns: What is closed now; `nil` when nothing is.
    func failed(
        _ road: String, for thing: String, code: ErrorCode, retryAfter: Duration?
    ) async -> RoadClosure? {
        guard let rule = policy.rules[code] else { return nil }
        await load()
        let now = rebase()
        let key = RoadClosure.Key(road: road, thing: rule.closesWholeRoad ? nil : RoadClosure.number(of: thing))
        let old = table[key].flatMap { $0.code == code && $0.until + Self.grace > now ? $0 : nil }
        let isStillClosed = old.map { $0.until > now } ?? false
        let strikes = min((old?.strikes ?? 0) + (isStillClosed ? 0 : 1), Self.maximumStrikes)
        guard let duration = policy.duration(of: code, strikes: strikes, retryAfter: retryAfter) else { return nil }
        // What the server says now counts; of two times of our own, the later one.
        let earliest = isStillClosed && retryAfter == nil ? old?.until ?? now : now
        let closure = RoadClosure(
            road: road, thing: key.thing, code: code, since: now, until: max(now + duration / .seconds(1), earliest),
            strikes: strikes)
        table[key] = closure
        changed()
        return closure
    }

    /// Learns that a road answered.
    ///
    /// - Parameters:
    ///   - road: The road's name.
    ///   - thing: The name of what it was asked for.
    /// - Returns: Whether it was closed before, for this or for everything.
    func answered(_ road: String, for thing: String) async -> Bool {
        await load()
        let known = keys(road, thing).filter { table.removeValue(forKey: $0) != nil }
        if !known.isEmpty { changed() }
        return !known.isEmpty
    }

    private func keys(_ road: String, _ thing: String) -> [RoadClosure.Key] {
        [.init(road: road, thing: nil), .init(road: road, thing: RoadClosure.number(of: thing))]
    }

    /// Brings what lies in the future back, and gives the date that it was brought back to.
    private func rebase() -> Date {
        let now = time.now
        for key in table.keys { table[key]?.rebase(to: now) }
        return now
    }

    /// Forgets what is long over, and what is too much.
    func prune() {
        let now = time.now
        table = table.filter { $0.value.until + Self.grace > now }
        guard table.count > capacity else { return }
        let order = table.values.sorted { left, right in
            let (leftRank, rightRank) = (left.thing == nil ? 1 : 0, right.thing == nil ? 1 : 0)
            return (leftRank, left.until, left.thing ?? 0) < (rightRank, right.until, right.thing ?? 0)
        }
        for closure in order.prefix(table.count - capacity) { table[closure.key] = nil }
    }
}
