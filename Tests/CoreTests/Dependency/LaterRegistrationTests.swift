import Core
import Foundation
import Mocks
import Testing

/// What looks into a container later, and what a container is told apart by.
@Suite(.timeLimit(.minutes(5)))
struct LaterRegistrationTests {
    private struct Refusal: Error {}

    private let request: NetworkRequest

    init() throws {
        request = NetworkRequest(try #require(URL(string: "https://example.com/")))
    }

    /// What looks into a container, and is registered in it.
    private struct Made {
        let requests: RegisteredRequestProvider
        let states: RegisteredStateStore
        let isFreed: @Sendable () -> Bool

        init() {
            let container = Dependency.current
            let (requests, states) = (RegisteredRequestProvider(), RegisteredStateStore())
            let activity = RegisteredActivityRecorder()
            container.register(RegisteredRequestProvider.self) { requests }
            container.register(RegisteredStateStore.self) { states }
            container.register(RegisteredActivityRecorder.self) { activity }
            (self.requests, self.states) = (requests, states)
            isFreed = { [weak container] in container == nil }
        }
    }

    @Test func aContainerIsNotKeptByWhatItHolds() async throws {
        let made = Dependency.withContainer(DependencyContainer()) { Made() }
        #expect(made.isFreed())
        #expect(try await made.states.value("a") == nil)
        await #expect(throws: DataError.self) { try await made.requests.response(to: request) }
    }

    @Test func withoutARequestProviderTheRegistrationIsNamed() async throws {
        let container = DependencyContainer()
        defer { withExtendedLifetime(container) {} }
        let requests = Dependency.withContainer(container) { RegisteredRequestProvider() }
        let error = await #expect(throws: DataError.self) { try await requests.response(to: request) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("Dependency.register((any RequestProvider).self)") == true)
        container.register((any RequestProvider).self) { throw Refusal() }
        let other = await #expect(throws: DataError.self) { try await requests.response(to: request) }
        #expect(other?.code == .invalidInput && other?.underlying is DependencyError)
    }

    @Test func whatIsRegisteredAnewIsToldApart() throws {
        let container = DependencyContainer()
        container.register(Int.self) { 1 }
        container.register(String.self) { "old" }
        let before = container.registrations
        container.register(String.self) { "new" }
        container.register(Bool.self) { true }
        let own = container.registrations.since(before)
        #expect(own.made(String.self) == nil, "nobody has asked for it")
        #expect(try container.resolve(String.self) == "new")
        #expect(own.made(String.self) == "new" && own.made(Int.self) == nil)
        container.register(Bool.self) { false }
        container.forget(own)
        #expect(!container.isRegistered(String.self) && container.isRegistered(Int.self))
        #expect(try container.resolve(Bool.self) == false, "what took its place stays")
        container.restore(before)
        #expect(try container.resolve(String.self) == "old" && !container.isRegistered(Bool.self))
    }
}
