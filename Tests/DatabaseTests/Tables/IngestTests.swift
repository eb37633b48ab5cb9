import Core
import Database
import Foundation
import Mocks
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct IngestTests {
    private struct Broken: Error, Equatable {}

    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private let store: JSONStore

    init() throws {
        store = try JSONStore.open("/store", files: files, time: clock)
    }

    private func notes(_ ids: Range<Int>) -> [Note] { ids.map { Note($0) } }

    private func ingest(_ size: Int = 2000, merging: (@Sendable (Note, Note) -> Note)? = nil) -> Ingest<Note> {
        var configuration = batches(of: size)
        configuration.merge = merging
        return Ingest(into: store, Note.schema, configuration: configuration, time: clock)
    }

    private func batches(of size: Int) -> Ingest<Note>.Configuration {
        var configuration = Ingest<Note>.Configuration()
        configuration.batchSize = size
        return configuration
    }

    /// Waits until the ingest has said so much.
    private func wait(for ingest: Ingest<Note>, until fits: @Sendable (IngestProgress) -> Bool) async {
        for await progress in ingest.progress.values where fits(progress) { return }
    }

    /// Keeps the store's thread busy, so that nothing can be committed.
    private func occupyStore(until isFree: DispatchSemaphore) async throws -> Task<Void, any Error> {
        let hasBegun = AsyncStream.makeStream(of: Void.self)
        let other = Task { [store] in
            try await store.write { _ in
                hasBegun.continuation.yield()
                isFree.wait()
            }
        }
        for await _ in hasBegun.stream { break }
        return other
    }

    @Test func everyPacketIsCommittedInBatchesOfTheSize() async throws {
        let packets = PacketChannel<[Note]>(capacity: 100)
        for start in stride(from: 0, to: 1000, by: 100) { #expect(packets.trySend(notes(start..<(start + 100)))) }
        packets.finish()
        let progress = try await store.ingest(packets, into: Note.schema, configuration: batches(of: 300), time: clock)
        #expect(try store.notes.map(\.id) == Array(0..<1000))
        #expect(progress.received == 1000)
        #expect(progress.committed == 1000)
        #expect(progress.batches == 4)
        #expect(store.snapshot().version == 4)
    }

    @Test func aPacketIsNeverSplit() async throws {
        let packets = PacketChannel<[Note]>(capacity: 100)
        #expect(packets.trySend(notes(0..<250)))
        #expect(packets.trySend([]))
        #expect(packets.trySend(notes(250..<251)))
        packets.finish()
        let progress = try await store.ingest(packets, into: Note.schema, configuration: batches(of: 100), time: clock)
        #expect(progress.batches == 2)
        #expect(try store.notes.count == 251)
    }

    @Test func aBatchThatIsOldEnoughIsCommitted() async throws {
        let source = WatchedPackets()
        let ingest = ingest()
        let run = Task { try await ingest.run(source) }
        try await source.send(notes(0..<10))
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(249))
        try await source.send(notes(10..<20))
        #expect(try store.notes.isEmpty)
        clock.advance(by: .milliseconds(1))
        await wait(for: ingest) { $0.committed > 0 }
        #expect(ingest.progress.value.committed == 20)
        source.packets.finish()
        _ = try await run.value
        #expect(ingest.progress.value.batches == 1)
    }

    @Test func theTimerOfAFullBatchDoesNotShortenTheNextOne() async throws {
        let source = WatchedPackets()
        let ingest = ingest(15)
        let run = Task { try await ingest.run(source) }
        try await source.send(notes(0..<10))
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(200))
        try await source.send(notes(10..<20))
        await wait(for: ingest) { $0.committed == 20 }
        try await source.send(notes(20..<30))
        clock.advance(by: .milliseconds(50))
        // It has woken, and sleeps for the rest of the new batch's time.
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(199))
        try await source.send(notes(30..<31))
        #expect(try store.notes.count == 20)
        clock.advance(by: .milliseconds(1))
        await wait(for: ingest) { $0.committed == 31 }
        source.packets.finish()
        _ = try await run.value
        #expect(ingest.progress.value.batches == 2)
    }

    @Test func theAgeCountsFromWhenAPacketWasTakenAlsoWhileItHadToWait() async throws {
        // Given a store that is busy, one batch that waits for it, one that is gathered, and a packet without room
        let source = WatchedPackets()
        let ingest = ingest(10)
        let isFree = DispatchSemaphore(value: 0)
        let other = try await occupyStore(until: isFree)
        let run = Task { try await ingest.run(source) }
        try await source.send(notes(0..<10))
        try await source.send(notes(10..<20))
        try await source.packets.send(notes(20..<25))
        while source.packets.waitingCount > 0 { await Task.yield() }
        // When it becomes old before there is room for it
        clock.advance(by: .milliseconds(100))
        clock.advance(by: .milliseconds(250))
        isFree.signal()
        try await other.value
        // Then it is due at once, or when the rest of its time has passed; never later than that
        clock.advance(by: .milliseconds(250))
        await wait(for: ingest) { $0.committed == 25 }
        source.packets.finish()
        _ = try await run.value
    }

    @Test func aTimerThatFiresWhilePacketsComeLosesNone() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aTimerThatFiresWhilePacketsComeLosesNone: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<20 {
            let packets = PacketChannel<[Note]>(capacity: 1)
            let ingest = ingest(25)
            let run = Task { try await ingest.run(packets) }
            let ticking = Task {
                while !Task.isCancelled {
                    clock.advance(by: .milliseconds(250))
                    await Task.yield()
                }
            }
            var sent = 0
            for _ in 0..<60 {
                let count = random.number(9)
                try await packets.send(notes(sent..<(sent + count)))
                sent += count
            }
            packets.finish()
            let progress = try await run.value
            ticking.cancel()
            #expect(progress.committed == sent, "seed \(seed)")
            #expect(progress.received == sent)
            #expect(try store.notes.map(\.id) == Array(0..<sent))
            try await store.write { [sent] batch in
                for id in 0..<sent { try batch.delete(id, from: Note.schema) }
            }
        }
    }

    @Test func theSourceHasToWaitWhileABatchIsCommitted() async throws {
        let packets = PacketChannel<[Note]>(capacity: 2)
        let ingest = ingest(10)
        let isFree = DispatchSemaphore(value: 0)
        let other = try await occupyStore(until: isFree)
        let run = Task { try await ingest.run(packets) }
        var accepted = 0
        // One batch waits for the store, one is gathered, one packet is in the hand of the taker, two in the channel.
        while accepted < 5 {
            let isAccepted = packets.trySend(notes((accepted * 10)..<(accepted * 10 + 10)))
            if isAccepted { accepted += 1 } else { await Task.yield() }
        }
        for _ in 0..<200 {
            #expect(!packets.trySend(notes(900..<910)))
            await Task.yield()
        }
        isFree.signal()
        try await other.value
        packets.finish()
        #expect(try await run.value.committed == 50)
    }

    @Test func anErrorOfTheSourceComesAfterWhatCameBeforeIsCommitted() async throws {
        let packets = PacketChannel<[Note]>()
        try await packets.send(notes(0..<10))
        packets.finish(throwing: Broken())
        let ingest = ingest()
        await #expect(throws: Broken.self) { try await ingest.run(packets) }
        #expect(try store.notes.count == 10)
        #expect(ingest.progress.value.committed == 10)
        #expect(ingest.uncommitted.isEmpty)
    }

    @Test func aCancelledIngestReportsItsUncommittedRecords() async throws {
        let source = WatchedPackets()
        let ingest = ingest(10)
        let run = Task { try await ingest.run(source) }
        try await source.send(notes(0..<10))
        await wait(for: ingest) { $0.committed == 10 }
        try await source.send(notes(10..<15))
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(try store.notes.map(\.id) == Array(0..<10))
        #expect(ingest.uncommitted.map(\.id) == Array(10..<15))
        #expect(ingest.progress.value.pending == 5)
    }

    @Test func aFailedCommitEndsTheIngestAndItsRecordsAreReported() async throws {
        let packets = PacketChannel<[Note]>()
        try await packets.send(notes(0..<10))
        try await packets.send(notes(10..<20))
        packets.finish()
        files.fail(.write, with: .noSpace)
        let ingest = ingest(10)
        await #expect(throws: StoreError.self) { try await ingest.run(packets) }
        #expect(try store.notes.isEmpty)
        #expect(ingest.progress.value.committed == 0)
        #expect(ingest.uncommitted.map(\.id).starts(with: 0..<10))
        // The trouble is over, and nothing is lost.
        let again = self.ingest()
        let rest = PacketChannel<[Note]>()
        try await rest.send(ingest.uncommitted)
        for packet in packets.takeUnread() { try await rest.send(packet) }
        rest.finish()
        try await again.run(rest)
        #expect(try store.notes.map(\.id) == Array(0..<20))
    }

    @Test func aRecordThatComesAgainTakesTheFirstOnesPlaceOrIsMerged() async throws {
        func packets() -> PacketChannel<[Note]> {
            let packets = PacketChannel<[Note]>()
            _ = packets.trySend([Note(1, "a", weight: 1), Note(1, "b", weight: 2)])
            packets.finish()
            return packets
        }
        try await ingest().run(packets())
        #expect(try store.notes == [Note(1, "b", weight: 2)])
        try await ingest { stored, new in Note(new.id, new.text, weight: stored.weight + new.weight) }.run(packets())
        #expect(try store.notes == [Note(1, "b", weight: 5)])
    }

    @Test func theRateIsThatOfTheLastSecond() async throws {
        let packets = PacketChannel<[Note]>()
        let ingest = ingest(10)
        let run = Task { try await ingest.run(packets) }
        // Ten each tenth of a second, then forty.
        for step in 0..<30 {
            clock.advance(by: .milliseconds(100))
            let count = step < 15 ? 10 : 40
            let sent = ingest.progress.value.committed
            try await packets.send(notes(sent..<(sent + count)))
            await wait(for: ingest) { $0.committed == sent + count }
            if step == 14 { #expect(abs(ingest.progress.value.rate - 100) < 10) }
        }
        #expect(abs(ingest.progress.value.rate - 400) < 40)
        packets.finish()
        _ = try await run.value
    }

    @Test func aCallbackOnAThreadOfItsOwnFeedsAStore() async throws {
        // Given a server that calls back with packets of a hundred, and gets ahead
        let packets = PacketChannel<[Note]>(capacity: 4)
        Thread.detachNewThread {
            for start in stride(from: 0, to: 5000, by: 100) { packets.send((start..<(start + 100)).map { Note($0) }) }
            packets.finish()
        }
        // When
        let progress = try await store.ingest(packets, into: Note.schema, time: clock)
        // Then
        #expect(progress.committed == 5000)
        #expect(try store.snapshot().count(of: Note.schema) == 5000)
    }
}

/// Packets that tell when they have arrived: a loop asks for the next one when it has put the last one away.
private struct WatchedPackets: AsyncSequence, Sendable {
    let packets = PacketChannel<[Note]>()
    private let asked = AsyncStream.makeStream(of: Void.self)

    /// Sends a packet and returns when it has arrived.
    func send(_ packet: [Note]) async throws {
        // Asked for once at first, and once more after each packet.
        try await packets.send(packet)
        for await _ in asked.stream { return }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(packets: packets.makeAsyncIterator(), asked: asked.continuation)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var packets: PacketChannel<[Note]>.AsyncIterator
        let asked: AsyncStream<Void>.Continuation
        var hasBegun = false

        mutating func next() async throws -> [Note]? {
            if hasBegun { asked.yield() }
            hasBegun = true
            return try await packets.next()
        }
    }
}
