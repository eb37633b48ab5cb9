import Core
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PacketChannelTests {
    private struct Broken: Error, Equatable {}

    /// Runs on a thread of its own, as a callback API does.
    private func onThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                body()
                continuation.resume()
            }
        }
    }

    private func waitUntil(_ channel: PacketChannel<Int>, holds count: Int) async {
        while channel.waitingCount != count { await Task.yield() }
    }

    @Test func packetsComeOutInTheOrderInWhichTheyWereSent() async throws {
        let channel = PacketChannel<Int>(capacity: 3)
        for number in 1...3 { #expect(channel.trySend(number)) }
        channel.finish()
        var taken: [Int] = []
        for try await number in channel { taken.append(number) }
        #expect(taken == [1, 2, 3])
    }

    @Test func trySendFailsOnAFullChannel() async throws {
        let channel = PacketChannel<Int>(capacity: 2)
        #expect(channel.trySend(1))
        #expect(channel.trySend(2))
        #expect(!channel.trySend(3))
        var packets = channel.makeAsyncIterator()
        #expect(try await packets.next() == 1)
        #expect(channel.trySend(4))
        #expect(try await packets.next() == 2)
        #expect(try await packets.next() == 4)
    }

    @Test func aThreadThatSendsIntoAFullChannelIsBlockedUntilThereIsRoom() async throws {
        let channel = PacketChannel<Int>(capacity: 1)
        let sent = Mutex<[Int]>([])
        async let producer: Void = onThread {
            for number in 1...3 {
                channel.send(number)
                sent.withLock { $0.append(number) }
            }
            channel.finish()
        }
        // One is in the channel and one with its sender.
        await waitUntil(channel, holds: 2)
        #expect(sent.withLock { $0 } == [1])
        var taken: [Int] = []
        for try await number in channel { taken.append(number) }
        #expect(taken == [1, 2, 3])
        await producer
        #expect(sent.withLock { $0 } == [1, 2, 3])
    }

    @Test func anAsynchronousSenderSuspendsUntilThereIsRoom() async throws {
        let channel = PacketChannel<Int>(capacity: 1)
        try await channel.send(1)
        let second = Task { try await channel.send(2) }
        await waitUntil(channel, holds: 2)
        var packets = channel.makeAsyncIterator()
        #expect(try await packets.next() == 1)
        #expect(try await second.value)
        #expect(try await packets.next() == 2)
    }

    @Test func aSenderThatIsCancelledHasSentNothing() async throws {
        let channel = PacketChannel<Int>(capacity: 1)
        try await channel.send(1)
        let second = Task { try await channel.send(2) }
        await waitUntil(channel, holds: 2)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        channel.finish()
        var taken: [Int] = []
        for try await number in channel { taken.append(number) }
        #expect(taken == [1])
    }

    @Test func packetsSentBeforeTheEndAreReceivedBeforeTheError() async throws {
        let channel = PacketChannel<Int>(capacity: 2)
        try await channel.send(1)
        channel.finish(throwing: Broken())
        #expect(try await channel.send(2) == false)
        #expect(!channel.trySend(2))
        var packets = channel.makeAsyncIterator()
        #expect(try await packets.next() == 1)
        await #expect(throws: Broken.self) { _ = try await packets.next() }
        #expect(try await packets.next() == nil)
    }

    @Test func aConsumerThatStopsReleasesBlockedProducers() async throws {
        let channel = PacketChannel<Int>(capacity: 1)
        let wasTaken = Mutex<[Bool]>([])
        async let producer: Void = onThread {
            for number in 1...3 {
                let answer = channel.send(number)
                wasTaken.withLock { $0.append(answer) }
            }
        }
        await waitUntil(channel, holds: 2)
        for try await _ in channel { break }
        await producer
        // Two were accepted: the first was taken, the second waits to be asked for.
        #expect(wasTaken.withLock { $0 } == [true, true, false])
        #expect(channel.takeUnread() == [2])
        #expect(channel.takeUnread().isEmpty)
    }

    @Test func aCancelledConsumerEndsAndLeavesWhatItDidNotTake() async throws {
        let channel = PacketChannel<Int>(capacity: 4)
        let consumer = Task {
            var taken: [Int] = []
            for try await number in channel { taken.append(number) }
            return taken
        }
        try await channel.send(1)
        await waitUntil(channel, holds: 0)
        consumer.cancel()
        #expect(try await consumer.value == [1])
        #expect(try await channel.send(2) == false)
    }

    @Test func nothingIsLostBetweenManyProducers() async throws {
        let channel = PacketChannel<Int>(capacity: 3)
        async let first: Void = onThread { for number in 0..<500 { channel.send(number * 3) } }
        async let second: Void = onThread { for number in 0..<500 { channel.send(number * 3 + 1) } }
        let third = Task { for number in 0..<500 { try await channel.send(number * 3 + 2) } }
        let consumer = Task {
            var taken: [Int] = []
            for try await number in channel { taken.append(number) }
            return taken
        }
        await first
        await second
        try await third.value
        channel.finish()
        let taken = try await consumer.value
        #expect(taken.sorted() == Array(0..<1500))
        // Each producer's own come in its order.
        for rest in 0..<3 {
            let own = taken.filter { $0 % 3 == rest }
            #expect(own == own.sorted())
        }
    }
}
