import Foundation
import ServerKit

/// Carries out calls, one after the other.
struct CommunityDesk: Sendable {
    /// A request with its route, its person, and the state of things in which it is answered.
    struct Visit: Sendable {
        let request: CommunityRequest
        let route: CommunityRoute
        let me: Person
        /// The state when the request came.
        let state: CommunityState
        /// The way in which a message is stored and announced.
        let manner: MessageManner
    }

    let store: CommunityStore
    let configuration: CommunityServer.Configuration
    let limit: CallLimit?
    let announcer: MessageAnnouncer

    /// Returns whether a request has the server's key; without it, nothing else counts.
    func hasKey(_ request: CommunityRequest) -> Bool {
        request.header("SesacKey") == configuration.key
    }

    /// Answers a request: key, limit, address, token, body, and then what the call itself is about.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - manner: The way in which a message that it sends is stored and announced.
    /// - Returns: The answer, which may be a refusal.
    func answer(to request: CommunityRequest, manner: MessageManner = .right) -> Answer {
        do {
            guard hasKey(request) else { throw Refusal.wrongKey }
            if let wait = limit?.take() {
                var answer = Refusal(429, "There were too many calls.").answer
                answer.headers.append((name: "Retry-After", value: String(wait)))
                return answer
            }
            guard let route = request.route else { throw Refusal.unknownAddress }
            switch route.call {
            case .join: return try join(request)
            case .checkEmail: return try checkEmail(request)
            case .login: return try logIn(request)
            case .refresh: return try refresh(request)
            default: break
            }
            let state = try store.state()
            let me = try caller(of: request, in: state)
            return try answer(to: Visit(request: request, route: route, me: me, state: state, manner: manner))
        } catch let refusal as Refusal {
            return refusal.answer
        } catch {
            return Refusal(500, "\(error)").answer
        }
    }

    /// The member whose access token a request carries.
    private func caller(of request: CommunityRequest, in state: CommunityState) throws -> Person {
        switch state.tokens.worth(ofAccess: request.header("Authorization") ?? "", at: store.time) {
        case .unknown: throw Refusal.invalidToken
        case .expired: throw Refusal.accessExpired
        case .good(let id):
            guard let person = state.member(id) else { throw Refusal.noPermission }
            return person
        }
    }

    private func answer(to visit: Visit) throws -> Answer {
        switch visit.route.call {
        case .join, .checkEmail, .login, .refresh: throw Refusal.unknownAddress
        case .withdraw: try withdraw(visit)
        case .ownProfile: .json(Renderer(state: visit.state).profile(visit.me, isOwn: true))
        case .changeProfile: try changeProfile(visit)
        case .profile: try profile(visit)
        case .follow: try follow(visit, true)
        case .unfollow: try follow(visit, false)
        case .uploadPictures: try upload(visit, room: nil)
        case .writePost: try writePost(visit)
        case .editPost: try editPost(visit)
        case .deletePost: try deletePost(visit)
        case .posts: try page(visit) { _ in true }
        case .post: try post(visit)
        case .postsOfPerson: try postsOfPerson(visit)
        case .hashtag: try hashtag(visit)
        case .liked: try page(visit) { $0.likes.contains(visit.me.id) }
        case .like: try like(visit)
        case .writeComment: try writeComment(visit)
        case .editComment: try editComment(visit)
        case .deleteComment: try deleteComment(visit)
        case .validatePayment: try validatePayment(visit)
        case .payments: payments(visit)
        case .openRoom: try openRoom(visit)
        case .rooms: rooms(visit)
        case .messages: try messages(visit)
        case .sendMessage: try sendMessage(visit)
        case .uploadMessagePictures: try upload(visit, room: room(visit, in: visit.state))
        case .file: try file(visit)
        }
    }
}

extension String {
    /// Whether there is nothing in it that can be seen.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
