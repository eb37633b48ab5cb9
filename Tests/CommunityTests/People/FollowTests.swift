import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import Testing

/// Profiles, and who follows whom.
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct FollowTests {
    private func ids(_ rows: [PersonRow]?) -> [String] { rows?.map(\.id) ?? [] }

    // MARK: Reading

    @Test func profilesAreStoredAndShownWithoutANetwork() async throws {
        let world = try await PeopleWorld.start()
        let me = try await world.people.person()
        #expect(me.person?.isMe == true && me.person?.person.nick == "ann" && me.person?.phone == "01011112222")
        #expect(me.person?.email == "id-ann@example.com" && me.person?.takesDonations == false && me.error == nil)
        #expect(ids(me.person?.followers) == ["id-ben"] && me.person?.followingCount == 0)
        let ben = try await world.people.person("id-ben")
        #expect(ben.person?.isMe == false && ben.person?.isFollowed == false && ben.person?.phone == nil)
        // The own id is oneself, and what is fresh is not asked for again.
        let count = world.server.requests.count
        #expect(try await world.people.person("id-ann").person == me.person && world.server.requests.count == count)

        let later = try await world.relaunched()
        later.server.goOffline()
        later.clock.advance(by: .seconds(3600))
        let stored = try await later.people.person("id-ben")
        #expect(stored.person == ben.person && stored.error?.code == .offline && stored.fetched == ben.fetched)
        #expect(await failure { try await later.people.person("id-cleo") }?.code == .offline)
        try await later.services.finish()
    }

    @Test(arguments: [400, 404, 410])
    func whomTheServerDoesNotKnowIsNotFound(status: Int) async throws {
        let world = try await PeopleWorld.start()
        world.server.answer("/v1/users/id-nobody/profile", with: status)
        let error = await failure { try await world.people.person("id-nobody") }
        #expect(error?.code == .notFound && error?.message.contains("id-nobody") == true)
        try await world.services.finish()
    }

    @Test func followedIsWhoIsInTheOwnFollowingAlone() async throws {
        let world = try await PeopleWorld.start()
        // Ben's own list is older than the following: what it says of Ann counts for nothing.
        _ = try await world.people.person("id-ben", .anew)
        world.server.changePeople { $0.members["id-ann"]?.following = ["id-ben"] }
        _ = try await world.people.person(nil, .anew)
        let ben = try await world.shown("id-ben")
        #expect(ben?.isFollowed == true && ids(ben?.followers) == ["id-cleo", "id-ann"] && ben?.followerCount == 2)
        world.server.changePeople { $0.members["id-ann"]?.following = [] }
        _ = try await world.people.person("id-ben", .anew)
        world.server.changePeople { $0.members["id-ann"]?.following = ["id-cleo"] }
        _ = try await world.people.person(nil, .anew)
        #expect(try await world.shown("id-ben")?.isFollowed == false)
        #expect(ids(try await world.shown("id-ben")?.followers) == ["id-cleo"])
        #expect(try await world.shown("id-ben")?.followers.first?.isFollowed == true)
        try await world.services.finish()
    }

    // MARK: Following

    @Test func aFollowIsShownAtOnceSentOnceAndSettled() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person)
        world.server.goOffline()
        _ = try await world.people.follow(ben.person, true)
        var shown = try #require(try await world.shown("id-ben"))
        #expect(shown.isFollowed == true && shown.isPending && shown.followerCount == ben.followerCount + 1)
        #expect(ids(try await world.shown()?.following) == ["id-ben"])
        let item = try #require(await world.item { $0.reason != nil })
        #expect(PeopleEntry(item, of: world.people.kinds)?.user == "id-ben" && item.reason?.code == .offline)

        world.server.goOffline(false)
        world.clock.advance(by: .seconds(5))
        await world.settled()
        shown = try #require(try await world.shown("id-ben"))
        #expect(shown.isFollowed == true && !shown.isPending && shown.followerCount == ben.followerCount + 1)
        #expect(world.server.people.members["id-ann"]?.following == ["id-ben"])
        #expect(Set(world.written) == ["POST follow/id-ben"])
        try await world.services.finish()
    }

    @Test func onlyTheNewestWishGoesOut() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        world.server.goOffline()
        for isFollowed in [true, false, true, false, true] { _ = try await world.people.follow(ben, isFollowed) }
        _ = await world.item { $0.state == .pending && $0.reason != nil }
        #expect(world.outbox.value.items.count == 1)
        let tried = world.written.count
        world.server.goOffline(false)
        world.clock.advance(by: .seconds(600))
        await world.settled()
        #expect(world.written.dropFirst(tried) == ["POST follow/id-ben"])
        try await world.services.finish()
    }

    @Test func aFollowOutlivesARelaunch() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        world.server.goOffline()
        _ = try await world.people.follow(ben, true)
        _ = await world.item { $0.reason != nil }
        let later = try await world.relaunched()
        let shown = try await later.shown("id-ben")
        #expect(shown?.isFollowed == true && shown?.isPending == true && shown?.followerCount == 2)
        later.server.goOffline(false)
        later.clock.advance(by: .seconds(600))
        await later.settled()
        #expect(later.server.people.members["id-ann"]?.following == ["id-ben"])
        try await later.services.finish()
    }

    @Test func whoIsFollowedUnseenIsKnownByTheId() async throws {
        let world = try await PeopleWorld.start()
        world.server.goOffline()
        _ = try await world.people.follow(user: "id-cleo", true)
        _ = try await world.people.follow(user: "id-ben", true)
        // Nothing is stored of anybody, and the wishes hold all the same. Time passes once the tries are over.
        await world.outbox.first { state in
            state.items.count == 2 && !state.isBusy && state.items.contains { $0.reason != nil }
        }
        world.server.goOffline(false)
        world.clock.advance(by: .seconds(600))
        await world.settled()
        #expect(Set(world.server.people.members["id-ann"]?.following ?? []) == ["id-cleo", "id-ben"])
        world.clock.advance(by: .seconds(600))
        let rows = try await world.people.person().person?.following
        #expect(Set(rows?.map(\.person.nick) ?? []) == ["cleo", "ben"])
        #expect(await failure { try await world.people.follow(user: "id-ann", true) }?.code == .notFound)
        #expect(await failure { try await world.people.follow(user: "id-nobody", true) }?.code == .notFound)
        try await world.services.finish()
    }

    @Test func whatTheServerSaysOfTheFollowingCounts() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person)
        world.server.answer("/v1/follow/id-ben", body: #"{"nick":"a","opponent_nick":"b","following_status":false}"#)
        _ = try await world.people.follow(ben.person, true)
        await world.settled()
        let shown = try await world.shown("id-ben")
        #expect(shown?.isFollowed == false && shown?.followerCount == ben.followerCount && shown?.isPending == false)
        try await world.services.finish()
    }

    @Test func aCutAnswerIsOneAllTheSame() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person)
        world.server.answer("/v1/follow/id-ben", body: #"{"nick":"a","opp"#)
        _ = try await world.people.follow(ben.person, true)
        await world.settled()
        #expect(try await world.shown("id-ben")?.isFollowed == true && world.written == ["POST follow/id-ben"])
        try await world.services.finish()
    }

    // MARK: Whose it is

    @Test func oneAccountSeesNothingOfAnother() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        world.server.goOffline()
        _ = try await world.people.follow(ben, true)
        world.server.goOffline(false)
        try await world.world.signIn("ben")
        world.server.goOffline()
        #expect(try await world.shown() == nil && world.people.ownID == "id-ben")
        #expect(try await world.shown("id-ann") == nil)
        try await world.services.finish()
    }

    @Test(arguments: [false, true])
    func leavingForGoodRemovesEverythingOfThePerson(isWithdrawal: Bool) async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        _ = try await world.people.person()
        world.server.answer("/v1/follow/id-ben", with: 400)
        _ = try await world.people.follow(ben, true)
        _ = try await world.people.setTakesDonations(true)
        _ = await world.item { $0.state == .failed }
        let departures = Dependency.resolve((any AccountDepartureProvider).self)
        if isWithdrawal {
            #expect(try await world.world.accounts.withdraw(leaving: departures) == .done)
        } else {
            let account = try #require(world.world.sessions.accounts.value.current)
            _ = try await departures.leave(account, policy: .wipe, discardingUnsent: true)
        }
        #expect(world.outbox.value.items.isEmpty)
        #expect(await failure { try await world.people.person(nil, .stored) }?.code == .unauthorized)
        // The same person again finds nothing of before.
        let later = try await world.relaunched()
        if !isWithdrawal {
            try await later.world.signIn("ann")
            later.server.goOffline()
            #expect(try await later.shown() == nil)
            #expect(try await later.shown("id-ben") == nil)
        }
        try await later.services.finish()
    }
}
