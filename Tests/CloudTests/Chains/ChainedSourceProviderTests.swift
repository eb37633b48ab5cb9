import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChainedSourceProviderTests {
    private let world = ChainWorld("best", "other")
    private let best = MockOnlineSourceProvider(site: .reddit)
    private let other = MockOnlineSourceProvider(site: .reddit)

    private func chain() -> ChainedSourceProvider {
        ChainedSourceProvider(
            .reddit, suspensions: world.memory, activity: world.activity, time: world.clock,
            links: [
                ChainLink("best", host: "best.example", provider: best),
                ChainLink("other", host: "other.example", provider: other),
            ])
    }

    private func request(_ name: String = "r/swift", isManual: Bool = false) -> SourceRequest {
        var request = SourceRequest(.mock(name, site: .reddit), on: .reddit)
        request.isManual = isManual
        return request
    }

    private func description(_ name: String = "r/swift", title: String) -> SourceDescription {
        SourceDescription(name: .mock(name, site: .reddit), title: title)
    }

    @Test func theFirstBackendThatAnswersCounts() async throws {
        best.onLookUp.fails(with: NetworkError(.timedOut))
        other.onLookUp.returns(description(title: "Other"))
        #expect(try await chain().lookUp(request()).title == "Other")
        #expect(world.activity.events.map(\.code) == [.timedOut])
    }

    @Test func aRestrictionIsAnAnswer() async throws {
        let shut = SourceDescription(name: .mock("r/swift", site: .reddit), restriction: .privateMembers)
        best.onLookUp.returns(shut)
        #expect(try await chain().lookUp(request()) == shut)
        #expect(other.onLookUp.calls.isEmpty)
    }

    @Test func whatIsUnknownIsRememberedForThatSourceAloneInAnyCase() async throws {
        best.onLookUp.fails(with: NetworkError(.notFound))
        best.onLookUp.answers { _ in SourceDescription(name: .mock("r/swift", site: .reddit), title: "Best") }
        other.onLookUp.answers { _ in SourceDescription(name: .mock("r/swift", site: .reddit), title: "Other") }
        #expect(try await chain().lookUp(request()).title == "Other")
        #expect(try await chain().lookUp(request("r/SWIFT")).title == "Other")
        #expect(try await chain().lookUp(request("u/swift")).title == "Best")
        #expect(try await chain().lookUp(request("r/rust")).title == "Best")
        // A person who asks for it is not told what was remembered.
        #expect(try await chain().lookUp(request(isManual: true)).title == "Best")
    }

    @Test func whatIsUnknownIsRememberedInOneCaseAloneWhereTheSiteTellsNamesApart() async throws {
        let site = Site.hackerNews
        let (best, other) = (MockOnlineSourceProvider(site: site), MockOnlineSourceProvider(site: site))
        let chain = ChainedSourceProvider(
            .hackerNews, suspensions: world.memory, activity: world.activity, time: world.clock,
            links: [
                ChainLink("best", host: "best.example", provider: best),
                ChainLink("other", host: "other.example", provider: other),
            ])
        best.onLookUp.fails(with: NetworkError(.notFound))
        best.onLookUp.answers { SourceDescription(name: $0.name, title: "Best") }
        other.onLookUp.answers { SourceDescription(name: $0.name, title: "Other") }
        let (big, small) = (SourceName(.user, "PG"), SourceName(.user, "pg"))
        #expect(try await chain.lookUp(SourceRequest(big, on: site)).title == "Other")
        #expect(try await chain.lookUp(SourceRequest(big, on: site)).title == "Other")
        #expect(try await chain.lookUp(SourceRequest(small, on: site)).title == "Best")
    }

    @Test func aBackendThatIsSuspendedForPostsIsSuspendedForSources() async throws {
        world["best"].fails(with: NetworkError(.accessClosed))
        world["other"].returns(.mock())
        try await world.fetch()
        other.onLookUp.returns(description(title: "Other"))
        #expect(try await chain().lookUp(request()).title == "Other")
        #expect(best.onLookUp.calls.isEmpty)
    }

    @Test func whenNoBackendAnswersTheMostTellingErrorIsThrown() async throws {
        best.onLookUp.fails(with: NetworkError(.notFound, status: 404))
        other.onLookUp.fails(with: NetworkError(.offline))
        let chain = chain()
        await #expect { try await chain.lookUp(request()) } throws: { ($0 as? NetworkError)?.code == .notFound }
        await #expect(throws: DataError.self) { try await chain.lookUp(SourceRequest(.mock("r/swift"), on: .demo)) }
        let none = ChainedSourceProvider(.reddit, links: [])
        await #expect(throws: DataError.self) { try await none.lookUp(request()) }
    }
}
