import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import Testing

/// What becomes of an intent by the status of its answer.
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct PeopleStatusTests {
    enum Call: String, CaseIterable, Sendable {
        case follow, unfollow, profile

        var path: String { self == .profile ? "/v1/users/me/profile" : "/v1/follow/id-ben" }
        var request: String {
            switch self {
            case .follow: "POST follow/id-ben"
            case .unfollow: "DELETE follow/id-ben"
            case .profile: "PUT users/me/profile"
            }
        }
    }

    enum End: Sendable, Equatable {
        case done, failed, kept, later, sentAgain
    }

    private static let table: [(status: Int, follow: End, unfollow: End, profile: End)] = [
        (200, .done, .done, .done),
        (400, .failed, .failed, .failed),
        (401, .kept, .kept, .kept),
        (403, .failed, .failed, .failed),
        (409, .done, .failed, .failed),
        (410, .failed, .done, .failed),
        (418, .kept, .kept, .kept),
        (420, .later, .later, .later),
        (429, .later, .later, .later),
        (444, .later, .later, .later),
        (500, .sentAgain, .sentAgain, .sentAgain),
    ]

    static let cases: [(Call, Int, End)] = table.flatMap { row in
        [
            (Call.follow, row.status, row.follow), (.unfollow, row.status, row.unfollow),
            (.profile, row.status, row.profile),
        ]
    }

    /// Whether what was wished is shown.
    private func isShown(_ call: Call, in world: PeopleWorld) async throws -> Bool {
        switch call {
        case .follow: try await world.shown("id-ben")?.isFollowed == true
        case .unfollow: try await world.shown("id-ben")?.isFollowed == false
        case .profile: try await world.shown()?.person.nick == "newname"
        }
    }

    @Test(arguments: cases)
    func theStatusSaysWhatBecomesOfIt(call: Call, status: Int, end: End) async throws {
        let world = try await PeopleWorld.start()
        if call == .unfollow { world.server.changePeople { $0.members["id-ann"]?.following = ["id-ben"] } }
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        if status != 200 {
            world.server.answer(call.path, with: status)
            // An answer's body, which the table does not look at.
            world.server.changePeople { people in
                if status == 409, call == .follow { people.members["id-ann"]?.following = ["id-ben"] }
                if status == 410, call == .unfollow { people.members["id-ann"]?.following = [] }
            }
        }
        switch call {
        case .follow: _ = try await world.people.follow(ben, true)
        case .unfollow: _ = try await world.people.follow(ben, false)
        case .profile: _ = try await world.people.set(.nick, to: "newname")
        }
        #expect(try await isShown(call, in: world), "what is wished is shown at once")
        switch end {
        case .done:
            await world.settled()
            #expect(try await isShown(call, in: world) && world.written == [call.request])
        case .failed:
            let item = try #require(await world.item { $0.state == .failed })
            #expect(try await isShown(call, in: world) == false, "it is back")
            #expect(item.reason != nil && world.written == [call.request])
            let refused = world.people.refused(item.kind) { _ in true }
            #expect(refused?.id == item.id)
            try await world.people.giveUp(item.id)
            #expect(world.outbox.value.items.isEmpty)
        case .kept:
            _ = await world.item { $0.state == .pending && $0.reason != nil }
            await world.world.sessions.state.first { $0 == .expired }
            #expect(try await isShown(call, in: world) && world.written == [call.request])
            // Nothing goes out before the next login.
            world.clock.advance(by: .seconds(3600))
            try await world.world.signIn()
            await world.settled()
            #expect(world.written == [call.request, call.request])
            #expect(try await isShown(call, in: world))
        case .later, .sentAgain:
            let item = try #require(await world.item { $0.state == .pending && $0.reason != nil })
            #expect(item.attempts == 1 && item.reason?.code != nil)
            #expect(try await isShown(call, in: world))
            world.clock.advance(by: .seconds(3600))
            await world.settled()
            #expect(world.written.filter { $0 == call.request }.count == 2)
            #expect(try await isShown(call, in: world))
        }
        try await world.services.finish()
    }

    @Test func anExpiredTokenIsRenewedAndTheWishSent() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        world.server.expire()
        _ = try await world.people.follow(ben, true)
        await world.settled()
        #expect(world.server.people.members["id-ann"]?.following == ["id-ben"])
        #expect(world.server.count(of: "/v1/auth/refresh") == 1)
        try await world.services.finish()
    }

    @Test(arguments: Call.allCases)
    func aLostAnswerIsSentAgainAndRead(call: Call) async throws {
        let world = try await PeopleWorld.start()
        if call == .unfollow { world.server.changePeople { $0.members["id-ann"]?.following = ["id-ben"] } }
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        world.server.loseAnswers(to: call.path)
        switch call {
        case .follow: _ = try await world.people.follow(ben, true)
        case .unfollow: _ = try await world.people.follow(ben, false)
        case .profile: _ = try await world.people.set(.nick, to: "newname")
        }
        _ = await world.item { $0.state == .pending && $0.reason != nil }
        world.server.keepAnswers(to: call.path)
        world.clock.advance(by: .seconds(5))
        await world.settled()
        #expect(try await isShown(call, in: world))
        #expect(world.written.filter { $0 == call.request }.count == 2)
        // Once it has settled, the server is asked what it has.
        let reads = world.server.count(of: "/v1/users/me/profile")
        world.clock.advance(by: .seconds(61))
        while world.server.count(of: "/v1/users/me/profile") == reads { await Task.yield() }
        #expect(try await isShown(call, in: world))
        try await world.services.finish()
    }

    @Test func aPageInPlaceOfAnAnswerIsNoAnswer() async throws {
        let world = try await PeopleWorld.start()
        let ben = try #require(try await world.people.person("id-ben").person?.person)
        world.server.fail("/v1/follow/id-ben", with: NetworkError(.captivePortal, status: 403))
        _ = try await world.people.follow(ben, true)
        let item = try #require(await world.item { $0.reason != nil })
        #expect(item.state == .pending)
        try await world.services.finish()
    }
}
