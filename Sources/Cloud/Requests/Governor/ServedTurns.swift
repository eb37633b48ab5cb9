/// The turns of feeds at the server: numbers their requests, so that the feed that waited longest is next.
struct ServedTurns: Sendable {
    /// The largest number of feeds whose last request is remembered.
    private static let mostServed = 500

    /// The number of each feed's last request, counted from 1 over all feeds.
    private var numbers: [UInt64: Int] = [:]
    private var last = 0

    /// The hashes of the feeds that had their turn, the one that was served longest ago first.
    var order: [UInt64] { newest.map(\.key).filter { $0 != 0 } }

    /// Takes up the turns that were written down.
    mutating func setOrder(_ turns: [UInt64]) {
        numbers = [:]
        for turn in turns.suffix(Self.mostServed) {
            last += 1
            numbers[turn] = last
        }
    }

    /// The number of a feed's last request; 0 where none is remembered.
    func number(of feed: UInt64) -> Int { numbers[feed] ?? 0 }

    /// Notes that a request of a feed begins.
    ///
    /// - Parameter feed: The hash of the feed's key.
    /// - Returns: The number of the feed's request before, and of this one.
    mutating func begin(_ feed: UInt64) -> (before: Int?, now: Int) {
        let before = numbers[feed]
        last += 1
        numbers[feed] = last
        if numbers.count > 2 * Self.mostServed {
            numbers = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
        }
        return (before, last)
    }

    /// Takes the turn of a request back that the server has not counted, unless the feed had another one since.
    mutating func takeBack(_ turn: (before: Int?, now: Int), of feed: UInt64) {
        if numbers[feed] == turn.now { numbers[feed] = turn.before }
    }

    private var newest: [(key: UInt64, value: Int)] {
        numbers.sorted { $0.value < $1.value }.suffix(Self.mostServed)
    }
}
