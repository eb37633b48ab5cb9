import DemoServer
import Foundation
import Testing

/// One background refresh from the command line.
@Suite(.timeLimit(.minutes(5)))
struct RefreshTests {
    @Test(arguments: BackendCase.allCases)
    func everyListedFeedAndEverySourceIsRefreshedAndWhatIsNewIsCounted(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let listed = try await fixture.call(backend, "list", "--feed", "r/swift", "--limit", "5", "--sort", "new")
            #expect(listed.status == 0)
            let before = Set(try listed.ids)
            _ = try await fixture.call(backend, "sources", "add", "pics", "--offline")
            let asked = fixture.requests(backend).count
            let refresh = try await fixture.call(backend, "refresh")
            #expect(refresh.status == 0 && refresh.errors.isEmpty, "\(refresh.errors)")
            #expect(Set(try refresh.json.keys) == ["result", "count", "error"])
            #expect(try refresh.json["result"] as? String == "newData" && refresh.errorCode == nil)
            #expect(fixture.requests(backend).count - asked == 2, "a request for each feed")
            var stored: Set<String> = []
            for feed in [["r/swift", "--sort", "new"], ["r/pics"]] {
                let list = try await fixture.call(backend, ["list", "--offline", "--feed"] + feed)
                #expect(try list.status == 0 && !list.ids.isEmpty)
                stored.formUnion(try list.ids)
            }
            #expect(try refresh.json["count"] as? Int == stored.subtracting(before).count)
            // All are asked for again, as somebody asked for it, and there is nothing new.
            let again = try await fixture.call(backend, "refresh", format: "text")
            #expect(again.status == 0 && again.output == "noData\n" && again.errors.isEmpty, "\(again.errors)")
            #expect(fixture.requests(backend).count - asked == 4)
        }
    }

    @Test func asTextItIsAWordAndANumber() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "sources", "add", "swift", "--offline")
            let refresh = try await fixture.call(.demo, "refresh", "--deadline", "60", format: "text")
            #expect(refresh.status == 0 && refresh.output == "newData 27\n", "25 and two that are pinned")
        }
    }

    @Test func withoutListedFeedsThereIsNothingToRefresh() async throws {
        try await ReaderFixture.runCalls { fixture in
            for arguments in [["refresh"], ["refresh", "--offline"]] {
                let refresh = try await fixture.call(.demo, arguments)
                #expect(refresh.status == 0 && refresh.errors.isEmpty)
                #expect(try refresh.json["result"] as? String == "noData" && refresh.json["count"] as? Int == 0)
                #expect(try refresh.json["error"] is NSNull)
            }
            // Another site's feeds are not this backend's.
            _ = try await fixture.call(.lemmy, "list", "--feed", "r/swift")
            #expect(try await fixture.call(.demo, "refresh", format: "text").output == "noData\n")
            #expect(fixture.requests(.demo).isEmpty)
        }
    }

    @Test(arguments: BackendCase.allCases)
    func oneFeedsErrorIsSaidAndTheOthersAreRefreshed(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            for name in ["nosuchplace", "swift"] {
                _ = try await fixture.call(backend, "sources", "add", name, "--offline")
            }
            let refresh = try await fixture.call(backend, "refresh")
            #expect(refresh.status == 0 && refresh.errors.contains("r/nosuchplace"), "\(refresh.errors)")
            #expect(!refresh.errors.contains("r/swift"))
            #expect(try refresh.json["result"] as? String == "newData" && refresh.errorCode != nil)
            #expect(try await fixture.call(backend, "list", "--offline", "--feed", "r/swift").ids.count > 1)
        }
    }

    static let failures: [(String, DemoFault)] = [
        ("serverError", .status(500)), ("accessClosed", .blockPage), ("malformed", .garbage),
        ("offline", .reset(.beforeResponse)), ("captivePortal", .captivePortal),
    ]

    @Test(arguments: failures.map(\.0))
    func aRefreshWithoutAnySuccessFailsAndKeepsTheStoredFeeds(_ code: String) async throws {
        let fault = try #require(Self.failures.first { $0.0 == code }?.1)
        try await ReaderFixture.runCalls { fixture in
            let listed = try await fixture.call(.redditJSON, "list", "--feed", "r/swift")
            _ = try await fixture.call(.redditJSON, "sources", "add", "pics", "--offline")
            fixture.server.setFault(fault)
            let refresh = try await fixture.call(.redditJSON, "refresh")
            #expect(refresh.status == 69 && refresh.errors.contains("r/swift"), "\(refresh.errors)")
            #expect(try refresh.json["result"] as? String == "failed" && refresh.json["count"] as? Int == 0)
            #expect(try refresh.errorCode == code)
            let text = try await fixture.call(.redditJSON, "refresh", format: "text")
            #expect(text.status == 69 && text.output == "failed \(code)\n")
            fixture.server.removeAllFaults()
            let stored = try await fixture.call(.redditJSON, "list", "--feed", "r/swift", "--offline")
            #expect(try stored.ids == listed.ids)
        }
    }

    @Test func withoutTheNetworkItHasFailedAndNobodyIsAsked() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "sources", "add", "swift", "--offline")
            let refresh = try await fixture.call(.demo, "refresh", "--offline")
            #expect(refresh.status == 69 && !refresh.errors.isEmpty)
            #expect(try refresh.json["result"] as? String == "failed" && refresh.errorCode == "offline")
            #expect(try await fixture.call(.demo, "refresh", "--offline", format: "text").output == "failed offline\n")
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test func whenTimeIsUpItEndsAndKeepsWhatCame() async throws {
        try await ReaderFixture.runCalls { fixture in
            for name in ["swift", "pics"] {
                _ = try await fixture.call(.redditJSON, "sources", "add", name, "--offline")
            }
            fixture.server.setFault(.hang, forPath: "/r/pics")
            let refresh = try await fixture.call(.redditJSON, "refresh", "--deadline", "3", "--timeout", "60")
            #expect(refresh.status == 0 && !refresh.errors.isEmpty, "it says that time was up")
            #expect(try refresh.json["result"] as? String == "newData" && refresh.errorCode == nil)
            fixture.server.setFault(.hang)
            let late = try await fixture.call(.redditJSON, "refresh", "--deadline", "0.5", "--timeout", "60")
            #expect(try late.status == 69 && late.errorCode == "timedOut")
            #expect(try await fixture.call(.redditJSON, "list", "--offline", "--feed", "r/swift").ids.count > 1)
        }
    }

    @Test func messagesAboutFeedsAreTranslatedAndTheResultIsNot() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "settings", "set", "language", "uk")
            _ = try await fixture.call(.demo, "sources", "add", "nosuchplace", "--offline")
            let refresh = try await fixture.call(.demo, "refresh", format: "text")
            #expect(refresh.status == 69 && refresh.output == "failed notFound\n", "\(refresh.output)")
            #expect(refresh.errors.contains("r/nosuchplace · Гарячі: "), "\(refresh.errors)")
        }
    }
}
