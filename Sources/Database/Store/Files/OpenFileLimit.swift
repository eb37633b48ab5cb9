import Core
import Dispatch
import Synchronization

/// The limit on the descriptors that a store's files hold: the files that nobody reads at the moment give theirs up.
///
/// Which one does is decided by its turn, and among those of one turn as a clock goes round: one that was used since the
/// last time is passed over once.
final class OpenFileLimit: Sendable {
    /// How many files may be open.
    let count: Int
    /// How many of them may be superseded ones, which stay open for those who still read them.
    let supersededCount: Int

    private struct State: Sendable {
        /// The files that are open, or about to be.
        var open: [StoreFile.Entry] = []
        /// The next one to look at.
        var hand = 0
        /// The places that were given to files that are about to be opened.
        var reserved = 0
        /// The number of threads that wait for a file that is being read.
        var waiting = 0
        var superseded = 0
    }

    private let state = Mutex(State())
    /// The number of threads that look for a place: whoever has read a file only looks here.
    private let pressure = Atomic(0)
    private let freed = DispatchSemaphore(value: 0)

    init(count: Int = 24, supersededCount: Int = 8) {
        self.count = max(1, count)
        self.supersededCount = supersededCount
    }

    /// Makes room for one file more; waits where every other is being read.
    func reserve() {
        // Before it looks at any file, so that whoever lets go of one later sees it.
        pressure.add(1, ordering: .sequentiallyConsistent)
        defer { pressure.subtract(1, ordering: .sequentiallyConsistent) }
        while true {
            let (isReserved, victim) = state.withLock { state -> (Bool, (any OpenFile)?) in
                if state.open.count + state.reserved < count {
                    state.reserved += 1
                    return (true, nil)
                }
                if let victim = evict(&state) {
                    state.reserved += 1
                    return (true, victim)
                }
                // Those that have to stay open are few. Where they are all that there is, nobody would wake this one.
                guard state.open.contains(where: \.isRead) || state.reserved > 0 else {
                    state.reserved += 1
                    return (true, nil)
                }
                state.waiting += 1
                return (false, nil)
            }
            victim?.close()
            if isReserved { return }
            freed.wait()
        }
    }

    /// Takes a file in, in the place that was reserved for it.
    func add(_ entry: StoreFile.Entry) {
        wake { state in
            state.reserved -= 1
            if !state.open.contains(where: { $0 === entry }) { state.open.append(entry) }
        }
    }

    /// Takes a file in that has to be open whatever else is, and closes another one for it where that can be.
    func addAtOnce(_ entry: StoreFile.Entry) {
        let victim = state.withLock { state in
            state.open.append(entry)
            return state.open.count + state.reserved > count ? evict(&state) : nil
        }
        victim?.close()
    }

    /// Gives a reserved place back.
    func cancel() {
        wake { $0.reserved -= 1 }
    }

    /// Forgets a file that was closed.
    func remove(_ entry: StoreFile.Entry) {
        wake { $0.open.removeAll { $0 === entry } }
    }

    /// A file is read no longer.
    func noteIdle() {
        if pressure.load(ordering: .sequentiallyConsistent) > 0 { wake { _ in } }
    }

    /// Closes what is not being read and can be opened again: the process has no descriptor left.
    func closeIdle() {
        let victims = state.withLock { state in
            var victims: [any OpenFile] = []
            while let victim = evict(&state, [.first, .second]) { victims.append(victim) }
            return victims
        }
        for victim in victims { victim.close() }
    }

    /// Counts one more superseded file that stays open; false when there are enough of them.
    func keepSuperseded() -> Bool {
        state.withLock { state in
            guard state.superseded < supersededCount else { return false }
            state.superseded += 1
            return true
        }
    }

    func forgetSuperseded() {
        state.withLock { $0.superseded -= 1 }
    }

    private func evict(
        _ state: inout State, _ turns: [StoreFile.Entry.Turn] = StoreFile.Entry.Turn.allCases
    ) -> (any OpenFile)? {
        for turn in turns {
            for _ in 0..<2 * state.open.count {
                if state.hand >= state.open.count { state.hand = 0 }
                if let victim = state.open[state.hand].giveUp(turn) {
                    state.open.remove(at: state.hand)
                    if turn == .last { state.superseded -= 1 }
                    return victim
                }
                state.hand += 1
            }
        }
        return nil
    }

    private func wake(_ change: (inout State) -> Void) {
        let count = state.withLock { state in
            change(&state)
            defer { state.waiting = 0 }
            return state.waiting
        }
        for _ in 0..<count { freed.signal() }
    }
}
