import CommunityServer
import Foundation
import Testing

/// A request for a call, which would be answered with 200 if nothing were wrong with it, or at least not with a status of
/// those that are checked before.
private func request(for call: CommunityCall, _ ann: Member) -> (String, String) {
    let (ben, nobody) = (CommunityServer.DemoPerson.ben.id, "6c616e740000000000000000")
    return switch call {
    case .join: ("POST", "users/join")
    case .checkEmail: ("POST", "validation/email")
    case .login: ("POST", "users/login")
    case .refresh: ("GET", "auth/refresh")
    case .withdraw: ("GET", "users/withdraw")
    case .ownProfile: ("GET", "users/me/profile")
    case .changeProfile: ("PUT", "users/me/profile")
    case .profile: ("GET", "users/\(ben)/profile")
    case .follow: ("POST", "follow/\(ben)")
    case .unfollow: ("DELETE", "follow/\(ben)")
    case .uploadPictures: ("POST", "posts/files")
    case .writePost: ("POST", "posts")
    case .editPost: ("PUT", "posts/\(nobody)")
    case .deletePost: ("DELETE", "posts/\(nobody)")
    case .posts: ("GET", "posts?limit=1")
    case .post: ("GET", "posts/\(nobody)")
    case .postsOfPerson: ("GET", "posts/users/\(ben)")
    case .hashtag: ("GET", "posts/hashTags?hashTag=dog")
    case .liked: ("GET", "posts/likes/me")
    case .like: ("POST", "posts/\(nobody)/like")
    case .writeComment: ("POST", "posts/\(nobody)/comments")
    case .editComment: ("PUT", "posts/\(nobody)/comments/\(nobody)")
    case .deleteComment: ("DELETE", "posts/\(nobody)/comments/\(nobody)")
    case .validatePayment: ("POST", "payments/validation")
    case .payments: ("GET", "payments/me")
    case .openRoom: ("POST", "chats")
    case .rooms: ("GET", "chats")
    case .messages: ("GET", "chats/\(nobody)")
    case .sendMessage: ("POST", "chats/\(nobody)")
    case .uploadMessagePictures: ("POST", "chats/\(nobody)/files")
    case .file: ("GET", "data/posts/none.jpeg")
    }
}

@Suite("Statuses of every call")
struct StatusTests {
    @Test("Without the key, or with another one, everything is 420", arguments: CommunityCall.allCases)
    func key(call: CommunityCall) throws {
        let server = CommunityServer.test { $0.rateLimit = .init(calls: 1, window: .seconds(60)) }
        var ann = try Member.of(.ann, server)
        let (method, path) = request(for: call, ann)
        for key in [nil, "", "other"] {
            ann.key = key
            // Even where the limit is reached, or the address unknown.
            #expect(ann.call(method, path).status == 420)
        }
        #expect(server.requests.last?.call == call)
    }

    @Test("One call too many is 429 and says how long to wait, before anything else", arguments: CommunityCall.allCases)
    func limit(call: CommunityCall) throws {
        let clock = TestClock()
        let server = CommunityServer.test(clock) { $0.rateLimit = .init(calls: 2, window: .seconds(60)) }
        let ann = try Member.of(.ann, server)
        let (method, path) = request(for: call, ann)
        clock.advance(by: 20.5)
        #expect(ann.call(method, path).status != 429)
        let answer = ann.call(method, path)
        #expect(answer.status == 429 && answer.headers["Retry-After"] == "40")
        #expect(ann.get("nowhere").status == 429)
        clock.advance(by: 39.5)
        #expect(ann.get("posts").status != 429)
    }

    @Test("Without a good token every call but three is 401, 419 or 403", arguments: CommunityCall.allCases)
    func token(call: CommunityCall) throws {
        let clock = TestClock()
        let server = CommunityServer.test(clock) { $0.accessLifetime = .seconds(60) }
        var ann = try Member.of(.ann, server)
        let (method, path) = request(for: call, ann)
        func status(_ token: String?) -> Int {
            ann.token = token
            return ann.call(method, path).status
        }
        let good = ann.token
        if call.isOpen {
            #expect([good, nil, "Bearer x"].map(status) == [400, 400, 400])
            return
        }
        #expect([nil, "", "other", "Bearer \(good ?? "")"].map(status) == [401, 401, 401, 401])
        clock.advance(by: 60)
        // A refresh is what an old token is for; here it lacks the refresh token.
        #expect(status(good) == (call == .refresh ? 401 : 419))
        var cleo = try Member.of(.cleo, server)
        let (token, refresh) = (cleo.token, cleo.refresh)
        cleo.token = token
        #expect(cleo.get("users/withdraw").status == 200)
        ann.token = token
        #expect(ann.call(method, path, headers: ["Refresh": refresh ?? ""]).status == 403)
    }

    @Test("Another address or method is 444, before the token is looked at")
    func address() throws {
        let server = CommunityServer.test()
        let ann = try Member.of(.ann, server)
        for member in [ann, Member.nobody(server)] {
            for (method, path) in [
                ("GET", ""), ("GET", "nowhere"), ("PATCH", "posts"), ("DELETE", "posts"), ("GET", "users/join"),
                ("POST", "posts/likes/me"), ("GET", "posts/x/y"), ("GET", "users//profile"), ("PUT", "chats"),
                ("POST", "data/posts/none.jpeg"), ("GET", "posts/"),
            ] {
                #expect(member.call(method, path).status == 444, "\(method) \(path)")
            }
        }
        let headers = ["SesacKey": CommunityServer.demoKey]
        for target in ["/", "/v2/posts", "/posts", "/community/state"] {
            #expect(server.answer("GET", target, headers: headers).status == 444)
        }
    }

    @Test("The log has what was asked, and no secret")
    func log() throws {
        let server = CommunityServer.test()
        let ann = try Member.of(.ann, server)
        _ = ann.call("GET", "auth/refresh", headers: ["Refresh": ann.refresh ?? ""])
        _ = ann.upload(1)
        let requests = server.requests
        #expect(requests.map(\.call) == [.login, .refresh, .uploadPictures])
        #expect(requests[1].header("authorization") == "access-7" && requests[1].header("Refresh") == "refresh-8")
        #expect(requests[1].header("SesacKey") == "right" && requests[2].parts.map(\.name) == ["files"])
        #expect(requests[2].parts[0].fileName == "CategoryZ_0.jpeg" && requests[2].parts[0].data.isEmpty)
        let text = "\(requests)" + requests.map { String(decoding: $0.body, as: UTF8.self) }.joined()
        for secret in [ann.token, ann.refresh, CommunityServer.demoKey, "\"lantern\""] {
            #expect(!text.contains(try #require(secret)))
        }
        #expect(String(decoding: requests[0].body, as: UTF8.self) == #"{"email":"ann@lantern.example"}"#)
        #expect(server.requestCount(for: .refresh) == 1)
        server.removeAllRequests()
        #expect(server.requests.isEmpty)
    }
}
