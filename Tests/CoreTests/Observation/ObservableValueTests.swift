import Core
import Foundation
import Observation
import Synchronization
import Testing

struct ObservableValueTests {
    @Test func aStreamBeginsWithTheCurrentValueAndEndsWithTheNewest() async {
        let observable = ObservableValue(1)
        var iterator = observable.values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        observable.set(2)
        observable.set(3)
        #expect(await iterator.next() == 3)
    }

    @Test(.timeLimit(.minutes(5))) func consumersThatAreCancelledWhileAValueIsSetStopNobody() async {
        for _ in 0..<50 {
            let observable = ObservableValue(0)
            let consumers = (0..<4).map { _ in
                Task { for await _ in observable.values {} }
            }
            let setter = Task.detached {
                for value in 1...200 { observable.set(value) }
            }
            for consumer in consumers { consumer.cancel() }
            for consumer in consumers { await consumer.value }
            await setter.value
            #expect(observable.value == 200)
        }
    }

    @Test func equalValuesAreNotSentAgain() async {
        let observable = ObservableValue("a")
        var iterator = observable.values.makeAsyncIterator()
        #expect(await iterator.next() == "a")
        observable.set("a")
        observable.set("b")
        #expect(await iterator.next() == "b")
    }

    @Test func streamsEndWithTheObservable() async throws {
        var observable: ObservableValue<Int>? = ObservableValue(1)
        let stream = try #require(observable?.values)
        observable = nil
        var seen: [Int] = []
        for await value in stream { seen.append(value) }
        #expect(seen == [1])
    }

    @Test func everyStreamEndsOnTheLastValueHoweverManySend() async throws {
        // Given streams whose consumers all wait for the next value
        var observable: ObservableValue<Int>? = ObservableValue(0)
        let executor = StoppingExecutor()
        let (firsts, first) = AsyncStream.makeStream(of: Void.self)
        let consumers = try (0..<3).map { _ in
            let stream = try #require(observable?.values)
            return Task(executorPreference: executor) {
                var last: Int?
                for await value in stream {
                    if last == nil { first.yield() }
                    last = value
                }
                return last
            }
        }
        for await _ in firsts.prefix(consumers.count) {}
        executor.finishWhatIsUnderWay()
        // When one sender is stopped in the middle of its sending, and another one tries to overtake it
        executor.stopNextResumption { [weak observable] in observable?.set(2) }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [weak observable] in
                observable?.set(1)
                continuation.resume()
            }
        }
        await executor.overtaking()
        // Then every stream ends on what was set last
        #expect(observable?.value == 2)
        observable = nil
        for consumer in consumers { #expect(await consumer.value == 2) }
    }

    @Test func anUpdateReturnsAResultAndLeavesTheValueAloneWhenItThrows() {
        struct Refused: Error {}
        let observable = ObservableValue([1])
        let count = observable.update { value in
            value.append(2)
            return value.count
        }
        #expect(count == 2)
        #expect(throws: Refused.self) {
            try observable.update { value in
                value.append(3)
                throw Refused()
            }
        }
        #expect(observable.value == [1, 2])
    }

    @MainActor @Test func aCallbackIsCalledAtOnceAndBeforeASetterReturns() {
        let observable = ObservableValue(1)
        var seen: [Int] = []
        let token = observable.observe { seen.append($0) }
        observable.set(2)
        observable.set(2)
        #expect(seen == [1, 2])
        token.cancel()
        observable.set(3)
        #expect(seen == [1, 2])
    }

    @MainActor @Test func releasingTheTokenEndsTheObservation() {
        let observable = ObservableValue(1)
        var seen: [Int] = []
        var token: ObservationToken? = observable.observe { seen.append($0) }
        _ = token
        token = nil
        observable.set(2)
        #expect(seen == [1])
    }

    @MainActor @Test func aCallbackThatSetsIsCalledAgainAfterItReturned() {
        let observable = ObservableValue(0)
        var log: [String] = []
        let token = observable.observe { value in
            log.append("begin \(value)")
            if value < 2 { observable.set(value + 1) }
            log.append("end \(value)")
        }
        #expect(log == ["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"])
        withExtendedLifetime(token) {}
    }

    @MainActor @Test func aCallbackHearsOfAValueThatWasSetElsewhere() async {
        let observable = ObservableValue(0)
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let token = observable.observe { continuation.yield($0) }
        await Task.detached { observable.set(7) }.value
        for await value in stream where value == 7 { break }
        withExtendedLifetime(token) {}
    }

    @MainActor @Test func observationTracksTheValueAndFindsTheNewOne() {
        let observable = ObservableValue(1)
        let found = Mutex<Int?>(nil)
        let read = withObservationTracking {
            observable.value
        } onChange: {
            // Called outside the lock, with the new value committed: reading here would hang or be stale otherwise.
            found.withLock { $0 = observable.value }
        }
        #expect(read == 1)
        observable.set(2)
        #expect(found.withLock { $0 } == 2)
    }
}
