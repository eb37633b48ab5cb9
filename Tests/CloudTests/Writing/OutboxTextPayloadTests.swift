import Foundation
import Testing

@testable import Cloud
@testable import Core

/// The content of a text is stored as it was typed, and read by this version and later ones.
struct OutboxTextPayloadTests {
    private func entry(_ payload: RawJSON, version: Int = 1) -> OutboxEntry {
        OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-1"), account: AccountKey(site: .reddit, name: "t2_me"), kind: .reply,
            version: version, payload: payload.canonical, field: "text", thing: "t3_a",
            policy: WritingRules.reddit.policy(of: .reply),
            at: OutboxTime(date: Date(timeIntervalSince1970: 0), boot: "boot", uptime: 0))
    }

    @Test func itIsReadBackAsItWas() throws {
        let text = OutboxText(
            title: "Ti\"tle", text: "a\r\n b/ü 🏮", url: "https://a.org/?x=1", post: "t3_a", changing: "before",
            known: ["t1_x"])
        let payload = text.payload()
        #expect(try OutboxText(of: entry(payload)) == text)
        #expect(try payload == RawJSON(JSONEncoder().encode(text)).canonical)
        #expect(payload["text"]?.string == "a\r\n b/ü 🏮")
        #expect(payload["base"]?.string == TextMatch.hash("before"))
    }

    @Test func whatThereIsNotIsNotStored() throws {
        #expect(OutboxText(text: "a", known: []).payload().text == #"{"text":"a"}"#)
        #expect(try OutboxText(of: entry(RawJSON(#"{"text":"a","later":[1]}"#))).text == "a")
    }

    @Test func anotherFormIsNotGuessed() throws {
        for payload in ["[]", #""a""#, #"{"text":1}"#] {
            let payload = try RawJSON(payload)
            #expect(throws: DataError.self) { try OutboxText(of: entry(payload)) }
        }
        let newer = try RawJSON(#"{"text":"a"}"#)
        #expect(throws: DataError.self) { try OutboxText(of: entry(newer, version: 2)) }
    }

    @Test func whatIsThereAlreadyIsNoted() throws {
        let post = Post.ID(site: .reddit, native: "t3_a")
        func comment(_ native: String, _ body: String?) -> Core.Comment {
            var comment = Core.Comment(id: Core.Comment.ID(site: .reddit, native: native), parent: .post(post))
            comment.body = body
            return comment
        }
        let comments = [comment("t1_a", " thanks\n"), comment("t1_b", "Thanks"), comment("t1_c", nil)]
        #expect(OutboxText.known(among: comments, equalTo: "thanks", by: .reddit) == ["t1_a"])
        // As the results of entries are named.
        #expect(OutboxText.known(among: comments, equalTo: "thanks", by: .lemmy) == ["comment/t1_a"])
    }
}
