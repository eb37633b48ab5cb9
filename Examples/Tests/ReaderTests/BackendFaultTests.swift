import DemoServer
import Foundation
import Testing

/// Each fault against each backend: the exact code, and never a loss of what is stored.
@Suite(.timeLimit(.minutes(5)))
struct BackendFaultTests {
    /// All backends but the demonstration's, which is that of `reddit-json`; `FaultTests` takes that one, as processes.
    static let backends = BackendCase.allCases.filter { $0 != .demo }

    @Test(arguments: backends, FaultCase.all)
    func theStoredFeedStaysAndTheCodeSaysWhy(_ backend: BackendCase, _ fault: FaultCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let stored = try await StoredFeed.of(backend).copy(to: fixture.store)
            fixture.server.setFault(fault.fault, dialect: backend.dialect)

            let failed = try await fixture.call(
                backend, ["list", "--feed", "r/swift", "--limit", "10"] + fault.patience)
            #expect(failed.status == 0)
            try check(failed, fault)
            #expect(try failed.json["origin"] as? String == "database")
            #expect(try failed.ids == stored.ids && StoredFeed.words(of: failed) == stored.words)

            let nothing = try await fixture.call(
                backend, ["list", "--feed", "r/swift"] + fault.patience, store: ReaderFixture.otherStore(of: fixture))
            #expect(nothing.status == 69)
            try check(nothing, fault)
            #expect(try nothing.ids.isEmpty && nothing.json["origin"] as? String == "database")
        }
    }

    private func check(_ run: ReaderProcess, _ fault: FaultCase) throws {
        #expect(try run.errorCode == fault.code)
        let error = try #require(try run.json["error"] as? [String: Any])
        #expect(Set(error.keys) == ["code", "message", "retryAfter"])
        let message = try #require(error["message"] as? String)
        #expect(run.errors.contains(message), "standard error says it too")
        guard let expected = fault.retryAfter else { return }
        #expect((error["retryAfter"] as? Double).map(expected.contains) == true, "\(error)")
    }

    @Test(arguments: backends) func anEmptyListIsNotBelievedOverAStoredFeed(_ backend: BackendCase)
        async throws
    {
        try await ReaderFixture.runCalls { fixture in
            fixture.server.setFault(.emptyListing, dialect: backend.dialect)
            let empty = try await fixture.call(
                backend, "list", "--feed", "r/swift", store: ReaderFixture.otherStore(of: fixture))
            #expect(empty.status == 0 && empty.errors.isEmpty)
            #expect(try empty.ids.isEmpty && empty.json["isEnd"] as? Bool == true)
            #expect(try empty.errorCode == nil)

            fixture.server.removeAllFaults()
            let stored = try await fixture.call(backend, "list", "--feed", "r/swift")
            fixture.server.setFault(.emptyListing, dialect: backend.dialect)
            let list = try await fixture.call(backend, "list", "--feed", "r/swift")
            #expect(list.status == 0)
            #expect(try list.errorCode == nil)
            #expect(try list.ids == stored.ids && list.json["origin"] as? String == "database")
            let issues = try #require(try list.json["issues"] as? [[String: Any]])
            #expect(issues.count == 1 && issues[0]["reason"] as? String == "suspiciousEmpty")
            #expect(issues[0]["index"] is NSNull)
        }
    }

    @Test(arguments: backends) func wordsInPlaceOfAListAreNoList(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let stored = try await fixture.call(backend, "list", "--feed", "r/swift")
            fixture.server.setFault(.childrenNotArray, dialect: backend.dialect)
            let list = try await fixture.call(backend, "list", "--feed", "r/swift")
            #expect(list.status == 0 && !list.errors.isEmpty)
            #expect(try list.ids == stored.ids && list.json["origin"] as? String == "database")
            let issues = try #require(try list.json["issues"] as? [[String: Any]])
            // In Atom that is a feed without entries, which is hard to believe; in JSON it breaks the promise.
            #expect(try list.errorCode == (backend == .redditFeed ? nil : "malformed"))
            #expect(issues.map { $0["reason"] as? String } == (backend == .redditFeed ? ["suspiciousEmpty"] : []))
        }
    }

    @Test(arguments: backends) func onePostThatCannotBeReadNeverCostsThePage(_ backend: BackendCase)
        async throws
    {
        try await ReaderFixture.runCalls { fixture in
            let whole = try await fixture.call(
                backend, "list", "--feed", "r/swift", "--sort", "new", store: ReaderFixture.otherStore(of: fixture))
            fixture.server.setFault(.corruptChild(at: 4), dialect: backend.dialect)
            let list = try await fixture.call(backend, "list", "--feed", "r/swift", "--sort", "new")
            #expect(list.status == 0)
            #expect(try list.errorCode == nil)
            let issues = try #require(try list.json["issues"] as? [[String: Any]])
            #expect(issues.count == 1 && issues[0]["index"] as? Int == 4)
            #expect(try list.ids.count == whole.ids.count - 1 && Set(list.ids).isSubset(of: whole.ids))
        }
    }

    @Test(arguments: backends) func aPageThatFailsCostsNoneOfThoseBefore(_ backend: BackendCase)
        async throws
    {
        try await ReaderFixture.runCalls { fixture in
            let one = try await fixture.call(
                backend, "list", "--feed", "r/swift", "--limit", "5", store: ReaderFixture.otherStore(of: fixture))
            var arrivals = fixture.server.arrivals().makeAsyncIterator()
            async let list = fixture.call(backend, "list", "--feed", "r/swift", "--limit", "5", "--pages", "3")
            while let request = await arrivals.next(), request.dialect != backend.dialect {}
            // The first page is on its way; what is asked for from now on fails.
            fixture.server.setFault(.status(404), dialect: backend.dialect)
            let ended = try await list
            #expect(ended.status == 0)
            #expect(try ended.errorCode == "notFound")
            #expect(try ended.ids == one.ids)
        }
    }

    @Test(arguments: backends) func aSignInPageIsNoFeed(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let stored = try await fixture.call(backend, "list", "--feed", "r/swift").ids
            fixture.server.setFault(.loginRedirect, dialect: backend.dialect)
            let list = try await fixture.call(backend, "list", "--feed", "r/swift")
            #expect(list.status == 0)
            // Reddit's own sign-in page is known by its path; elsewhere it is a page of HTML like any other.
            #expect(try list.errorCode == (backend == .lemmy ? "captivePortal" : "unauthorized"))
            #expect(try list.ids == stored)
        }
    }

    @Test(arguments: backends)
    func aRedirectToAnotherHostCarriesNoCredentials(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let stored = try await fixture.call(backend, "list", "--feed", "r/swift").ids
            let elsewhere = DemoServer()
            let origin = try await elsewhere.start().absoluteString
            fixture.server.setFault(.redirect(toOrigin: origin), dialect: backend.dialect)
            let list = try await fixture.call(backend, "list", "--feed", "r/swift")
            let asked = elsewhere.requests
            await elsewhere.stop()
            #expect(!asked.isEmpty)
            for request in asked {
                #expect(request.credential == nil && request.form.isEmpty && request.method == "GET")
                #expect(request.header("Authorization") == nil && request.header("Cookie") == nil)
                #expect(request.query.allSatisfy { !$0.name.contains("token") })
            }
            #expect(list.status == 0)
            if backend == .reddit {
                // Without a token the other one shows nothing.
                #expect(try list.errorCode == "unauthorized")
                #expect(try list.ids == stored)
            } else {
                #expect(try list.errorCode == nil)
            }
        }
    }

    @Test(arguments: backends) func missingContentHasItsOwnErrorCode(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            for feed in ["r/nowhere_at_all", "u/nobody_at_all"] {
                let unknown = try await fixture.call(backend, "list", "--feed", feed)
                #expect(unknown.status == 69)
                #expect(try unknown.errorCode == "notFound")
            }
            // A community that is hidden is not known to a Lemmy server at all.
            let hidden = try await fixture.call(backend, "list", "--feed", "r/private")
            #expect(hidden.status == 69)
            #expect(try hidden.errorCode == (backend == .lemmy ? "notFound" : "forbidden"))
        }
    }

    static let threadFaults = [
        FaultCase("503", .status(503), "serverError"), FaultCase("429", .status(429), "rateLimited"),
        FaultCase("garbage", .garbage, "malformed"), FaultCase("a hotel's page", .captivePortal, "captivePortal"),
        FaultCase("closed", .reset(), "offline"), FaultCase("a hang", .hang, "timedOut", isSlow: true),
    ]

    @Test(arguments: backends, threadFaults)
    func aThreadThatDoesNotComeSaysWhyAndShowsThePost(_ backend: BackendCase, _ fault: FaultCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await fixture.call(backend, "list", "--feed", "r/swift", "--limit", "3").ids[0]
            fixture.server.setFault(fault.fault, dialect: backend.dialect)
            let thread = try await fixture.call(backend, ["comments", id] + fault.patience)
            #expect(thread.status == 69 && !thread.errors.isEmpty)
            #expect(try thread.errorCode == fault.code)
            #expect(try (thread.json["post"] as? [String: Any])?["id"] as? String == id)
        }
    }
}
