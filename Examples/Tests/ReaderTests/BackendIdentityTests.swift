import DemoServer
import Foundation
import Testing

/// Tokens through whole commands: what a run leaves to the next one, and what it never tells.
@Suite(.timeLimit(.minutes(5)))
struct BackendIdentityTests {
    private static let feed = ["list", "--feed", "r/swift"]

    @Test func tokensThatEndBetweenTwoRunsCostOneRefresh() async throws {
        try await ReaderFixture.runCalls { fixture in
            let first = try await fixture.call(.reddit, Self.feed)
            #expect(fixture.server.tokenRequestCount() == 1)
            // A token that is good still is asked for by nobody.
            #expect(try await fixture.call(.reddit, Self.feed).ids == first.ids)
            #expect(fixture.server.tokenRequestCount() == 1)
            fixture.server.expireTokens()
            let second = try await fixture.call(.reddit, Self.feed)
            #expect(second.status == 0 && second.errors.isEmpty)
            #expect(try second.json["origin"] as? String == "network")
            #expect(fixture.server.tokenRequestCount(grant: "refresh_token") == 2)
        }
    }

    @Test func tokensThatEndInTheMiddleOfARunCostOneRefresh() async throws {
        try await ReaderFixture.runCalls { fixture in
            // Each page is asked for with a token that ends before the server looks at it.
            fixture.server.setFault(.delay(.milliseconds(300)), dialect: .oauth, times: 1)
            var arrivals = fixture.server.arrivals().makeAsyncIterator()
            async let list = fixture.call(.reddit, "list", "--feed", "r/swift", "--limit", "5", "--pages", "3")
            while let request = await arrivals.next(), request.dialect != .oauth {}
            fixture.server.expireTokens()
            let ended = try await list
            #expect(ended.status == 0 && ended.errors.isEmpty, "\(ended.errors)")
            #expect(try ended.ids.count >= 15)
            #expect(fixture.server.tokenRequestCount(grant: "refresh_token") == 2)
            let used = fixture.requests(.reddit).compactMap(\.credential)
            #expect(used == [.accessToken(number: 1)] + Array(repeating: .accessToken(number: 2), count: 3))
        }
    }

    @Test func aRefreshTokenThatWorksOnceIsHandedOnFromRunToRun() async throws {
        try await ReaderFixture.runCalls(authorization: .init(rotatesRefreshTokens: true)) { fixture in
            for _ in 0..<3 {
                let list = try await fixture.call(.reddit, Self.feed)
                #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
                fixture.server.expireTokens()
            }
            #expect(fixture.server.tokenRequestCount(grant: "refresh_token") == 3)
            // Whoever has only the first one, which is used up, has to sign in.
            let other = try await fixture.call(.reddit, Self.feed, store: ReaderFixture.otherStore(of: fixture))
            #expect(other.status == 69)
            #expect(try other.errorCode == "sessionExpired")
        }
    }

    @Test func aSessionThatWasRevokedEndsAndTheStoredFeedStays() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(.reddit, Self.feed).ids
            fixture.server.expireTokens()
            fixture.server.revokeRefreshTokens()
            for _ in 0..<2 {
                let ended = try await fixture.call(.reddit, Self.feed)
                #expect(ended.status == 0 && !ended.errors.isEmpty)
                #expect(try ended.errorCode == "sessionExpired")
                #expect(try ended.json["origin"] as? String == "database")
                #expect(try ended.ids == ids)
            }
            // What does not need anybody goes on.
            #expect(try await fixture.call(.reddit, "save", ids[0]).status == 0)
        }
    }

    @Test func withoutARefreshTokenTheAppReadsAsItself() async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await fixture.call(
                .reddit, Self.feed, environment: ["LANTERN_REDDIT_CLIENT_ID": "lantern-demo"])
            #expect(list.status == 0 && list.errors.isEmpty)
            #expect(
                fixture.server.tokenRequestCount() == 1 && fixture.server.tokenRequestCount(grant: "refresh_token") == 0
            )
        }
    }

    @Test func aClientThatTheServerDoesNotKnowIsToldSo() async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await fixture.call(.reddit, Self.feed, environment: ["LANTERN_REDDIT_CLIENT_ID": "nobody"])
            #expect(list.status == 69)
            #expect(try list.errorCode == "unauthorized")
            #expect(list.errors.contains("client id"))
        }
    }

    /// The faults of the authorization server, and what they mean for a feed.
    static let faults: [FaultCase] = [
        FaultCase("503", .status(503), "serverError"), FaultCase("429", .status(429), "rateLimited"),
        FaultCase("403 with HTML", .blockPage, "accessClosed"),
        FaultCase("a hotel's page", .captivePortal, "captivePortal"),
        FaultCase("no JSON", .garbage, "malformed"), FaultCase("a broken answer", .reset(.midBody), "offline"),
        FaultCase("a redirect loop", .redirectLoop, "redirected"), FaultCase("a hang", .hang, "timedOut", isSlow: true),
        FaultCase("a refused token", .status(400), "sessionExpired"),
        FaultCase("a refused client", .status(401), "unauthorized"),
    ]

    @Test(arguments: faults) func theAuthorizationServerMayFailToo(_ fault: FaultCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(.reddit, Self.feed).ids
            fixture.server.expireTokens()
            fixture.server.setFault(fault.fault, dialect: .authorization)
            let failed = try await fixture.call(.reddit, Self.feed + fault.patience)
            #expect(failed.status == 0)
            #expect(try failed.errorCode == fault.code)
            #expect(try failed.ids == ids)
            guard fault.code != "sessionExpired", fault.code != "rateLimited" else { return }
            // None of these is the end of the session.
            fixture.server.removeAllFaults()
            let healed = try await fixture.call(.reddit, Self.feed)
            #expect(try healed.errorCode == nil)
            #expect(try healed.json["origin"] as? String == "network")
        }
    }

    @Test func aConnectionThatBreaksBeforeThereIsATokenIsOffline() async throws {
        try await ReaderFixture.runCalls { fixture in
            fixture.server.setFault(.reset(), dialect: .authorization)
            let nothing = try await fixture.call(.reddit, Self.feed)
            #expect(nothing.status == 69)
            #expect(try nothing.errorCode == "offline")
            fixture.server.removeAllFaults()
            let healed = try await fixture.call(.reddit, Self.feed)
            #expect(healed.status == 0 && healed.errors.isEmpty)
        }
    }

    @Test func noTokenIsToldOrLiesAnywhereButInItsFile() async throws {
        try await ReaderFixture.runCalls { fixture in
            let list = try await fixture.call(.reddit, Self.feed)
            fixture.server.revokeRefreshTokens()
            fixture.server.expireTokens()
            let ended = try await fixture.call(.reddit, Self.feed, format: "text")
            let secret = "lantern-demo-refresh-token"
            for text in [list.output, list.errors, ended.output, ended.errors] { #expect(!text.contains(secret)) }

            let fresh = ReaderFixture.otherStore(of: fixture)
            let signedIn = try await fixture.call(
                .reddit, Self.feed, store: fresh, environment: ["LANTERN_REDDIT_CLIENT_ID": "lantern-demo"])
            #expect(signedIn.status == 0)
            let files = try #require(FileManager.default.enumerator(atPath: fresh)).compactMap { $0 as? String }
            let tokens = files.filter { $0.hasPrefix("tokens-") && $0.contains("/") && !$0.hasSuffix("lock") }
            #expect(!tokens.isEmpty)
            for file in tokens {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(fresh)/\(file)")
                #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0, "\(file)")
            }
            for file in files where !file.hasPrefix("tokens") {
                guard let data = FileManager.default.contents(atPath: "\(fresh)/\(file)") else { continue }
                #expect(!String(decoding: data, as: UTF8.self).contains("bearer"), "\(file)")
            }
        }
    }
}
