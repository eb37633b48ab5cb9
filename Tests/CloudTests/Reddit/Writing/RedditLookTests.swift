import Core
import Foundation
import Mocks
import Testing

@testable import Cloud

/// What a look for a reply finds, and when it does not tell.
@Suite(.timeLimit(.minutes(5)))
struct RedditLookTests {
    private typealias World = RedditWritingWorld
    private let attempt = RedditWritingWorld.attempt

    /// A look for a reply with the words "words" to a post, a hundred seconds after the attempt.
    private func look(
        _ world: World, _ thread: [String] = [], own: [String] = [], parent: String = "t3_p",
        text: OutboxText = OutboxText(text: "words", post: "t3_p"), post: String = World.post(), boot: String = "boot",
        claimed: Set<String> = []
    ) async throws -> OutboxFinding {
        world.server.on("/v/comments/p", json: World.thread(post, thread))
        world.server.on("/v/user/me/comments", json: World.listing(own))
        return try await world.sender.look(
            for: world.request(.reply, parent, text, isInDoubt: true, boot: boot, claimed: claimed))
    }

    private func look(_ thread: [String] = [], own: [String] = []) async throws -> OutboxFinding {
        try await look(World(), thread, own: own)
    }

    private func isUnclear(_ finding: OutboxFinding) -> Bool {
        if case .unclear = finding { true } else { false }
    }

    private func isFailed(_ finding: OutboxFinding, isPassing: Bool) -> Bool {
        if case .failed(_, isPassing) = finding { true } else { false }
    }

    // MARK: Found and absent

    @Test func itIsFoundInTheThread() async throws {
        #expect(try await look([World.comment("t1_x", below: "t3_p")]) == .found(["t1_x"]))
    }

    @Test func itIsFoundBelowAComment() async throws {
        let reply = World.comment("t1_x", below: "t1_c")
        let parent = World.comment("t1_c", below: "t3_p", by: "you", "hello", replies: [reply])
        #expect(try await look(World(), [parent], parent: "t1_c") == .found(["t1_x"]))
    }

    @Test func itIsFoundInOnesOwnListWhereTheThreadDoesNotShowIt() async throws {
        #expect(try await look(own: [World.comment("t1_x", below: "t3_p")]) == .found(["t1_x"]))
    }

    @Test func itIsAbsentWhereNeitherHasIt() async throws {
        #expect(try await look() == .absent)
    }

    @Test func onlyWhatIsEqualIsTaken() async throws {
        let others = [
            World.comment("t1_a", below: "t3_p", by: "you"), World.comment("t1_b", below: "t1_z"),
            World.comment("t1_c", below: "t3_p", "other words"), World.comment("t1_d", below: "t3_p", by: "[deleted]"),
        ]
        #expect(try await look(others, own: others) == .absent)
    }

    @Test(arguments: [("a\r\nb ", "a\nb"), ("1 < 2", "1 &lt; 2")])
    func aTextIsEqualAfterWhatTheServerDoesToIt(_ sent: String, _ found: String) async throws {
        let reply = World.comment("t1_x", below: "t3_p", found)
        #expect(
            try await look(World(), [reply], text: OutboxText(text: sent, post: "t3_p")) == .found(["t1_x"]))
    }

    @Test func ofSeveralTheOldestComesFirst() async throws {
        let replies = [
            World.comment("t1_c", below: "t3_p", at: attempt + 3),
            World.comment("t1_b", below: "t3_p", at: attempt + 2),
        ]
        let own = [
            World.comment("t1_c", below: "t3_p", at: attempt + 3), World.comment("t1_a", below: "t3_p", at: attempt),
        ]
        #expect(try await look(replies, own: own) == .found(["t1_a", "t1_b", "t1_c"]))
    }

    // MARK: Older than the attempt

    @Test(arguments: [(-6.0, false), (-5, true), (-4, true), (0, true), (99, true)])
    func theServersClockSaysWhatIsOlder(_ seconds: Double, _ isFound: Bool) async throws {
        let reply = World.comment("t1_x", below: "t3_p", at: attempt + seconds)
        #expect(try await look([reply], own: [reply]) == (isFound ? .found(["t1_x"]) : .absent))
    }

    @Test func ourOwnClockDoesNot() async throws {
        // The server is two years behind us.
        let world = try World(date: "Sun, 14 Nov 2021 22:13:20 GMT")
        let date = try #require(HTTPDate.date(from: "Sun, 14 Nov 2021 22:13:20 GMT")).timeIntervalSince1970
        let old = World.comment("t1_x", below: "t3_p", at: date - 106)
        let new = World.comment("t1_y", below: "t3_p", at: date - 99)
        #expect(try await look(world, [new, old]) == .found(["t1_y"]))
    }

    @Test func theTimeOfTheLookItselfMakesNothingOlder() async throws {
        let world = try World()
        // The request waits for a minute before it is answered: the date of the answer is that much later.
        let slow = SlowRequests(world: world, seconds: 60)
        world.accounts.set(.success(OutboxWriter(requests: slow, name: "me", id: "me")))
        let reply = World.comment("t1_x", below: "t3_p", at: attempt - 60)
        #expect(try await look(world, [reply]) == .found(["t1_x"]))
    }

    @Test func whatIsAnotherEntrysIsNotTaken() async throws {
        let replies = [World.comment("t1_x", below: "t3_p"), World.comment("t1_y", below: "t3_p")]
        #expect(try await look(World(), replies, claimed: ["t1_x"]) == .found(["t1_y"]))
        #expect(try await look(World(), replies, claimed: ["t1_x", "t1_y"]) == .absent)
    }

    @Test func whatWasThereWhenItWasQueuedIsNotTaken() async throws {
        let text = OutboxText(text: "words", post: "t3_p", known: ["t1_x"])
        let replies = [World.comment("t1_x", below: "t3_p"), World.comment("t1_y", below: "t3_p")]
        #expect(try await look(World(), replies, text: text) == .found(["t1_y"]))
        #expect(try await look(World(), Array(replies.prefix(1)), text: text) == .absent)
    }

    @Test func whatWasStoredBeforeIsNotTakenWhereTheServersClockDoesNotTell() async throws {
        let target = StatusTarget(.comment, site: .reddit, native: "t1_x")
        let known = MockKnownThings(things: [target: World.now - World.age - 1])
        let near = World.comment("t1_x", below: "t3_p", at: attempt - 1)
        #expect(try await look(World(known: known), [near]) == .absent)
        // The server says that it came after the attempt, whatever our own dates say.
        let later = World.comment("t1_x", below: "t3_p", at: attempt + 50)
        #expect(try await look(World(known: known), [later]) == .found(["t1_x"]))
        // Without the server's date nothing else is known.
        #expect(try await look(World(date: nil, known: known), [later]) == .absent)
    }

    // MARK: The age is not known

    @Test(arguments: [(nil, "boot"), ("Tue, 14 Nov 2023 22:13:20 GMT", "another boot")] as [(String?, String)])
    func withoutAnAgeTheDateFallsAway(_ date: String?, _ boot: String) async throws {
        let early = World.comment("t1_x", below: "t3_p", at: attempt - 600)
        #expect(try await look(World(date: date), [early], boot: boot) == .found(["t1_x"]))
        #expect(try await look(World(date: date), boot: boot) == .absent)
        // The same words from long before: nobody can tell.
        let old = World.comment("t1_x", below: "t3_p", at: attempt - 7200)
        #expect(isUnclear(try await look(World(date: date), [old], boot: boot)))
        // Unless they are known to be somebody else's.
        #expect(try await look(World(date: date), [old], boot: boot, claimed: ["t1_x"]) == .absent)
    }

    // MARK: What looking cannot tell

    @Test func aParentThatIsGoneOrLockedDoesNotTell() async throws {
        let gone = [
            World.post(by: "[deleted]", text: "[deleted]"), World.post(more: #","removed_by_category":"moderator""#),
            World.post(more: #","locked":true"#), World.post(more: #","archived":true"#),
        ]
        for post in gone {
            #expect(isUnclear(try await look(World(), post: post)), "\(post)")
            let reply = World.comment("t1_x", below: "t3_p")
            #expect(try await look(World(), own: [reply], post: post) == .found(["t1_x"]), "\(post)")
        }
        let comments = [
            [], [World.comment("t1_c", below: "t3_p", by: "[deleted]", "[deleted]")],
            [World.comment("t1_c", below: "t3_p", by: "[deleted]", "[removed]")],
            [World.comment("t1_c", below: "t3_p", by: "you", "hello", locked: true)],
        ]
        for thread in comments {
            #expect(isUnclear(try await look(World(), thread, parent: "t1_c")), "\(thread)")
        }
    }

    @Test(arguments: [403, 404]) func aThreadThatIsNotShownDoesNotTell(_ status: Int) async throws {
        for (own, isFound) in [([], false), ([World.comment("t1_x", below: "t3_p")], true)] {
            let world = try World()
            world.server.on("/v/comments/p", .respond(status, [:], #"{"error":1}"#))
            world.server.on("/v/user/me/comments", json: World.listing(own))
            let finding = try await world.sender.look(
                for: world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true))
            #expect(isFound ? finding == .found(["t1_x"]) : isUnclear(finding))
        }
    }

    @Test(arguments: [403, 404]) func aListOfOnesOwnThatIsNotShownDoesNotTell(_ status: Int) async throws {
        for (thread, isFound) in [([], false), ([World.comment("t1_x", below: "t3_p")], true)] {
            let world = try World()
            world.server.on("/v/comments/p", json: World.thread(World.post(), thread))
            world.server.on("/v/user/me/comments", .respond(status, [:], #"{"error":1}"#))
            let finding = try await world.sender.look(
                for: world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true))
            #expect(isFound ? finding == .found(["t1_x"]) : isUnclear(finding))
        }
    }

    @Test func aListThatDoesNotReachBackDoesNotTell() async throws {
        let world = try World()
        world.server.on("/v/comments/p", json: World.thread())
        let newer = World.comment("t1_n", below: "t3_q", at: attempt + 10)
        let pages = (1...12).map { World.listing([newer], after: "t1_\($0)") }
        world.server.on("/v/user/me/comments", .respond(200, [:], pages[0]), .respond(200, [:], pages[1]))
        // The same cursor again and again is an end that is none.
        let request = try world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true)
        #expect(isUnclear(try await world.sender.look(for: request)))
        #expect(world.server.requests(to: "/v/user/me/comments").count == 3)
    }

    @Test func itReadsTenPagesAtMost() async throws {
        let world = try World()
        let endless = EndlessRequests(world: world)
        world.accounts.set(.success(OutboxWriter(requests: endless, name: "me", id: "me")))
        world.server.on("/v/comments/p", json: World.thread())
        let request = try world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true)
        #expect(isUnclear(try await world.sender.look(for: request)))
        #expect(endless.pages == 10)
    }

    @Test func itReachesBackPastTheAttemptAndNoFurther() async throws {
        let world = try World()
        world.server.on("/v/comments/p", json: World.thread())
        let newer = (0..<3).map { World.comment("t1_n\($0)", below: "t3_q", at: attempt + 10) }
        world.server.on(
            "/v/user/me/comments",
            json: World.listing(newer, after: "t1_n2"),
            World.listing(
                [World.comment("t1_x", below: "t3_p"), World.comment("t1_o", below: "t3_q", at: attempt - 60)],
                after: "t1_o"), World.listing([World.comment("t1_z", below: "t3_p", at: attempt + 1)]))
        let request = try world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true)
        #expect(try await world.sender.look(for: request) == .found(["t1_x"]))
        let pages = world.server.requests(to: "/v/user/me/comments")
        #expect(
            pages.map { $0.url.query() } == [
                "limit=100&raw_json=1&sort=new", "after=t1_n2&limit=100&raw_json=1&sort=new",
            ])
    }

    // MARK: Looks that fail

    @Test(arguments: [#"{"name":"you","id":"you"}"#, "{}", #"{"features":{}}"#, #"{"id":null}"#])
    func anAnswerToSomebodyElseIsNone(_ me: String) async throws {
        let world = try World()
        world.server.on("/v/api/v1/me", json: me)
        #expect(try await look(world, [World.comment("t1_x", below: "t3_p")]) == .sessionOver)
        #expect(try await look(world) == .sessionOver)
        #expect(try await look(world, post: World.post(more: #","locked":true"#)) == .sessionOver)
        // Also where its name is to be learnt first.
        let nameless = try World(name: nil)
        nameless.server.on("/v/api/v1/me", json: me)
        #expect(try await look(nameless) == .sessionOver)
    }

    @Test func anAccountWithoutANameAsksForIt() async throws {
        #expect(try await look(World(name: nil), own: [World.comment("t1_x", below: "t3_p")]) == .found(["t1_x"]))
    }

    @Test func withoutASessionThereIsNoLook() async throws {
        let world = try World()
        world.accounts.set(.success(nil))
        #expect(try await look(world) == .sessionOver)
        for path in ["/v/comments/p", "/v/user/me/comments", "/v/api/v1/me"] {
            let world = try World()
            world.server.on("/v/comments/p", json: World.thread())
            world.server.on("/v/user/me/comments", json: World.listing([]))
            world.server.on(path, .respond(401))
            let request = try world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true)
            #expect(try await world.sender.look(for: request) == .sessionOver, "\(path)")
        }
    }

    static let troubles: [ScriptedTransport.Answer] =
        [500, 503, 429, 420].map { .respond($0) } + [
            .respond(403, [:], "<html>blocked</html>"), .respond(200, [:], "<html>sign in</html>"),
            .respond(200, [:], "{"), .respond(200, [:], "{}"), .respond(200, [:], "[]"),
            .fail(NetworkError(.offline)), .fail(NetworkError(.timedOut)),
        ]

    @Test(arguments: troubles) func aServerInTroubleMakesALookThatIsRepeated(
        _ trouble: ScriptedTransport.Answer
    ) async throws {
        for path in ["/v/comments/p", "/v/user/me/comments"] {
            let world = try World()
            world.server.on("/v/comments/p", json: World.thread(World.post(), [World.comment("t1_x", below: "t3_p")]))
            world.server.on("/v/user/me/comments", json: World.listing([]))
            world.server.on(path, trouble)
            let request = try world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true)
            #expect(isFailed(try await world.sender.look(for: request), isPassing: true), "\(path)")
        }
    }

    @Test func aCancelledLookIsNone() async throws {
        let world = try World()
        world.server.on("/v/comments/p", .hang)
        let request = try world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true)
        await #expect(throws: CancellationError.self) { try await world.sender.look(for: request) }
    }

    @Test func whatIsNoneOfRedditsIsNotLookedFor() async throws {
        let world = try World()
        let requests = [
            try world.request(.reply, "nothing", OutboxText(text: "words"), isInDoubt: true),
            try world.request(.reply, "t3_p", isInDoubt: true), try world.request(.vote, value: "1", isInDoubt: true),
        ]
        for request in [requests[0], requests[2]] {
            #expect(isFailed(try await world.sender.look(for: request), isPassing: false))
        }
    }

    @Test func thePostIsAskedForWhereItIsNotKnown() async throws {
        for post in [nil, "entry-abcdefghijklmnopqrstuvwxyz"] {
            let world = try World()
            world.server.on("/v/api/info", json: World.listing([World.comment("t1_c", below: "t3_p", by: "you")]))
            let reply = World.comment("t1_x", below: "t1_c")
            let parent = World.comment("t1_c", below: "t3_p", by: "you", "hello", replies: [reply])
            #expect(
                try await look(world, [parent], parent: "t1_c", text: OutboxText(text: "words", post: post))
                    == .found(["t1_x"]))
            #expect(world.server.requests(to: "/v/api/info").first?.url.query() == "id=t1_c&raw_json=1")
        }
        let world = try World()
        world.server.on("/v/api/info", json: World.listing([]))
        #expect(isUnclear(try await look(world, parent: "t1_c", text: OutboxText(text: "words"))))
    }

    @Test func theServersDateIsPassedOn() async throws {
        let told = Told()
        let world = try World()
        let sender = RedditOutboxSender(
            endpoints: try RedditEndpointProvider(baseURL: url("https://api.example.com/v"), dialect: .oauth),
            accounts: world.accounts, dates: ServerDates { told.add($0) }, time: world.clock)
        world.server.on("/v/comments/p", json: World.thread())
        world.server.on("/v/user/me/comments", json: World.listing([]))
        let request = try world.request(.reply, "t3_p", OutboxText(text: "words"), isInDoubt: true)
        _ = try await sender.look(for: request)
        world.server.on("/v/api/comment", .respond(500))
        _ = try await sender.send([request])
        // Once for each minute.
        #expect(told.dates == [World.now])
    }
}

/// Passes requests on, each of which takes a time.
private final class SlowRequests: RequestProvider {
    private let world: RedditWritingWorld
    private let requests: NetworkRequestProvider
    private let seconds: Int

    init(world: RedditWritingWorld, seconds: Int) {
        self.world = world
        self.seconds = seconds
        requests = NetworkRequestProvider(transport: world.server, time: world.clock)
    }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        world.clock.advance(by: .seconds(seconds))
        return try await requests.response(to: request)
    }

    func shutDown() async {}
}
