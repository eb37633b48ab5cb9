import Cloud
import Community
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommunityAPITests {
    private let world: CommunityWorld

    init() throws {
        world = try CommunityWorld()
    }

    private let ann = #"{"user_id":"id-ann","nick":"앤","profileImage":""}"#

    private func post(_ id: String) -> String {
        #"{"post_id":"\#(id)","createdAt":"2024-05-06T05:13:54.357Z","creator":\#(ann)}"#
    }

    @Test func readsPagesToTheEnd() async throws {
        try await world.signIn()
        world.server.answer("/v1/posts", body: #"{"data":[\#(post("p1")),{"post_id":7}],"next_cursor":"n2"}"#)
        let first = try await world.api.posts(.all(category: nil), limit: 10)
        #expect(first.posts.elements.map(\.id) == ["p1"] && first.posts.issues.count == 1)
        world.server.answer("/v1/posts", body: #"{"data":[\#(post("p2"))],"next_cursor":"0"}"#)
        let last = try await world.api.posts(.all(category: nil), next: first.next?.rawValue, limit: 10)
        #expect(last.next == nil && last.posts.elements.map(\.id) == ["p2"])
        #expect(world.server.seen.suffix(2).map(\.query) == ["limit=10", "limit=10&next=n2"])
    }

    @Test func readsProfiles() async throws {
        try await world.signIn()
        let text =
            #"{"user_id":"id-ann","email":"ann@example.com","nick":"앤","phoneNum":"","followers":[{"user_id":"id-ben","nick":"Ben"},{}],"following":[],"posts":["p1","p2"]}"#
        world.server.answer("/v1/users/me/profile", body: text)
        let own = try await world.api.profile()
        #expect(own.person.id == "id-ann" && own.email == "ann@example.com" && own.phone == nil)
        #expect(own.followers == [Person(id: "id-ben", nick: "Ben")] && own.postIDs == ["p1", "p2"])
        world.server.answer("/v1/users/id-ben/profile", body: #"{"user_id":"id-ben","nick":"Ben"}"#)
        let other = try await world.api.profile(of: "id-ben")
        #expect(other == Profile(Person(id: "id-ben", nick: "Ben")))
        // A profile without an id is no answer.
        world.server.answer("/v1/users/me/profile", body: #"{"nick":"앤"}"#)
        #expect(await failure { try await world.api.profile() }?.code == .malformed)
    }

    @Test(arguments: [400, 404, 410])
    func aPostThatIsMissingIsNone(status: Int) async throws {
        try await world.signIn()
        world.server.answer("/v1/posts/p1", with: status)
        #expect(try await world.api.post("p1") == nil)
        world.server.answer("/v1/posts/p1", body: post("p1"))
        #expect(try await world.api.post("p1")?.id == "p1")
        world.server.answer("/v1/posts/p1", with: 403)
        #expect(await failure { try await world.api.post("p1") }?.code == .forbidden)
    }

    @Test func readsRoomsAndPayments() async throws {
        try await world.signIn()
        world.server.answer(
            "/v1/chats", body: #"{"data":[{"room_id":"r1","createdAt":"2024-05-06T05:13:54.357Z"},{}]}"#)
        let rooms = try await world.api.rooms()
        #expect(rooms.elements.map(\.id) == ["r1"] && rooms.issues.count == 1)
        world.server.answer(
            "/v1/payments/me",
            body: #"{"data":[{"payment_id":"y1","price":1000,"paidAt":"2024-05-06T05:13:54.357Z"}]}"#)
        #expect(try await world.api.payments().elements.map(\.amount) == [1000])
    }

    @Test func aPageOfHTMLIsNoAnswer() async throws {
        try await world.signIn()
        world.server.answer("/v1/posts", body: "<!DOCTYPE html><html><body>Sign in to this network</body></html>")
        #expect(await failure { try await world.api.posts(.liked, limit: 1) } == nil)
        world.server.answer("/v1/posts/likes/me", body: "<!DOCTYPE html><html><body>Sign in</body></html>")
        #expect(await failure { try await world.api.posts(.liked, limit: 1) }?.code == .captivePortal)
    }

    @Test func asksForTheAccountThatItIsGiven() async throws {
        try await world.signIn("ann")
        try await world.signIn("ben")
        world.server.answer("/v1/users/me/profile", body: ann)
        _ = try await world.api.profile(for: .account(AccountKey(site: .community, name: "id-ann")))
        #expect(world.server.seen.last?.token == "access-1")
        _ = try await world.api.profile()
        #expect(world.server.seen.last?.token == "access-2")
    }
}
