import Core
import Foundation
import Lantern
import Mocks
import Testing

/// Tests of an app's own resources, senders and screens, as Documentation/Testing.md has them.
@Suite(.testInjector)
struct OwnKindTests {
    private struct Profile: Codable, Equatable { var nick: String }

    private let address = URL(filePath: "/profile")
    private let ann = AccountKey(site: .demo, name: "id-ann")

    @Test func aResourceIsFetchedKeptAndShownWithoutANetwork() async throws {
        let (requests, address) = (TestInjector.mocks.requestProvider, address)
        requests.onResponse.returns(NetworkResponse(status: 200, url: address, body: Data(#"{"nick":"Ann"}"#.utf8)))
        requests.onResponse.fails(with: NetworkError(.offline))
        let profiles = DefaultResourceProvider(
            Resource<String, Profile>("profile", freshness: .never) { _ in
                let answer = try await requests.response(to: NetworkRequest(address))
                return .value(try JSONDecoder().decode(Profile.self, from: answer.body))
            })
        #expect(try await profiles.get("ann").value?.nick == "Ann")
        let stored = try await profiles.get("ann")
        #expect(stored.value?.nick == "Ann" && stored.error?.code == .offline)
        try await profiles.clear()
        #expect(try await profiles.stored("ann").value == nil)
    }

    @Test func theClosuresOfAnActCanBeCalled() async throws {
        let (requests, address) = (TestInjector.mocks.requestProvider, address)
        let message = IntentKind<String>("message", on: .demo) { request in
            var post = NetworkRequest(address, method: .post, body: Data(request.payload.utf8))
            post.headers["Idempotency-Key"] = request.id.rawValue
            _ = try await request.requests.response(to: post)
            return .done(result: request.parts.last)
        } look: { request in
            request.claimed.isEmpty ? .found(["1"]) : .absent
        }
        let id = OutboxItem.ID(random: SystemRandomSource())
        let request = IntentRequest("Hello", id: id, as: ann, about: "room", parts: ["picture"], by: requests)
        #expect(request.account == ann && request.target == "room" && request.doubt == nil)

        requests.onResponse.returns(NetworkResponse(status: 200, url: address))
        #expect(try await message.send(request) == .done(result: "picture"))
        let sent = try #require(requests.onResponse.calls.first)
        #expect(sent.body == Data("Hello".utf8) && sent.headers["Idempotency-Key"] == id.rawValue)
        requests.onResponse.fails(with: NetworkError(.forbidden, status: 403))
        do {
            _ = try await message.send(request)
            Issue.record("The server refused it.")
        } catch {
            guard case .refused = IntentAnswer(error) else { throw error }
        }
        #expect(try await message.look?(request) == .found(["1"]))
        let claimed = IntentRequest("Hello", id: id, as: ann, claimed: ["1"], doubt: .seconds(60), by: requests)
        #expect(try await message.look?(claimed) == .absent)
        #expect(message.read == nil)
    }

    @Test func theClosuresOfAWishCanBeCalled() async throws {
        let requests = TestInjector.mocks.requestProvider
        let nick = IntentKind<String>(wish: "profile.nick", on: .demo) { _ in .done() } read: { _ in "Ann" }
        let request = IntentRequest("Oksana", id: OutboxItem.ID(random: SystemRandomSource()), as: ann, by: requests)
        #expect(try await nick.send(request) == .done() && nick.look == nil)
        #expect(try await nick.read?(request) == "Ann")
    }

    @MainActor @Test func aReplyIsQueuedForWhoIsSignedIn() async {
        let writing = TestInjector.mocks.writingProvider
        writing.signIn(as: ann)
        writing.onQueue.answers { $0.id }
        let reply = ReplyViewModel(.reply(to: .post(.mock("t3_a")), in: .mock("t3_a"), text: nil))
        await reply.load()
        #expect(reply.state.value.writing.access == .allowed)
        reply.setText("The light is back.")
        await reply.send()
        #expect(writing.onQueue.calls.map(\.account) == [ann])
    }
}
