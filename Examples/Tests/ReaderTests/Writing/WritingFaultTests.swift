import DemoServer
import Foundation
import Testing

/// What goes to a server that fails: nothing is lost, and nothing is there twice.
@Suite(.timeLimit(.minutes(5)))
struct WritingFaultTests {
    /// The id of a post of a store that has some.
    private func post(_ fixture: ReaderFixture) async throws -> String {
        try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
    }

    @Test(arguments: [DemoFault.acted(.reset()), .acted(.status(500)), .acted(.status(502)), .acted(.truncatedJSON)])
    func aTextWhoseAnswerIsLostIsFoundAndNotSentTwice(_ fault: DemoFault) async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(fault, only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", id, "Only once.")
            #expect(reply.status == 0, "\(reply.errors)")
            let sent = try reply.entry("sent")
            let texts = try fixture.record.texts(by: "OksanaReads")
            #expect(texts.count == 1 && sent["result"] as? String == texts.first?.id, "\(reply.output)")
        }
    }

    /// Also of a text that is named by the entry that has made it, as it is where it was written.
    @Test(arguments: [DemoFault.status(500), .acted(.status(500))], ["result", "id"])
    func anEditThatFailedIsLookedForAndSentAgain(_ fault: DemoFault, named name: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let reply = try await fixture.call(.demo, "reply", id, "Before.")
            let own = try #require(try reply.entry("sent")[name] as? String)
            fixture.server.setFault(fault, only: .act(.edit), times: 1)
            let edit = try await fixture.call(.demo, "edit", own, "After.")
            #expect(edit.status == 0, "\(edit.output)\(edit.errors)")
            let sync = try await fixture.call(.demo, "sync")
            #expect(try sync.status == 0 && sync.json["left"] as? Int == 0, "\(sync.output)\(sync.errors)")
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["After."])
        }
    }

    @Test func aTextThatWasLostIsLookedForAndSentAgainWhenAsked() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(.reset(), only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", id, "Lost.")
            #expect(reply.status == 0, "\(reply.errors)")
            let entry = try reply.entry("queued")
            #expect(entry["state"] as? String == "checking" && entry["attempts"] as? Int == 1, "\(reply.output)")
            let number = try #require(entry["id"] as? String)
            // Not found may mean not yet: sync does not shorten that, and what waits behind it waits too.
            let behind = try await fixture.call(.demo, "reply", id, "Behind.", "--offline").entryIDs("queued")[0]
            let sync = try await fixture.call(.demo, "sync")
            #expect(try sync.status == 0 && sync.json["left"] as? Int == 2, "\(sync.status) \(sync.output)")
            // All of what is named, or nothing.
            #expect(try await fixture.call(.demo, "outbox", "cancel", behind, number).status == 75)
            #expect(try await fixture.call(.demo, "outbox").entries("entries").count == 2)
            #expect(try await fixture.call(.demo, "outbox", "cancel", behind).status == 0)
            for call in [["outbox", "edit", number, "Other"], ["outbox", "cancel", number]] {
                #expect(try await fixture.call(.demo, call).status == 75, "\(call)")
            }
            let retry = try await fixture.call(.demo, "outbox", "retry", number)
            #expect(try retry.status == 0 && (retry.entry("sent"))["id"] as? String == number, "\(retry.output)")
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Lost."])
        }
    }

    @Test func aServersPauseIsKept() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(.status(429, headers: ["Retry-After": "300"]), only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", id, "Later.")
            #expect(try reply.status == 0 && (reply.errorCode) == "rateLimited", "\(reply.output)")
            let entry = try reply.entry("queued")
            #expect(entry["state"] as? String == "pending" && entry["notBefore"] is Double)
            let sync = try await fixture.call(.demo, "sync")
            #expect(try sync.status == 0 && (sync.json["left"]) as? Int == 1, "\(sync.output)")
            #expect(try sync.errorCode == "rateLimited")
            #expect(try fixture.record.texts(by: "OksanaReads").isEmpty)
        }
    }

    @Test func whatIsRefusedForGoodIsKeptWithItsReason() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(.refuse("THREAD_LOCKED"), only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", id, "Too late.")
            #expect(try reply.status == 69 && (reply.errorCode) == "refused", "\(reply.output)")
            let failed = try reply.entry("failed")
            let reason = try #require(failed["reason"] as? [String: Any])
            #expect(reason["code"] as? String == "refused", "\(reason)")
            #expect((reason["message"] as? String)?.contains("THREAD_LOCKED") == true, "\(reason)")
            let kept = try await fixture.call(.demo, "outbox").entry("entries")
            #expect(kept["state"] as? String == "failed" && kept["text"] as? String == "Too late.")
            let edit = try await fixture.call(.demo, "outbox", "edit", kept["id"] as? String ?? "", "In time.")
            #expect(try (edit.entry("entries"))["state"] as? String == "pending", "\(edit.errors)")
            #expect(try await fixture.call(.demo, "sync").json["sent"] as? Int == 1)
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["In time."])
        }
    }

    @Test func whatCannotBeSentAgainKeepsNothingElseUp() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(.reset(), only: .act(.reply), times: 1)
            let lost = try await fixture.call(.demo, "reply", id, "Lost.").entryIDs("queued")[0]
            let edit = try await fixture.call(.demo, "edit", lost, "Other words.").entryIDs("queued")[0]
            let left = try await fixture.call(.demo, "outbox", "arrived", lost).entry("entries")
            #expect(left["id"] as? String == edit && left["state"] as? String == "failed", "\(left)")
            fixture.server.setFault(.refuse("THREAD_LOCKED"), only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", id, "Again.").entryIDs("failed")[0]

            let one = try await fixture.call(.demo, "outbox", "retry", edit)
            #expect(one.status == 64, "\(one.status) \(one.output)\(one.errors)")
            let all = try await fixture.call(.demo, "outbox", "retry")
            #expect(try all.status == 0 && all.entryIDs("sent") == [reply], "\(all.output)\(all.errors)")
            #expect(try all.entryIDs("failed") == [edit])
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Again."])
        }
    }

    @Test func withoutANetworkItIsQueued() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let call = try await fixture.withoutServer(.demo)
            let reply = await call("reply", id, "Nobody hears.")
            #expect(try reply.status == 0 && (reply.errorCode) == "offline", "\(reply.output)")
            #expect(try (reply.entry("queued"))["state"] as? String == "pending")
            let sync = await call("sync")
            #expect(try sync.status == 69 && (sync.errorCode) == "offline", "\(sync.output)")
            let dark = await call("sync", "--offline")
            #expect(try dark.status == 69 && (dark.json["left"]) as? Int == 1, "\(dark.output)")
            #expect(await call("outbox", "cancel", try reply.entryIDs("queued")[0]).status == 0)
            #expect(await call("sync", "--offline").status == 0)
        }
    }

    @Test func aSessionThatIsOverLosesNothing() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            #expect(try await fixture.call(.demo, "vote", id, "up").status == 0)
            fixture.server.revokeRefreshTokens()
            fixture.server.expireTokens()
            let reply = try await fixture.call(.demo, "reply", id, "Still here.")
            #expect(try reply.status == 77 && (reply.errorCode) == "sessionExpired", "\(reply.output)")
            #expect(try (reply.entry("queued"))["text"] as? String == "Still here.", "\(reply.output)")
            #expect(try await (fixture.call(.demo, "outbox").entry("entries"))["text"] as? String == "Still here.")
            #expect(try await fixture.call(.demo, "sync").status == 77)
            #expect(try fixture.record.texts(by: "OksanaReads").isEmpty)
        }
    }

    @Test func aTextThatMeetsTheEndOfTheSessionIsPending() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(.tokenRevoked, only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", id, "Too late.")
            #expect(try reply.status == 77 && reply.errorCode == "sessionExpired", "\(reply.output)")
            let entry = try reply.entry("queued")
            #expect(entry["state"] as? String == "pending", "\(entry)")
            let edit = try await fixture.call(.demo, "outbox", "edit", entry["id"] as? String ?? "", "In time.")
            #expect(try edit.status == 0 && edit.entry("entries")["text"] as? String == "In time.", "\(edit.errors)")
            #expect(try await fixture.call(.demo, "outbox", "cancel", entry["id"] as? String ?? "").status == 0)
        }
    }

    @Test(arguments: [DemoFault.tokenExpired, .tokenRevoked])
    func atLemmyTooATextThatMeetsTheEndOfTheSessionIsPending(_ fault: DemoFault) async throws {
        try await ReaderFixture.runCalls { fixture in
            func call(_ arguments: String...) async throws -> ReaderProcess {
                try await fixture.call(.lemmy, arguments, environment: ["LANTERN_PASSWORD": "lantern"])
            }
            #expect(try await call("login", "--account", "ann").status == 0)
            let id = try #require(try await call("list", "--feed", "r/swift").ids.first)
            fixture.server.setFault(fault, only: .act(.reply), times: 1)
            let reply = try await call("reply", id, "Too late.")
            #expect(try reply.status == 77 && reply.entry("queued")["state"] as? String == "pending", "\(reply.output)")
            let entry = try reply.entryIDs("queued")[0]
            #expect(try await call("outbox", "edit", entry, "In time.").status == 0)
            #expect(try await call("login", "--account", "ann").status == 0)
            #expect(try await call("sync").json["sent"] as? Int == 1)
            #expect(try fixture.record.texts(by: "ann").map(\.text) == ["In time."])
        }
    }

    @Test func ofATextInDoubtThePersonIsToldHowToDecide() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(.status(404), only: .reads)
            fixture.server.setFault(.acted(.reset()), only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", id, "Who knows?")
            #expect(try reply.entry("queued")["state"] as? String == "unsure", "\(reply.output)")
            let sync = try await fixture.call(.demo, "sync")
            for call in [reply, sync] {
                let error = try #require(try call.json["error"] as? [String: Any])
                let message = error["message"] as? String ?? ""
                #expect(message.contains("outbox arrived") && message.contains("outbox retry"), "\(call.output)")
                #expect(error["code"] as? String == "unknown" && call.errors.contains("outbox arrived"))
            }
        }
    }

    @Test func aPortalTakesNoText() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            fixture.server.setFault(.captivePortal, only: .act(.reply), times: 1)
            let reply = try await fixture.call(.demo, "reply", id, "In a hotel.")
            #expect(try reply.status == 0 && (reply.errorCode) == "captivePortal", "\(reply.output)")
            #expect(try await fixture.call(.demo, "sync").json["sent"] as? Int == 1)
        }
    }

    @Test func refreshSendsToo() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            #expect(try await fixture.call(.demo, "reply", id, "With the feeds.", "--offline").status == 0)
            #expect(try await fixture.call(.demo, "list", "--feed", "r/swift").status == 0)
            #expect(try fixture.record.texts(by: "OksanaReads").isEmpty, "what only reads sends nothing")
            let refresh = try await fixture.call(.demo, "refresh")
            #expect(refresh.status == 0, "\(refresh.errors)")
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["With the feeds."])
        }
    }
}
