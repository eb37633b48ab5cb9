import Core
import Foundation
import Testing

@testable import Cloud

/// Looks for posts, the reading of texts before they are changed, and the reading of toggles.
@Suite(.timeLimit(.minutes(5)))
struct RedditTextLookTests {
    private typealias World = RedditWritingWorld
    private let attempt = RedditWritingWorld.attempt

    private func isUnclear(_ finding: OutboxFinding) -> Bool {
        if case .unclear = finding { true } else { false }
    }

    // MARK: Posts

    private func look(
        _ posts: [String], for text: OutboxText, in community: String = "r/swift", claimed: Set<String> = []
    ) async throws -> OutboxFinding {
        let world = try World()
        world.server.on("/v/user/me/submitted", json: World.listing(posts))
        return try await world.sender.look(
            for: world.request(.submit, community, text, isInDoubt: true, claimed: claimed))
    }

    @Test func aPostIsFoundAmongOnesOwn() async throws {
        let text = OutboxText(title: "title", text: "words")
        let posts = [
            World.post("t3_a", by: "me", "title", text: "other"), World.post("t3_b", by: "me", "other", text: "words"),
            World.post("t3_c", by: "me", "title", text: "words", in: "rust"),
            World.post("t3_d", by: "me", "title", url: "https://a.org"),
            World.post("t3_x", by: "me", "title", text: "words\n", in: "Swift"),
            World.post("t3_o", by: "me", "title", text: "words", at: attempt - 60),
        ]
        #expect(try await look(posts, for: text) == .found(["t3_x"]))
        #expect(try await look(posts, for: text, claimed: ["t3_x"]) == .absent)
        #expect(try await look(posts.filter { !$0.contains("t3_x") }, for: text) == .absent)
    }

    @Test func aLinkIsFoundByItsAddress() async throws {
        let text = OutboxText(title: "title", url: "https://a.org/?x=1&y=2")
        let posts = [
            World.post("t3_a", by: "me", "title", url: "https://a.org/"), World.post("t3_b", by: "me", "title"),
            World.post("t3_x", by: "me", "title", url: "https://a.org/?x=1&y=2"),
        ]
        #expect(try await look(posts, for: text) == .found(["t3_x"]))
        let users = World.post("t3_u", by: "me", "title", url: "https://a.org/?x=1&y=2", in: "u_ann")
        #expect(try await look([users], for: text, in: "u/ann") == .found(["t3_u"]))
    }

    @Test(arguments: [403, 404]) func aListThatIsNotShownDoesNotTell(_ status: Int) async throws {
        let world = try World()
        world.server.on("/v/user/me/submitted", .respond(status, [:], "{}"))
        let request = try world.request(.submit, "r/swift", OutboxText(title: "title"), isInDoubt: true)
        #expect(isUnclear(try await world.sender.look(for: request)))
    }

    // MARK: Edits

    private func read(_ thing: String?, me: String = #"{"id":"me"}"#) async throws -> OutboxFinding {
        let world = try World()
        world.server.on("/v/api/info", json: World.listing(thing.map { [$0] } ?? []))
        world.server.on("/v/api/v1/me", json: me)
        let text = OutboxText(text: "new < words", changing: "old\r\nwords")
        return try await world.sender.look(for: world.request(.edit, "t1_c", text))
    }

    @Test func aTextIsReadBeforeItIsChanged() async throws {
        #expect(try await read(World.comment("t1_c", below: "t3_p", "new < words")) == .found([]))
        #expect(try await read(World.comment("t1_c", below: "t3_p", "new &lt; words\n")) == .found([]))
        #expect(try await read(World.comment("t1_c", below: "t3_p", "old\nwords")) == .absent)
        #expect(isUnclear(try await read(World.comment("t1_c", below: "t3_p", "somebody else's"))))
        #expect(isUnclear(try await read(World.comment("t1_c", below: "t3_p", by: "[deleted]", "[deleted]"))))
        #expect(isUnclear(try await read(nil)))
        #expect(isUnclear(try await read(World.comment("t1_d", below: "t3_p", "old\nwords"))))
        let anonymous = try await read(World.comment("t1_c", below: "t3_p", "old\nwords"), me: "{}")
        #expect(anonymous == .sessionOver)
    }

    @Test func aPostsTextIsReadAsWell() async throws {
        let world = try World()
        world.server.on("/v/api/info", json: World.listing([World.post("t3_p", by: "me", text: "old")]))
        let base = OutboxText(text: "new", changing: "old")
        #expect(try await world.sender.look(for: world.request(.edit, "t3_p", base)) == .absent)
        // What it changes is not known: nothing is written over it.
        let blind = OutboxText(text: "new")
        #expect(isUnclear(try await world.sender.look(for: world.request(.edit, "t3_p", blind))))
    }

    // MARK: Toggles

    private func reading(
        _ kind: OutboxEntry.Kind, _ target: String, at path: String, _ body: String..., me: String = #"{"id":"me"}"#
    ) async throws -> OutboxReading {
        let world = try World()
        for text in body.prefix(1) { world.server.on(path, json: text) }
        world.server.on("/v/api/v1/me", json: me)
        return try await world.sender.read(world.request(kind, target, value: "true"))
    }

    @Test(arguments: [(",\"likes\":true", "1"), (",\"likes\":false", "-1"), (",\"likes\":null", "0"), ("", "0")])
    func aVoteIsRead(_ likes: String, _ value: String) async throws {
        let body = World.listing([World.post(more: likes)])
        #expect(try await reading(.vote, "t3_p", at: "/v/api/info", body) == .value(value))
        #expect(try await reading(.vote, "t3_p", at: "/v/api/info", body, me: "{}") == .sessionOver)
    }

    @Test func flagsAreRead() async throws {
        let body = World.listing([World.post(more: #","saved":true,"hidden":false"#)])
        #expect(try await reading(.save, "t3_p", at: "/v/api/info", body) == .value("true"))
        #expect(try await reading(.hide, "t3_p", at: "/v/api/info", body) == .value("false"))
        let world = try World()
        world.server.on("/v/api/info", json: body)
        #expect(try await world.sender.read(world.request(.save, value: "0")) == .value("1"))
        let silent = World.listing([World.post()])
        #expect(try await reading(.save, "t3_p", at: "/v/api/info", silent) == .failed(isPassing: false))
        #expect(try await reading(.save, "t3_p", at: "/v/api/info", World.listing([])) == .failed(isPassing: false))
        #expect(try await reading(.save, "t3_p", at: "/v/api/info", "{}") == .failed(isPassing: true))
        #expect(try await reading(.save, "t3_p", at: "/elsewhere", "{}") == .failed(isPassing: false))
    }

    @Test func aSubscriptionIsRead() async throws {
        func about(_ path: String, _ target: String, _ body: String) async throws -> OutboxReading {
            try await reading(.subscribe, target, at: path, body)
        }
        let (subreddit, user) = ("/v/r/swift/about", "/v/user/ann/about")
        #expect(try await about(subreddit, "r/swift", #"{"data":{"user_is_subscriber":true}}"#) == .value("true"))
        #expect(try await about(subreddit, "swift", #"{"data":{"user_is_subscriber":false}}"#) == .value("false"))
        #expect(try await about(subreddit, "r/swift", #"{"data":{"user_is_subscriber":null}}"#) == .sessionOver)
        #expect(
            try await about(user, "u/ann", #"{"data":{"subreddit":{"user_is_subscriber":true}}}"#) == .value("true"))
    }

    @Test func aMessageIsReadOnceItIsNoLongerListed() async throws {
        let unread = World.listing([#"{"kind":"t1","data":{"name":"t1_c"}}"#])
        #expect(try await reading(.read, "t1_c", at: "/v/message/unread", unread) == .value("false"))
        #expect(try await reading(.read, "t1_d", at: "/v/message/unread", unread) == .value("true"))
    }
}
