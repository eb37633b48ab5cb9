import DemoServer
import Foundation
import Testing

/// `--backend` with several backends of one site.
@Suite(.timeLimit(.minutes(5)))
struct BackendChainTests {
    private func call(
        _ fixture: ReaderFixture, _ chain: String, _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> ReaderProcess {
        let base = try #require(fixture.server.baseURL).absoluteString
        return await ReaderCall.run(
            arguments + ["--backend", chain, "--store", fixture.store, "--base-url", base, "--format", "json"],
            environment: environment)
    }

    /// The dialects that the reader asked for pages, in order.
    private func asked(_ fixture: ReaderFixture) -> [DemoDialect] {
        fixture.server.requests.map(\.dialect).filter { $0 != .authorization }
    }

    @Test(
        arguments: [("reddit-json,reddit-feed", .json), ("reddit-feed,reddit-json", .atom)] as [(String, DemoDialect)]
    ) func theFirstIsAskedAndWhatItAnswersIsEnough(_ chain: String, _ dialect: DemoDialect) async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await call(fixture, chain, "list", "--feed", "r/swift")
            #expect(list.status == 0, "\(list.errors)")
            #expect(try list.json["origin"] as? String == "network" && list.errorCode == nil)
            #expect(asked(fixture) == [dialect])
        }
    }

    @Test func aSuspendedBackendIsSkippedInTheNextRunToo() async throws {
        try await ReaderFixture.runCalls { fixture in
            fixture.server.setFault(.status(403, body: .html), dialect: .oauth)
            let environment = BackendCase.reddit.environment
            for expected in [[DemoDialect.oauth, .json], [.oauth, .json, .json]] {
                let list = try await call(
                    fixture, "reddit,reddit-json", "list", "--feed", "r/swift", environment: environment)
                #expect(list.status == 0, "\(list.errors)")
                #expect(try list.json["origin"] as? String == "network" && list.errorCode == nil)
                #expect(asked(fixture) == expected)
            }
        }
    }

    @Test func aBackendWithoutAClientIDIsSkippedWithASentence() async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await call(fixture, "reddit,reddit-json", "list", "--feed", "r/swift")
            #expect(list.status == 0 && list.errors.contains("'reddit' is passed over"), "\(list.errors)")
            #expect(try list.errorCode == nil && asked(fixture) == [.json])
            // Where nobody is asked there is nothing to say.
            let stored = try await call(fixture, "reddit,reddit-json", "list", "--feed", "r/swift", "--offline")
            #expect(try stored.errors.isEmpty && stored.ids == list.ids)
        }
    }

    @Test(arguments: [
        "demo,reddit-json", "reddit-json,lemmy", "reddit,hackernews", "reddit-json,reddit-json", "reddit-json,", ",",
        "reddit-json, reddit-feed", "reddit-json,usenet",
    ]) func aChainOfTwoSitesIsRefused(chain: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let refused = try await call(fixture, chain, "list")
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(refused.errors.contains("--backend"), "\(refused.errors)")
            #expect(fixture.server.requests.isEmpty && !fixture.isStoreThere)
        }
    }
}
