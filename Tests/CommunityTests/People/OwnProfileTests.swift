import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import Testing

/// Changing the own profile, and taking donations.
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct OwnProfileTests {
    private let category = "CategoryZ_UserDonate"

    // MARK: The profile

    @Test func aNickIsShownEverywhereAtOnceAndSentAlone() async throws {
        let world = try await PeopleWorld.start()
        world.server.changePeople { $0.members["id-ann"]?.following = ["id-ben"] }
        _ = try await world.people.person("id-ben")
        world.server.goOffline()
        _ = try await world.people.set(.nick, to: "first")
        _ = try await world.people.set(.nick, to: "annie")
        _ = try await world.people.set(.phone, to: "01099998888")
        let me = try await world.shown()
        #expect(me?.person.nick == "annie" && me?.phone == "01099998888" && me?.isPending == true)
        #expect(try await world.shown("id-ben")?.followers.first { $0.isMe }?.person.nick == "annie")
        await world.outbox.first { $0.items.count == 2 && $0.items.allSatisfy { $0.reason != nil || $0.attempts == 0 } }
        let entries = world.outbox.value.items.compactMap { PeopleEntry($0, of: world.people.kinds) }
        #expect(entries.map(\.value) == ["nick", "phone"] && entries.map(\.text) == ["annie", "01099998888"])
        world.server.goOffline(false)
        let tried = world.written.count
        world.clock.advance(by: .seconds(600))
        await world.settled()
        #expect(world.written.dropFirst(tried) == ["PUT users/me/profile", "PUT users/me/profile"])
        #expect(world.server.people.members["id-ann"]?.nick == "annie")
        #expect(world.server.people.members["id-ann"]?.phone == "01099998888")
        try await world.services.finish()
    }

    @Test(arguments: [
        (ProfileField.nick, "ab"), (ProfileField.nick, "with space"), (ProfileField.nick, "line\n"),
        (ProfileField.nick, ""), (ProfileField.phone, "1234567"),
        (ProfileField.phone, "0101111222x"),
    ])
    func aBrokenRuleIsRefusedBeforeItIsQueued(field: ProfileField, text: String) async throws {
        let world = try await PeopleWorld.start()
        #expect(await failure { try await world.people.set(field, to: text) }?.code == .invalidInput)
        #expect(world.outbox.value.items.isEmpty && world.written.isEmpty)
        try await world.services.finish()
    }

    @Test func aPictureIsPutAsItIsAndAfterAnother() async throws {
        let world = try await PeopleWorld.start()
        let uploads = Dependency.resolve((any UploadProvider).self)
        let picture = jpeg(width: 3, height: 2, count: 64, mark: 0x41)
        let file = try await uploads.keep(picture, name: "me.jpeg", type: "image/jpeg")
        #expect(try await world.people.setPicture(file) != nil)
        await world.settled()
        let sent = try #require(world.server.requests.last { $0.method == .put })
        #expect(sent.body?.range(of: picture) != nil)
        #expect(sent.body.map { String(decoding: $0, as: UTF8.self) }?.contains("CategoryZ_profile.jpeg") == true)
        #expect(world.outbox.value.items.isEmpty)
        // Its bytes are needed, and it is set as a file alone.
        let bare = IntentRequest(
            ProfileWish(.picture, "file-1"), id: OutboxItem.ID(rawValue: "1"),
            as: AccountKey(site: .community, name: "id-ann"), by: world.world.requests)
        guard case .refused = try await world.people.kinds.profile.send(bare) else {
            return #expect(Bool(false), "there are no bytes to send")
        }
        #expect(await failure { try await world.people.set(.picture, to: "file-1") }?.code == .invalidInput)
        try await world.services.finish()
    }

    // MARK: Donations

    @Test func takingDonationsIsAMarkerPost() async throws {
        let world = try await PeopleWorld.start()
        #expect(try await world.people.person().person?.takesDonations == false)
        _ = try await world.people.set(.nick, to: "annie")
        _ = try await world.people.setTakesDonations(true)
        #expect(try await world.shown()?.takesDonations == true)
        await world.settled()
        let posts = world.server.people.posts
        #expect(posts.map(\.title) == ["annie후원"] && posts.map(\.content) == ["#후원"])
        #expect(posts.map(\.category) == [category])
        let me = try await world.shown()
        #expect(me?.takesDonations == true && me?.isPending == false)
        // Whoever looks asks for one marker, the person for some.
        _ = try await world.people.person(nil, .anew)
        _ = try await world.people.person("id-ben", .anew)
        let queries = world.server.seen.filter { $0.path.hasPrefix("/v1/posts/users/") }.map { $0.query ?? "" }
        #expect(queries.contains { $0.contains("limit=5") } && queries.last?.contains("limit=1") == true)

        _ = try await world.people.setTakesDonations(false)
        #expect(try await world.shown()?.takesDonations == false)
        await world.settled()
        #expect(world.server.people.posts.isEmpty)
        #expect(world.written.suffix(2) == ["POST posts", "DELETE posts/post-1"])
        try await world.services.finish()
    }

    @Test func othersTakeDonationsWhereTheirMarkerIs() async throws {
        let world = try await PeopleWorld.start()
        world.server.changePeople { people in
            people.addPost(by: "id-ben", category: category)
            people.addPost(by: "id-cleo", category: "CategoryZ_pet")
        }
        #expect(try await world.people.person("id-ben").person?.takesDonations == true)
        #expect(try await world.people.person("id-cleo").person?.takesDonations == false)
        // It is stored, and where it could not be read, it is not known.
        world.server.goOffline()
        #expect(try await world.shown("id-ben")?.takesDonations == true)
        world.server.goOffline(false)
        world.server.answer("/v1/posts/users/id-ann", with: 500)
        #expect(try await world.people.person().person?.takesDonations == nil)
        try await world.services.finish()
    }

    @Test func aMarkerThatIsThereIsNotMadeAgain() async throws {
        let world = try await PeopleWorld.start()
        world.server.changePeople { people in
            people.addPost(by: "id-ann", category: category)
            people.addPost(by: "id-ann", category: category)
        }
        _ = try await world.people.setTakesDonations(true)
        await world.settled()
        // Of two the newest stays, which is the one that others see.
        #expect(world.server.people.posts.map(\.id) == ["post-2"])
        #expect(world.written == ["DELETE posts/post-1"])
        try await world.services.finish()
    }

    @Test func endingItRemovesAllMarkersAndOneThatIsGoneIsGone() async throws {
        let world = try await PeopleWorld.start()
        world.server.changePeople { people in
            for _ in 0..<7 { people.addPost(by: "id-ann", category: category) }
            people.addPost(by: "id-ann", content: "text", category: "CategoryZ_pet")
        }
        world.server.answer("/v1/posts/post-7", with: 410)
        _ = try await world.people.setTakesDonations(false)
        await world.settled()
        #expect(world.server.people.posts.map(\.id) == ["post-7", "post-8"])
        try await world.services.finish()
    }

    @Test func aLostAnswerMakesNoSecondMarker() async throws {
        let world = try await PeopleWorld.start()
        world.server.loseAnswers(to: "/v1/posts")
        _ = try await world.people.setTakesDonations(true)
        _ = await world.item { $0.state == .pending && $0.reason != nil }
        world.server.keepAnswers(to: "/v1/posts")
        world.clock.advance(by: .seconds(5))
        await world.settled()
        #expect(world.server.people.posts.count == 1 && world.written == ["POST posts"])
        try await world.services.finish()
    }

    @Test func aMarkerThatIsNotListedYetIsWaitedFor() async throws {
        let world = try await PeopleWorld.start()
        world.server.fail("/v1/posts", with: NetworkError(.timedOut))
        _ = try await world.people.setTakesDonations(true)
        _ = await world.item { $0.state == .pending && $0.attempts == 1 && $0.reason != nil }
        world.clock.advance(by: .seconds(5))
        _ = await world.item { $0.state == .pending && $0.attempts == 2 && $0.reason != nil }
        #expect(world.written == ["POST posts"], "it may be there still")
        world.clock.advance(by: .seconds(61))
        await world.settled()
        #expect(world.written == ["POST posts", "POST posts"] && world.server.people.posts.count == 1)
        try await world.services.finish()
    }

    @Test(arguments: [(403, "failed"), (410, "failed"), (429, "pending"), (500, "pending")])
    func aRefusedMarkerTakesTheChoiceBack(status: Int, end: String) async throws {
        let world = try await PeopleWorld.start()
        _ = try await world.people.person()
        world.server.answer("/v1/posts", with: status)
        _ = try await world.people.setTakesDonations(true)
        let item = try #require(await world.item { $0.reason != nil && $0.state.rawValue == end })
        #expect(PeopleEntry(item, of: world.people.kinds)?.value == "true")
        #expect(try await world.shown()?.takesDonations == (end == "pending"))
        try await world.services.finish()
    }

    @Test(arguments: [(401, "pending"), (403, "failed"), (429, "pending"), (500, "pending")])
    func aLookThatFailsHasDoneNothing(status: Int, end: String) async throws {
        let world = try await PeopleWorld.start()
        _ = try await world.people.person()
        world.server.answer("/v1/posts/users/id-ann", with: status)
        _ = try await world.people.setTakesDonations(true)
        _ = try #require(await world.item { $0.reason != nil && $0.state.rawValue == end })
        #expect(world.written.isEmpty)
        try await world.services.finish()
    }
}
