import Core
import Foundation

/// Deals that are the same for the same seed, cheap to make.
///
/// They come in the order of their ids, about one a second; a date strays from that by up to half an hour. There are
/// sixty instruments; prices, amounts and sides are random.
package struct DealSource {
    private static let instruments: [String] = {
        let currencies = ["EUR", "USD", "GBP", "CHF", "JPY", "CNY"]
        let pairs = currencies.flatMap { left in currencies.filter { $0 != left }.map { "\(left)\($0)" } }
        return pairs.flatMap { ["\($0)_TOD", "\($0)_TOM"] }
    }()

    private let random: SeededRandomSource

    package init(seed: UInt64) {
        random = SeededRandomSource(seed: seed)
    }

    /// Deals with the ids `first ..< first + count`.
    package func deals(from first: Int = 1, count: Int) -> [Deal] {
        (first..<first + count).map { deal($0, at: Double($0)) }
    }

    /// The same number of deals in a random order; every fifth has the id of one that came before it.
    package func shuffled(count: Int) -> [Deal] {
        let fresh = count - count / 5
        var ids = Array(1...max(1, fresh))
        for position in ids.indices.reversed() {
            ids.swapAt(position, below(position + 1))
        }
        var used = 0
        var stream: [Deal] = []
        stream.reserveCapacity(count)
        for position in 0..<count {
            let isRepeat = position % 5 == 4 || used == ids.count
            let id = isRepeat ? ids[below(used)] : ids[used]
            if !isRepeat { used += 1 }
            stream.append(deal(id, at: Double(id)))
        }
        return stream
    }

    /// A number from 0 up to a limit, that one left out.
    package func below(_ limit: Int) -> Int {
        Int(random.next() % UInt64(max(1, limit)))
    }

    private func deal(_ id: Int, at second: Double) -> Deal {
        let stray = Double(below(3_600_000)) / 1000 - 1800
        return Deal(
            id: id, date: Date(timeIntervalSince1970: 1_700_000_000 + second + stray),
            instrument: Self.instruments[below(Self.instruments.count)],
            price: Double(500_000 + below(500_000)) / 10_000, amount: 1_000_000 + 1000 * below(49_000),
            side: below(2) == 0 ? .buy : .sell)
    }
}
