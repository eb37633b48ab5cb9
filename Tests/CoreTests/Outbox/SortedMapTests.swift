import Synchronization
import Testing

@testable import Core

/// The maps and sets that the outbox keeps its entries in.
struct SortedMapTests {
    /// A key that counts how often it is compared.
    private struct Key: Comparable, Sendable {
        final class Count: Sendable {
            let value = Mutex(0)
        }

        let number: Int
        let count: Count

        static func < (left: Key, right: Key) -> Bool {
            left.count.value.withLock { $0 += 1 }
            return left.number < right.number
        }

        static func == (left: Key, right: Key) -> Bool { left.number == right.number }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func itIsADictionaryInOrder(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        var map = SortedMap<Int, Int>()
        var known: [Int: Int] = [:]
        var copies: [(SortedMap<Int, Int>, [Int: Int])] = []
        for step in 0..<2000 {
            let key = number(200)
            // More is added than removed at first, and then the other way around.
            let value = number(2000) > step ? step : nil
            map[key] = value
            known[key] = value
            if step % 100 == 0 { copies.append((map, known)) }
            #expect(map[key] == value && map.count == known.count && map.isEmpty == known.isEmpty)
            #expect(map.first?.key == known.keys.min() && map.last?.key == known.keys.max())
            let bound = number(220) - 10
            #expect(map.first(after: bound)?.key == known.keys.filter { $0 > bound }.min())
            #expect(map.from(bound).map { $0.key } == known.keys.filter { $0 >= bound }.sorted())
        }
        for (map, known) in copies + [(map, known)] {
            #expect(map.keys == known.keys.sorted())
            #expect(map.values == known.keys.sorted().map { known[$0] })
        }
    }

    @Test(arguments: ["up", "down", "in and out"]) func findingTakesTheLogarithmOfTheCount(_ order: String) {
        let count = Key.Count()
        var map = SortedMap<Key, Bool>()
        for number in 0..<4096 {
            map[Key(number: order == "down" ? -number : number, count: count)] = true
            // Only the last 1,000 stay.
            if order == "in and out", number >= 1000 { map[Key(number: number - 1000, count: count)] = nil }
        }
        count.value.withLock { $0 = 0 }
        let some = map.keys.enumerated().filter { $0.offset % 50 == 0 }.map(\.element)
        for key in some { #expect(map[key] == true) }
        // Two comparisons on each of 20 levels at most, which is less than twice the logarithm.
        #expect(count.value.withLock { $0 } < some.count * 40)
    }

    @Test(arguments: [0, 1, 2, 3, 7, 100, 1000]) func manyAtOnceAreTheSameAsOneByOne(_ count: Int) {
        let random = SeededRandomSource(seed: UInt64(count))
        let pairs: [(key: Int, value: Int)] = (0..<count).map { (Int(random.next() % 500), $0) }
        var one = SortedMap<Int, Int>()
        for pair in pairs { one[pair.key] = pair.value }
        var all = SortedMap(pairs)
        #expect(all == one && all.keys == one.keys && all.values == one.values)
        // It is balanced as well: removing and adding keep it in order.
        for _ in 0..<count {
            let key = Int(random.next() % 500)
            (all[key], one[key]) = (nil, nil)
            (all[key + 1], one[key + 1]) = (key, key)
            #expect(all.count == one.count)
        }
        #expect(all == one)
    }

    @Test func aSetTakesManyAtOnce() {
        var set = SortedSet<Int>()
        set.gather()
        for element in [3, 1, 2, 3, 1] { set.insert(element) }
        set.settle()
        #expect(Array(set) == [1, 2, 3])
        set.insert(0)
        set.remove(3)
        #expect(Array(set) == [0, 1, 2])
    }

    @Test func twoAreEqualWhereTheirKeysAndValuesAre() {
        let random = SeededRandomSource(seed: 5)
        var one = SortedMap<Int, Int>()
        for key in 0..<100 { one[key] = key }
        var other = SortedMap<Int, Int>()
        for _ in 0..<2000 {
            let key = Int(random.next() % 100)
            other[key] = key
        }
        #expect(one == other)
        for key in 0..<100 {
            var changed = other
            changed[key] = -1
            #expect(changed != one && changed != other)
            changed[key] = nil
            #expect(changed != one)
            changed[-1] = 0
            #expect(changed.count == one.count && changed != one)
            changed[-1] = nil
            changed[key] = key
            #expect(changed == one)
        }
    }

    @Test func aSetHasEachElementOnceAndInOrder() {
        var set = SortedSet<Int>()
        for element in [3, 1, 2, 3, 1] { set.insert(element) }
        #expect(Array(set) == [1, 2, 3] && set.first == 1 && set.last == 3)
        set.remove(2)
        set.remove(2)
        #expect(Array(set.from(2)) == [3] && set.first(after: 1) == 3 && set.first(after: 3) == nil)
        set.remove(1)
        set.remove(3)
        #expect(set.isEmpty && set == SortedSet())
    }
}
