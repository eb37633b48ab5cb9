import Core
import Foundation
import Synchronization
import Testing

private final class First: Sendable {}
private final class Second: Sendable {}

struct DependencyThreadsTests {
    @Test(.timeLimit(.minutes(5))) func aSingletonIsMadeOnceHoweverManyThreadsAsk() async throws {
        let container = DependencyContainer()
        let count = Mutex(0)
        let asked = DispatchSemaphore(value: 0)
        container.register(First.self) {
            count.withLock { $0 += 1 }
            // Holds the factory open until everybody has asked: all but one have to wait for it.
            for _ in 0..<8 { asked.wait() }
            return First()
        }
        let results = Mutex<[First]>([])
        let done = DispatchGroup()
        for _ in 0..<8 {
            done.enter()
            Thread.detachNewThread {
                asked.signal()
                let made = try? container.resolve(First.self)  // A missing one shows in the count below.
                results.withLock { $0 += made.map { [$0] } ?? [] }
                done.leave()
            }
        }
        await withCheckedContinuation { continuation in
            done.notify(queue: .global()) { continuation.resume() }
        }
        #expect(count.withLock { $0 } == 1)
        let made = results.withLock { $0 }
        #expect(made.count == 8)
        #expect(Set(made.map(ObjectIdentifier.init)).count == 1)
    }

    @Test(.timeLimit(.minutes(5))) func aCircleBetweenTwoThreadsIsFoundInsteadOfWaitedFor() async throws {
        let container = DependencyContainer()
        let firstBegun = DispatchSemaphore(value: 0)
        let secondBegun = DispatchSemaphore(value: 0)
        // Each begins to make its own, and only then needs the other's: neither thread sees a circle by itself.
        container.register(First.self) {
            firstBegun.signal()
            secondBegun.wait()
            secondBegun.signal()
            _ = try container.resolve(Second.self)
            return First()
        }
        container.register(Second.self) {
            secondBegun.signal()
            firstBegun.wait()
            firstBegun.signal()
            _ = try container.resolve(First.self)
            return Second()
        }
        let errors = Mutex<[String]>([])
        let done = DispatchGroup()
        let resolvers: [@Sendable () throws -> Void] = [
            { _ = try container.resolve(First.self) }, { _ = try container.resolve(Second.self) },
        ]
        for resolve in resolvers {
            done.enter()
            Thread.detachNewThread {
                do { try resolve() } catch { errors.withLock { $0.append("\(error)") } }
                done.leave()
            }
        }
        await withCheckedContinuation { continuation in
            done.notify(queue: .global()) { continuation.resume() }
        }
        // Both end, and at least one says why; which of them sees it first is the scheduler's choice.
        #expect(errors.withLock { $0 }.contains { $0.contains("needs itself") })
    }

    @Test func aTaskThatAFactoryStartsIsNoPartOfItsChain() async throws {
        let container = DependencyContainer()
        let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
        container.register(First.self) {
            Task {
                // Asks for what its own maker is making, which is no circle: it only comes later.
                continuation.yield((try? container.resolve(First.self)) != nil)  // False is the failure.
                continuation.finish()
            }
            return First()
        }
        _ = try container.resolve(First.self)
        for await isResolved in results { #expect(isResolved) }
    }
}
