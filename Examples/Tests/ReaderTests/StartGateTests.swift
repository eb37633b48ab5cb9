import CommandKit
import Core
import Foundation
import Mocks
import PostFeatures
import ScreenKit
import Synchronization
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// Requests of a reader wait until its first screen is there, or until a quarter of a second is over.
struct StartGateTests {
    private final class Server: RequestProvider {
        let count = Mutex(0)

        func response(to request: NetworkRequest) async throws -> NetworkResponse {
            count.withLock { $0 += 1 }
            return NetworkResponse(status: 200, url: request.url)
        }

        func shutDown() async {}
    }

    /// Asks through a gate, and does something while it is closed.
    private func ask(_ body: @Sendable (StartGate, ManualClock) throws -> Void) async throws {
        let (clock, server) = (ManualClock(), Server())
        try await Dependency.$current.withValue(DependencyContainer()) {
            Dependency.register((any RequestProvider).self) { server }
            let gate = StartGate(time: clock)
            gate.hold()
            let requests = Dependency.resolve((any RequestProvider).self)
            let url = try #require(URL(string: "https://reader.example/"))
            async let answer = requests.response(to: NetworkRequest(url))
            try await clock.waitForSleepers(1)
            #expect(server.count.withLock { $0 } == 0)
            try body(gate, clock)
            _ = try await answer
            #expect(server.count.withLock { $0 } == 1)
        }
    }

    @Test(.timeLimit(.minutes(1))) func theyGoOnWhenTheScreenIsThere() async throws {
        try await ask { gate, _ in gate.open() }
    }

    @Test(.timeLimit(.minutes(1))) func theyGoOnWhereNoScreenComes() async throws {
        try await ask { _, clock in clock.advance(by: .milliseconds(250)) }
    }

    /// A reader may begin in an open post, which covers the feed.
    @MainActor
    @Test(.timeLimit(.minutes(1))) func thereIsSomethingToReadInAFeedAPostAndAListOfAllSources() async throws {
        try await DrivenReader.run(columns: 80, rows: 24) { reader in
            let relay = reader.context.relay
            reader.draw()
            #expect(!relay.hasContent)
            try await reader.waitForFeed()
            #expect(relay.hasContent)

            relay.hasContent = false
            reader.press("enter")
            // The post is not read yet.
            #expect(reader.stack.current is PostScreen && !relay.hasContent)
            try await reader.wait { _ in !reader.stack.current.title.isEmpty }
            #expect(relay.hasContent)

            relay.hasContent = false
            reader.stack.show(CombinedScreen(reader.context, of: [.home, .subreddits(["swift"])]))
            reader.draw()
            #expect(reader.stack.current is CombinedScreen && !relay.hasContent)
            try await reader.wait { $0.text(ofRow: 1).hasPrefix("> ") }
            #expect(relay.hasContent)
        }
    }
}
