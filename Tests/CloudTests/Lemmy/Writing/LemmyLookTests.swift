import Core
import Foundation
import Testing

@testable import Cloud

/// What a look on Lemmy finds, and when it does not tell.
@Suite(.timeLimit(.minutes(5)))
struct LemmyLookTests {
    private typealias World = LemmyWritingWorld

    private func isUnclear(_ finding: OutboxFinding) -> Bool {
        if case .unclear = finding { true } else { false }
    }

    /// A look for a reply with the words "words", a hundred seconds after the attempt.
    private func look(
        _ world: World, _ thread: [String] = [], own: [String] = [], parent: String = "12",
        as kind: StatusTarget.Kind = .post, claimed: Set<String> = [], known: [String] = []
    ) async throws -> OutboxFinding {
        world.thread(thread)
        world.own(comments: own)
        return try await world.sender.look(
            for: world.request(
                .reply, parent, as: kind, OutboxText(text: "words", known: known), isInDoubt: true, claimed: claimed))
    }

    @Test func itIsFoundInTheThreadOrInOnesOwnList() async throws {
        let reply = World.comment(34, path: "0.34")
        #expect(try await look(World(), [reply]) == .found(["comment/34"]))
        #expect(try await look(World(), own: [reply]) == .found(["comment/34"]))
        #expect(try await look(World()) == .absent)
    }

    @Test func onlyAnAnswerToTheParentItselfCounts() async throws {
        let deep = World.comment(56, path: "0.34.56")
        #expect(try await look(World(), [deep]) == .absent)
        let world = try World()
        world.server.on("/api/v3/comment", json: #"{"comment_view":\#(World.comment(34, path: "0.34", by: 9))}"#)
        let others = [World.comment(78, path: "0.34.56.78"), World.comment(90, path: "0.90")]
        #expect(try await look(world, others + [deep], parent: "34", as: .comment) == .found(["comment/56"]))
        let list = try #require(world.server.requests(to: "/api/v3/comment/list").first)
        #expect(list.url.query() == "limit=50&page=1&parent_id=34&sort=New&type_=All")
    }

    @Test func onlyWhatIsNewAndOnesOwnCounts() async throws {
        let others = [
            World.comment(1, path: "0.1", by: 9), World.comment(2, path: "0.2", after: -6),
            World.comment(3, path: "0.3", more: #","deleted":true"#),
        ]
        #expect(try await look(World(), others, own: others) == .absent)
        let reply = World.comment(34, path: "0.34", after: -4)
        #expect(try await look(World(), [reply]) == .found(["comment/34"]))
        #expect(try await look(World(), [reply], claimed: ["comment/34"]) == .absent)
        #expect(try await look(World(), [reply], known: ["comment/34"]) == .absent)
    }

    @Test func aNewerTextThatDiffersDoesNotTell() async throws {
        let changed = World.comment(34, path: "0.34", "w**ds")
        #expect(isUnclear(try await look(World(), [changed])))
        #expect(isUnclear(try await look(World(), own: [changed])))
        // Not where it is older, or another entry's.
        #expect(try await look(World(), [World.comment(34, path: "0.34", "w**ds", after: -60)]) == .absent)
        #expect(try await look(World(), [changed], claimed: ["comment/34"]) == .absent)
        // And not where the text itself is there.
        #expect(try await look(World(), [changed, World.comment(35, path: "0.35")]) == .found(["comment/35"]))
    }

    @Test func aParentThatIsGoneOrLockedDoesNotTell() async throws {
        let posts = [
            World.post(more: #","locked":true"#), World.post(more: #","deleted":true"#),
            World.post(more: #","removed":true"#), World.post(view: #","banned_from_community":true"#),
        ]
        for post in posts {
            let world = try World()
            world.server.on("/api/v3/post", json: #"{"post_view":\#(post)}"#)
            #expect(isUnclear(try await look(world)), "\(post)")
            let other = try World()
            other.server.on("/api/v3/post", json: #"{"post_view":\#(post)}"#)
            #expect(try await look(other, own: [World.comment(34, path: "0.34")]) == .found(["comment/34"]))
        }
        let world = try World()
        world.server.on("/api/v3/post", .respond(404, [:], #"{"error":"couldnt_find_post"}"#))
        #expect(isUnclear(try await look(world)))
    }

    @Test func aListThatDoesNotReachBackDoesNotTell() async throws {
        let world = try World()
        world.thread([])
        let newer = World.comment(5, path: "0.5", by: 9, after: 10)
        world.server.on("/api/v3/user", json: #"{"comments":[\#(newer)],"posts":[]}"#)
        let request = try world.request(.reply, OutboxText(text: "words"), isInDoubt: true)
        #expect(isUnclear(try await world.sender.look(for: request)))
        #expect(world.server.requests(to: "/api/v3/user").count == 10)
    }

    @Test func itReachesBackPastTheAttemptAndNoFurther() async throws {
        let world = try World()
        let older = World.comment(5, path: "0.5", by: 9, after: -60)
        #expect(try await look(world, [older], own: [older]) == .absent)
        #expect(
            world.server.requests(to: "/api/v3/user").map { $0.url.query() } == ["limit=50&page=1&sort=New&username=me"]
        )
        #expect(world.server.requests(to: "/api/v3/comment/list").count == 1)
    }

    @Test(arguments: [
        #"{"site_view":{}}"#, #"{"my_user":{"local_user_view":{"person":{"id":8,"name":"you"}}}}"#, "{}",
    ])
    func anAnswerToSomebodyElseIsNone(_ site: String) async throws {
        let world = try World()
        world.server.on("/api/v3/site", json: site)
        #expect(try await look(world, [World.comment(34, path: "0.34")]) == .sessionOver)
        #expect(try await look(world) == .sessionOver)
        #expect(try await world.sender.read(world.request(.vote, value: "1")) == .sessionOver)
    }

    @Test func aServerInTroubleMakesALookThatIsRepeated() async throws {
        for path in ["post", "comment/list", "user", "site"] {
            for trouble in [.respond(503), .respond(200, [:], "{"), .fail(NetworkError(.offline))]
                as [ScriptedTransport.Answer]
            {
                let world = try World()
                world.thread([World.comment(34, path: "0.34")])
                world.server.on("/api/v3/\(path)", trouble)
                let finding = try await world.sender.look(
                    for: world.request(.reply, OutboxText(text: "words"), isInDoubt: true))
                guard case .failed(_, isPassing: true) = finding else {
                    Issue.record("\(path): \(finding)")
                    continue
                }
            }
        }
    }

    // MARK: Posts, edits, toggles

    @Test func aPostIsFoundAmongOnesOwn() async throws {
        func look(_ posts: [String], _ text: OutboxText, claimed: Set<String> = []) async throws -> OutboxFinding {
            let world = try World()
            world.own(posts: posts)
            return try await world.sender.look(
                for: world.request(.submit, "r/swift", as: .source, text, isInDoubt: true, claimed: claimed))
        }
        let text = OutboxText(title: " title ", text: "words")
        let mine = World.post(21, by: 7, "title", body: "words")
        #expect(try await look([mine], text) == .found(["21"]))
        #expect(try await look([mine], text, claimed: ["21"]) == .absent)
        #expect(try await look([World.post(21, by: 7, "title", body: "words", community: 4)], text) == .absent)
        #expect(try await look([World.post(21, by: 7, "title", body: "words", after: -60)], text) == .absent)
        #expect(isUnclear(try await look([World.post(21, by: 7, "title", body: "w**ds")], text)))
        let link = OutboxText(title: "title", url: "https://a.org/?utm=1")
        #expect(try await look([World.post(21, by: 7, "title", url: "https://a.org/?utm=1")], link) == .found(["21"]))
        #expect(isUnclear(try await look([World.post(21, by: 7, "title", url: "https://a.org/")], link)))
    }

    @Test func aTextIsReadBeforeItIsChanged() async throws {
        func read(_ comment: String?) async throws -> OutboxFinding {
            let world = try World()
            if let comment { world.server.on("/api/v3/comment", json: #"{"comment_view":\#(comment)}"#) }
            return try await world.sender.look(
                for: world.request(.edit, "34", as: .comment, OutboxText(text: "new", changing: "old")))
        }
        #expect(try await read(World.comment(34, path: "0.34", "new")) == .found([]))
        #expect(try await read(World.comment(34, path: "0.34", "old")) == .absent)
        #expect(isUnclear(try await read(World.comment(34, path: "0.34", "other"))))
        #expect(isUnclear(try await read(World.comment(34, path: "0.34", "old", more: #","removed":true"#))))
        #expect(isUnclear(try await read(nil)))
    }

    @Test func togglesAreRead() async throws {
        func read(_ kind: OutboxEntry.Kind, _ view: String) async throws -> OutboxReading {
            let world = try World()
            world.server.on("/api/v3/post", json: #"{"post_view":\#(World.post(view: view))}"#)
            return try await world.sender.read(world.request(kind, value: "true"))
        }
        #expect(try await read(.vote, #","my_vote":-1"#) == .value("-1"))
        #expect(try await read(.vote, "") == .value("0"))
        #expect(try await read(.save, #","saved":true"#) == .value("true"))
        #expect(try await read(.hide, #","hidden":false"#) == .value("false"))
        #expect(try await read(.read, #","read":true"#) == .value("true"))
        #expect(try await read(.hide, "") == .failed(isPassing: false))
        let world = try World()
        let request = try world.request(.subscribe, "r/swift", as: .source, value: "true")
        #expect(try await world.sender.read(request) == .value("false"))
    }
}
