import Cloud
import Core
import Foundation
import Testing

/// The simulated latency, losses and failures of a network.
struct SimulatedTransportTests {
    private let request = NetworkRequest(url("https://example.com/x"))

    @Test func theSameSeedGivesTheSameNetworkConditions() async throws {
        func outcomes(_ seed: UInt64) async -> [String] {
            let clock = TestClock()
            let transport = SimulatedTransport(
                ReplayTransport(TransportArchive([.init(url: "https://example.com/x")])),
                conditions: NetworkConditions(
                    latency: .zero ... .seconds(1), loss: 0.3, statuses: [500: 0.2, 429: 0.2]),
                time: clock, random: SeededRandomSource(seed: seed))
            var result: [String] = []
            for _ in 0..<100 {
                do {
                    result.append("\(try await transport.send(request).status)")
                } catch {
                    result.append("\(error)")
                }
            }
            return result + clock.pauses.map { "\($0)" }
        }
        let first = await outcomes(1)
        #expect(await outcomes(1) == first)
        #expect(await outcomes(2) != first)
        #expect(Set(first.prefix(100)) == ["200", "500", "429", "offline"])
    }

    @Test(arguments: [NetworkConditions(loss: 1), NetworkConditions(statuses: [503: 1])])
    func badConditionsFailRequests(_ conditions: NetworkConditions) async throws {
        let base = ScriptedTransport(.respond(200))
        let transport = SimulatedTransport(
            base, conditions: conditions, time: TestClock(), random: SystemRandomSource())
        if conditions.loss > 0 {
            #expect(await errorCode { try await transport.send(request) } == .offline)
        } else {
            #expect(try await transport.send(request).status == 503)
        }
        #expect(base.requests.isEmpty)
    }

    @Test func cancellingEndsTheWaitForASlowAnswer() async throws {
        let clock = TestClock()
        let transport = SimulatedTransport(
            ScriptedTransport(.respond(200)), conditions: NetworkConditions(latency: .seconds(60)...(.seconds(60))),
            time: clock,
            random: MiddleRandom())
        let task = Task { try await transport.send(request) }
        await clock.waitForSleeper()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
