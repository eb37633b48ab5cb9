import DemoServer
import Foundation
import Testing

/// Descriptions and rules of communities, online and then without the network.
@Suite(.timeLimit(.minutes(5)))
struct AboutTests {
    private static let keys: Set<String> = [
        "name", "title", "text", "rules", "subscribers", "subscribed", "isNSFW", "created", "age", "error",
    ]

    @Test(arguments: [BackendCase.demo, .redditJSON, .reddit, .lemmy])
    func whatWasFetchedIsThereWithoutTheNetwork(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let online = try await fixture.call(backend, "about", "r/SWIFT")
            #expect(online.status == 0 && online.errors.isEmpty, "\(online.errors)")
            let json = try online.json
            #expect(Set(json.keys) == Self.keys)
            #expect(json["name"] as? String == "swift" && json["title"] as? String == "Swift, the language")
            #expect((json["text"] as? String)?.contains("News & questions") == true)
            #expect(json["subscribers"] as? Int == 118_204 && json["error"] is NSNull)
            // Lemmy's communities have no list of rules.
            let rules = json["rules"] as? [[String: Any]]
            #expect(rules?.first?["title"] as? String == (backend == .lemmy ? nil : "Be kind"))
            let asked = fixture.server.requests.count

            let offline = try await fixture.call(backend, "about", "swift", "--offline")
            #expect(offline.status == 0 && offline.errors.isEmpty, "\(offline.errors)")
            #expect(try offline.json["text"] as? String == json["text"] as? String)
            #expect(try offline.json["age"] is Double && offline.json["error"] is NSNull)
            // What is fresh is not asked for again.
            _ = try await fixture.call(backend, "about", "swift")
            #expect(fixture.server.requests.count == asked)
            let text = try await fixture.call(backend, "about", "swift", "--offline", format: "text")
            #expect(text.output.contains("Swift, the language") && text.output.contains("118204"))
            #expect(text.output.contains("1. Be kind") == (backend != .lemmy))
        }
    }

    @Test func aSubscriptionThatIsNotSentYetIsSaidToBe() async throws {
        try await ReaderFixture.runCalls { fixture in
            func about() async throws -> String {
                try await fixture.call(.demo, "about", "r/swift", "--offline", format: "text").output
            }
            try #require(try await fixture.call(.demo, "about", "r/swift").status == 0)
            #expect(try await !about().contains("not sent yet"))
            try #require(try await fixture.call(.demo, "subscribe", "r/swift", "--offline").status == 0)
            #expect(try await about().contains("subscription not sent yet"))
            try #require(try await fixture.call(.demo, "sync").status == 0)
            let sent = try await about()
            #expect(sent.contains("· subscribed") && !sent.contains("not sent yet"))
            try #require(try await fixture.call(.demo, "unsubscribe", "r/swift", "--offline").status == 0)
            #expect(try await about().contains("end of the subscription not sent yet"))
        }
    }

    @Test func aFailureIsSaidBesideWhatIsStored() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.redditJSON, "about", "swift")
            fixture.server.setFault(.status(500), forPath: "/r/swift/about.json")
            let failed = try await fixture.call(.redditJSON, "about", "swift", "--refresh", "--timeout", "2")
            #expect(failed.status == 0 && failed.errors.contains("Showing what is stored"), "\(failed.errors)")
            let json = try failed.json
            #expect(json["title"] as? String == "Swift, the language")
            #expect((json["error"] as? [String: Any])?["code"] is String)
        }
    }

    @Test(arguments: [BackendCase.redditJSON, .lemmy])
    func whatTheServerDoesNotKnowIs66(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let unknown = try await fixture.call(backend, "about", "nosuchplace")
            #expect(unknown.status == 66 && unknown.errors.contains("r/nosuchplace"), "\(unknown.errors)")
            #expect(try (unknown.json["error"] as? [String: Any])?["code"] as? String == "notFound")
            let offline = try await fixture.call(backend, "about", "pics", "--offline")
            #expect(offline.status == 69 && offline.errors.contains("Nothing is stored"), "\(offline.errors)")
            let user = try await fixture.call(backend, "about", "u/ann")
            #expect(user.status == 64)
        }
    }

    @Test(arguments: [BackendCase.redditFeed])
    func whatDescribesNothingSaysSo(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let refused = try await fixture.call(backend, "about", "swift")
            #expect(refused.status == 64, "\(refused.status) \(refused.errors)")
        }
    }
}
