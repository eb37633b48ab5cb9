import Synchronization

/// The records that were taken from a source and are not committed yet, shared by the reader, the committer and the
/// clock.
///
/// All three meet under one lock, so a timer that fires while a packet comes in loses neither.
final class IngestBuffer<Record: Sendable>: Sendable {
    private enum Role: CaseIterable {
        case taker
        case committer
        case clock
    }

    private struct State: Sendable {
        let size: Int
        var records: [Record] = []
        /// The time when the oldest of the records was taken.
        var firstTaken: Duration?
        var received = 0
        var isDue = false
        var isEnded = false
        var failure: (any Error)?
        var isCancelled = false
        var waiting: [Role: CheckedContinuation<Void, Never>] = [:]

        func isReady(_ role: Role) -> Bool {
            if isCancelled { return true }
            return switch role {
            case .taker: records.count < size
            case .committer: isEnded || isDue || records.count >= size
            case .clock: isEnded || (!records.isEmpty && !isDue)
            }
        }

        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            Role.allCases.filter(isReady).compactMap { waiting.removeValue(forKey: $0) }
        }
    }

    private let age: Duration
    private let state: Mutex<State>

    init(size: Int, age: Duration) {
        self.age = age
        state = Mutex(State(size: size))
    }

    /// The number of records that were taken so far.
    var received: Int { state.withLock { $0.received } }

    /// The records that were not taken to be committed.
    var leftover: [Record] { state.withLock { $0.records } }

    /// Puts a packet in as soon as there is room for it; when all is over, without room as well.
    func add(_ packet: [Record], takenAt time: Duration) async {
        change { $0.received += packet.count }
        guard !packet.isEmpty else { return }
        await wait(.taker)
        change { state in
            state.records += packet
            state.firstTaken = state.firstTaken ?? time
        }
    }

    /// Ends the buffer: the source has nothing more.
    func end(_ failure: (any Error)? = nil) {
        change { state in
            state.isEnded = true
            state.failure = failure
        }
    }

    /// The error that the source ended with.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Ends all waiting.
    func cancel() {
        change { $0.isCancelled = true }
    }

    /// The next records to commit, when they are enough or old enough or the last ones.
    ///
    /// - Returns: The records; nil at the end and when all is over.
    func nextBatch() async -> [Record]? {
        await wait(.committer)
        return change { state in
            guard !state.isCancelled, !state.records.isEmpty else { return nil }
            defer {
                state.records = []
                state.firstTaken = nil
                state.isDue = false
            }
            return state.records
        }
    }

    /// Puts records back that could not be committed.
    func putBack(_ batch: [Record]) {
        change { $0.records = batch + $0.records }
    }

    /// Returns the time when the records here are to be committed, once there are some.
    ///
    /// - Returns: The moment; nil when nobody needs the clock any more.
    func nextDeadline() async -> Duration? {
        while true {
            await wait(.clock)
            let (isOver, first) = change { ($0.isCancelled || $0.isEnded, $0.firstTaken) }
            if isOver { return nil }
            if let first { return first + age }
            // They were taken to be committed before this could look; the next ones need the clock, too.
        }
    }

    /// Lets the records be committed that are old enough; younger ones, which came meanwhile, stay.
    func tick(at time: Duration) {
        change { state in
            if let first = state.firstTaken, first + age <= time { state.isDue = true }
        }
    }

    private func wait(_ role: Role) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isReady(role) { return true }
                state.waiting[role] = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = body(&state)
            return (result, state.takeReady())
        }
        for continuation in ready { continuation.resume() }
        return result
    }
}
