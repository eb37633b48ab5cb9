import Core
import Foundation
import Synchronization

/// A simulated market: it sends deals in packets of a hundred, the same ones for the same seed.
///
/// Ids count up from 1, about a deal a second; a date strays from that by up to half an hour.
final class DealServer: Sendable {
    /// The number of deals in a packet; the last one may have fewer.
    static let packetSize = 100

    private let count: Int
    private let random: SeededRandomSource
    private let pause: TimeInterval
    private let isStopped = Mutex(false)

    /// Prepares the server; it sends nothing before somebody subscribes.
    ///
    /// - Parameters:
    ///   - count: The number of deals that it sends in all.
    ///   - seed: The seed that they are generated from.
    ///   - pause: The least time between two packets, in seconds; 0 by default.
    init(count: Int, seed: UInt64, pause: TimeInterval = 0) {
        self.count = count
        self.pause = pause
        random = SeededRandomSource(seed: seed)
    }

    /// Sends the deals, on a thread of the server's own: a subscriber that takes its time slows the server down.
    ///
    /// Subscribe once; a second subscriber would get other deals.
    ///
    /// - Parameters:
    ///   - receive: Takes a packet.
    ///   - end: Called behind the last packet, also when the server was stopped.
    func subscribeToDeals(
        _ receive: @escaping @Sendable (_ deals: [Deal]) -> Void, onEnd end: @escaping @Sendable () -> Void = {}
    ) {
        let thread = Thread { [self] in
            send(to: receive)
            end()
        }
        thread.name = "DealServer"
        thread.start()
    }

    /// Sends no further packet.
    func stop() {
        isStopped.withLock { $0 = true }
    }

    private func send(to receive: ([Deal]) -> Void) {
        var next = 1
        var due = Date()
        while next <= count, !isStopped.withLock({ $0 }) {
            let packet = (next...(next + min(Self.packetSize, count - next + 1) - 1)).map(deal)
            next += packet.count
            receive(packet)
            guard pause > 0 else { continue }
            // Late packets are not made up for: a burst would only be late again.
            due = max(due.addingTimeInterval(pause), Date())
            Thread.sleep(until: due)
        }
    }

    private func deal(_ id: Int) -> Deal {
        let stray = Double(below(3_600_000)) / 1000 - 1800
        return Deal(
            id: id, date: 1_700_000_000 + Double(id) + stray,
            instrument: Self.instruments[below(Self.instruments.count)],
            price: Double(500_000 + below(500_000)) / 10_000, amount: Double(1_000_000 + 1000 * below(49_000)),
            side: below(2) == 0 ? .buy : .sell)
    }

    /// A number from 0 up to a limit, that one left out.
    private func below(_ limit: Int) -> Int {
        Int(random.next() % UInt64(limit))
    }

    private static let instruments: [String] = {
        let currencies = ["EUR", "USD", "GBP", "CHF", "JPY", "CNY"]
        let pairs = currencies.flatMap { left in currencies.filter { $0 != left }.map { "\(left)\($0)" } }
        return pairs.flatMap { ["\($0)_TOD", "\($0)_TOM"] }
    }()
}
