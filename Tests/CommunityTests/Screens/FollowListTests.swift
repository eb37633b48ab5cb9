import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct FollowListTests {
    private func flags(_ list: FollowListViewModel) -> [String: Bool?] {
        Dictionary(uniqueKeysWithValues: list.state.value.rows.map { ($0.id, $0.isFollowed) })
    }

    /// Lets the time of a debounced tap pass until something is queued, and waits until it is sent.
    ///
    /// The tap may not have begun to wait yet, so the time passes more than once.
    private func pass(in world: PeopleWorld, until count: Int) async {
        while world.outbox.value.items.isEmpty, world.written.count < count {
            world.clock.advance(by: .milliseconds(500))
            await Task.yield()
        }
        await world.settled()
        #expect(world.written.count == count)
    }

    @Test func aRowStaysWhereItWasUnfollowed() async throws {
        let world = try await PeopleWorld.start()
        world.server.changePeople { $0.members["id-ann"]?.following = ["id-ben", "id-cleo"] }
        let list = FollowListViewModel(.following)
        await list.appear()
        #expect(flags(list) == ["id-ben": true, "id-cleo": true] && list.state.value.isLoaded)
        list.toggle("id-ben")
        #expect(flags(list) == ["id-ben": false, "id-cleo": true], "shown before it is queued")
        #expect(world.outbox.value.items.isEmpty)
        await pass(in: world, until: 1)
        #expect(world.written == ["DELETE follow/id-ben"])
        #expect(flags(list) == ["id-ben": false, "id-cleo": true])
        // The list is another one when it appears again.
        await list.disappear()
        await list.appear()
        #expect(flags(list) == ["id-cleo": true])
        await list.disappear()
        try await world.services.finish()
    }

    @Test func tapsInARowAreOneWish() async throws {
        let world = try await PeopleWorld.start()
        let list = FollowListViewModel(.followers)
        await list.appear()
        #expect(flags(list) == ["id-ben": false])
        for _ in 0..<3 {
            list.toggle("id-ben")
            world.clock.advance(by: .milliseconds(400))
        }
        #expect(world.outbox.value.items.isEmpty && flags(list) == ["id-ben": true])
        await pass(in: world, until: 1)
        #expect(world.written == ["POST follow/id-ben"] && flags(list) == ["id-ben": true])
        // There and back is nothing.
        list.toggle("id-ben")
        list.toggle("id-ben")
        await list.disappear()
        #expect(world.written == ["POST follow/id-ben"] && world.outbox.value.items.isEmpty)
        try await world.services.finish()
    }

    @Test func aTapIsNotLostWithTheScreen() async throws {
        let world = try await PeopleWorld.start()
        var list: FollowListViewModel? = FollowListViewModel(.followers)
        await list?.appear()
        list?.toggle("id-ben")
        await list?.disappear()
        await world.settled()
        #expect(world.written == ["POST follow/id-ben"])
        // Nor with the view model.
        await list?.appear()
        list?.toggle("id-ben")
        list = nil
        await pass(in: world, until: 2)
        #expect(world.written.last == "DELETE follow/id-ben")
        try await world.services.finish()
    }

    @Test func theFlagsAndTheNumbersAgreeInEveryScreen() async throws {
        let world = try await PeopleWorld.start()
        let head = ProfileViewModel(of: "id-ben")
        let mine = ProfileViewModel()
        let sheet = ProfileSheetViewModel(of: "id-ben")
        let lists = [
            FollowListViewModel(.followers, of: "id-ben"), FollowListViewModel(.followers),
            FollowListViewModel(.following),
        ]
        await head.appear()
        await mine.appear()
        await sheet.appear()
        for list in lists { await list.appear() }
        var numbers: [[Int]] = []
        for isFollowed in [true, false, true] {
            world.clock.advance(by: .seconds(1))
            await head.toggleFollow()
            // The server's word comes, too, and changes nothing.
            await world.settled()
            await sheet.state.first { $0.sheetButton == (isFollowed ? .following : .follow) }
            await mine.state.first { $0.person?.followingCount == (isFollowed ? 1 : 0) }
            await lists[1].state.first { $0.rows.first?.isFollowed == isFollowed }
            let later = FollowListViewModel(.followers, of: "id-ben")
            await later.appear()
            let own = FollowListViewModel(.following)
            await own.appear()
            #expect(head.state.value.leftButton == (isFollowed ? .unfollow : .follow))
            #expect(later.state.value.rows.contains { $0.isMe } == isFollowed)
            #expect(own.state.value.rows.map(\.id) == (isFollowed ? ["id-ben"] : []))
            let counts = [
                head.state.value.person?.followerCount, sheet.state.value.person?.followerCount,
                later.state.value.rows.count,
            ]
            #expect(Set(counts).count == 1, "\(counts)")
            #expect(mine.state.value.person?.followingCount == own.state.value.rows.count)
            numbers.append([later.state.value.rows.count, own.state.value.rows.count])
            await later.disappear()
            await own.disappear()
        }
        #expect(numbers == [[2, 1], [1, 0], [2, 1]])
        // Cleo, whom Ann has not followed, is no other one in another list.
        #expect(flags(lists[0])["id-cleo"] == false)
        for list in lists { await list.disappear() }
        for screen in [head, mine] { screen.disappear() }
        sheet.disappear()
        try await world.services.finish()
    }

    @Test func aListIsShownWithoutANetwork() async throws {
        let world = try await PeopleWorld.start()
        let list = FollowListViewModel(.followers, of: "id-ben")
        world.server.goOffline()
        await list.appear()
        #expect(list.state.value.banner?.error.code == .offline && !list.state.value.isLoaded)
        #expect(!list.state.value.isEmpty)
        world.server.goOffline(false)
        await list.appear()
        #expect(list.state.value.rows.map(\.id) == ["id-cleo"] && list.state.value.banner == nil)
        await list.disappear()
        world.server.goOffline()
        await list.appear()
        #expect(list.state.value.rows.map(\.id) == ["id-cleo"] && list.state.value.banner?.error.code == .offline)
        list.toggle("id-ann")
        list.toggle("id-nobody")
        #expect(flags(list) == ["id-cleo": false])
        await list.disappear()
        try await world.services.finish()
    }
}
