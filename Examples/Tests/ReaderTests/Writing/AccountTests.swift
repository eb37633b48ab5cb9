import Core
import Database
import DemoServer
import Foundation
import Testing

/// Leaving an account, what is left for a program that has the store, and answers.
@Suite(.timeLimit(.minutes(5)))
struct AccountTests {
    private func post(_ fixture: ReaderFixture) async throws -> String {
        try #require(try await fixture.call(.demo, "list", "--feed", "r/swift").ids.first)
    }

    @Test func whatIsUnsentIsNamedBeforeAnybodyIsSignedOut() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let entry = try await fixture.call(.demo, "reply", id, "Kept.", "--offline").entryIDs("queued")[0]
            for call in [["logout"], ["logout", "--wipe"]] {
                let refused = try await fixture.call(.demo, call)
                #expect(refused.status == 64 && refused.errors.contains(entry), "\(call): \(refused.errors)")
            }
            #expect(try await fixture.call(.demo, "logout", "--keep", "--wipe").status == 64)

            let kept = try await fixture.call(.demo, "logout", "--keep")
            #expect(kept.status == 0, "\(kept.errors)")
            #expect(try kept.json["account"] as? String == "OksanaReads")
            #expect(try await fixture.call(.demo, "accounts").entries("accounts").isEmpty)
            #expect(try await fixture.call(.demo, "vote", id, "up").status == 77)
            #expect(try await fixture.call(.demo, "sync").status == 77)
            #expect(try await fixture.call(.demo, "logout").status == 77)
            let retry = try await fixture.call(.demo, "outbox", "retry", entry)
            #expect(retry.status == 77, "\(retry.status) \(retry.output)\(retry.errors)")
            #expect(try await fixture.call(.demo, "outbox").entryIDs("entries") == [entry])
            // What anybody may read is read as before.
            let list = try await fixture.call(.demo, "list", "--feed", "r/swift")
            #expect(try list.status == 0 && list.item(id)["vote"] is NSNull, "\(list.errors)")
        }
    }

    @Test func wipingRemovesWhatIsTheAccountsOwn() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            #expect(try await fixture.call(.demo, "save", id).status == 0)
            #expect(try await fixture.call(.demo, "reply", id, "Gone.", "--offline").status == 0)
            let wiped = try await fixture.call(.demo, "logout", "--wipe", "--discard")
            #expect(try wiped.status == 0 && wiped.json["removed"] as? Int ?? 0 > 0, "\(wiped.output)\(wiped.errors)")
            #expect(try await fixture.call(.demo, "outbox").entries("entries").isEmpty)
            #expect(try await fixture.call(.demo, "saved").ids.isEmpty)
            #expect(try await fixture.call(.demo, "list", "--feed", "r/swift", "--offline").ids.contains(id))
        }
    }

    @Test func besideAProgramThatHasTheStoreAnIntentIsLeftForIt() async throws {
        try await ReaderFixture.runCalls { fixture in
            let id = try await post(fixture)
            let writer = try await JSONStore.open(directory: fixture.store)
            let reply = try await fixture.call(.demo, "reply", id, "Handed over.")
            #expect(reply.status == 0, "\(reply.errors)")
            #expect(try reply.entry("queued")["text"] as? String == "Handed over.")
            #expect(try reply.entries("sent").isEmpty)
            let entry = try reply.entryIDs("queued")[0]
            let cancel = try await fixture.call(.demo, "outbox", "cancel", entry)
            #expect(cancel.status == 75, "\(cancel.errors)")
            let archive = "\(fixture.directory)/archive"
            #expect(try await fixture.call(.demo, "export", archive).status == 0)
            // Each of them waits for the store; beside one another that takes no longer.
            await withTaskGroup(of: Void.self) { group in
                for call in [
                    ["outbox", "retry"], ["outbox", "retry", entry], ["outbox", "arrived", entry], ["login"],
                    ["logout", "--keep"], ["import", archive], ["sync"],
                ] {
                    group.addTask {
                        let busy = await fixture.demo(call)
                        #expect(busy.status == 75, "\(call): \(busy.status) \(busy.errors)")
                    }
                }
            }
            let edit = try await fixture.call(.demo, "outbox", "edit", entry, "My precious words")
            #expect(edit.status == 75 && edit.errors.contains("My precious words"), "\(edit.errors)")
            try await writer.close()
            let sync = try await fixture.call(.demo, "sync")
            #expect(try sync.json["sent"] as? Int == 1, "\(sync.output)\(sync.errors)")
            #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Handed over."])
        }
    }

    @Test func anAnswerIsMarkedAsReadWithoutANetwork() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.question(answeredWith: "One.", "Two.")
            let ids = try await fixture.call(.demo, "inbox").ids
            try #require(ids.count == 2)
            let call = try await fixture.withoutServer(.demo)
            let dark = await call("inbox", "read", ids[0], "--offline")
            #expect(try dark.status == 0 && dark.errorCode == nil && dark.json["unread"] as? Int == 1, "\(dark.output)")
            let read = await call("inbox", "read", "--all")
            #expect(try read.status == 0 && read.errorCode == "offline", "\(read.status) \(read.output)\(read.errors)")
            #expect(try read.json["unread"] as? Int == 0 && read.ids == ids)
            let entries = try await call("outbox").entries("entries")
            #expect(entries.map { $0["kind"] as? String } == ["read", "read"], "\(entries)")
            #expect(entries.allSatisfy { $0["value"] as? Bool == true && $0["state"] as? String == "pending" })
            // What is stored is shown, and why it is not newer.
            let unread = await call("inbox", "--unread")
            #expect(try unread.status == 0 && unread.items.isEmpty && unread.errorCode == "offline", "\(unread.output)")
            #expect(await call("inbox", "read", "t1_nobody").status == 66)
        }
    }

    @Test func answersAreShownAndMarkedAsRead() async throws {
        try await ReaderFixture.runCalls { fixture in
            let post = try await fixture.question(answeredWith: "An answer.")
            let inbox = try await fixture.call(.demo, "inbox", "--unread")
            #expect(inbox.status == 0, "\(inbox.errors)")
            let item = try #require(try inbox.items.first { $0["body"] as? String == "An answer." }, "\(inbox.output)")
            #expect(item["author"] as? String == "ann" && item["kind"] as? String == "reply")
            #expect(item["parent"] as? String == post && item["isRead"] as? Bool == false)
            let unread = try #require(try inbox.json["unread"] as? Int)
            let id = try #require(item["id"] as? String)
            let read = try await fixture.call(.demo, "inbox", "read", id)
            #expect(try read.status == 0 && read.json["unread"] as? Int == unread - 1, "\(read.output)\(read.errors)")
            #expect(try await fixture.call(.demo, "inbox", "--offline", "--unread").ids.contains(id) == false)
            #expect(try await fixture.call(.demo, "inbox", "read", "t1_nobody").status == 66)
            #expect(try await fixture.call(.demo, "inbox", "read", "--all").json["unread"] as? Int == 0)
            #expect(try await fixture.call(.demo, "inbox", "read").status == 64)
        }
    }
}
