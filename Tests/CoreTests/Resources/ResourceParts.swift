import Core
import Foundation
import Mocks

/// A value that tests keep.
struct TestRoom: Codable, Equatable, Sendable {
    var title: String
    var topic = ""
}

/// A server of rooms, as a test scripts it, and the provider that asks it.
struct ResourceWorld {
    let store = InMemoryOfflineResourceProvider()
    let clock = ManualClock()
    let server = MockMethod<ResourceRequest<String>, ResourceAnswer<TestRoom>>("server", log: MockLog())

    func resource(
        _ freshness: ResourceFreshness = .age(.seconds(60)), version: Int = 1,
        retention: ResourceRetention = ResourceRetention(), viewer: Site? = nil
    ) -> Resource<String, TestRoom> {
        let server = server
        let site = viewer.map { site -> @Sendable (String) -> Site in { _ in site } }
        return Resource("room", version: version, freshness: freshness, retention: retention, viewer: site) {
            try await server.answer(to: $0)
        }
    }

    func provider(
        _ resource: Resource<String, TestRoom>? = nil, writing: (any WritingProvider)? = nil,
        viewers: CurrentViewers = CurrentViewers()
    ) -> DefaultResourceProvider<String, TestRoom> {
        DefaultResourceProvider(
            resource ?? self.resource(), store: store, writing: writing, viewers: viewers, time: clock,
            boot: BootID("boot"))
    }

    /// Stores a value as another process or version did.
    func put(_ text: String, _ key: String, version: Int = 1, at seconds: Double = 0) async throws {
        _ = try await store.store(
            ResourceArrival(
                id(key), version: version, value: text, date: clock.now + seconds,
                moment: ReadMoment(commit: store.commitNumber())))
    }

    func id(_ key: String, owner: MarkOwner? = nil) -> ResourceID {
        ResourceID("room", owner: owner, key: "\"\(key)\"")
    }
}

/// Returns the code of the error that work throws.
func codeOfError(_ work: () async throws -> some Any) async -> ErrorCode? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error is CancellationError ? ErrorCode(rawValue: "cancelled") : (error as? any CodedError)?.code
    }
}
