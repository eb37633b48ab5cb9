import Core
import Foundation
import Mocks
import Testing

/// Lists of a site on which two names that differ in case are two people, and of one on which they are one.
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CaseSensitiveSourcesTests {
    private let store = InMemoryOfflineSourceProvider()
    private let online = MockOnlineSourceProvider(site: .hackerNews)
    private let clock = TestInjector.mocks.clock

    private var provider: DefaultSourceProvider {
        DefaultSourceProvider(names: SourceNameParser(.hackerNews), offline: store, online: online)
    }

    private func list() async throws -> [String] {
        try await store.sources(on: .hackerNews).sources.map(\.id.description)
    }

    @Test func namesThatDifferInCaseAreTwoSourcesWhereTheSiteSaysSo() async throws {
        online.onLookUp.answers { SourceDescription(name: $0.name) }
        #expect(try await provider.add("u/PG").source.id.description == "hackernews/u/PG")
        #expect(try await provider.add("u/pg").source.id.description == "hackernews/u/pg")
        #expect(online.onLookUp.calls.map(\.name.text) == ["PG", "pg"])
        _ = try await provider.remove(.mock("u/PG", site: .hackerNews))
        #expect(try await list() == ["hackernews/u/pg"])
    }

    @Test func aNameIsFoundInItsOwnCase() async throws {
        online.onLookUp.answers { SourceDescription(name: $0.name) }
        _ = try await provider.add("u/PG")
        let error = await #expect(throws: DataError.self) { try await provider.add("@PG") }
        #expect(error?.underlying as? SourceError == .duplicate(.mock("u/PG", site: .hackerNews)))
        #expect(online.onLookUp.calls.count == 1)
        #expect(try await list() == ["hackernews/u/PG"])
    }

    @Test func onRedditNamesThatDifferInCaseAreOneSource() async throws {
        let reddit = DefaultSourceProvider(names: SourceNameParser(.reddit), offline: store, online: nil)
        #expect(try await reddit.add("r/Swift").source.id.description == "reddit/r/swift")
        await #expect { try await reddit.add("r/SWIFT") } throws: { ($0 as? DataError)?.code == .invalidInput }
        #expect(try await store.sources(on: .reddit).sources.count == 1)
    }

    @Test func theServersSpellingKeepsItsCase() async throws {
        online.onLookUp.fails(with: NetworkError(.timedOut))
        _ = try await provider.add("u/Old")
        online.onLookUp.returns(SourceDescription(name: .mock("u/NewName", site: .hackerNews)))
        let checked = try await provider.verifyPending().checked
        #expect(checked.map(\.id.description) == ["hackernews/u/NewName"])
        #expect(try await list() == ["hackernews/u/NewName"])
    }

    /// An earlier version wrote every id in lowercase.
    @Test func aSourceStoredInLowercaseIsNotAddedTwiceAndGetsItsIDWhenChecked() async throws {
        let id = try #require(SubscribedSource.ID("hackernews/u/pg"))
        let earlier = SubscribedSource(storedID: id, name: SourceName(.user, "PG"), added: clock.now)
        _ = try await store.add(earlier, at: clock.now)
        await #expect { try await provider.add("u/PG") } throws: { ($0 as? DataError)?.code == .invalidInput }
        #expect(try await list() == ["hackernews/u/pg"])
        online.onLookUp.answers { SourceDescription(name: $0.name) }
        _ = try await provider.verifyPending()
        #expect(try await list() == ["hackernews/u/PG"])
    }
}
