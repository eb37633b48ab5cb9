import Foundation
import ServerKit

/// Does what calls of Reddit's API ask for, with the checks that the site makes.
struct RedditDesk: Sendable {
    static let commentLimit = 10_000
    static let postLimit = 40_000
    static let titleLimit = 300
    static let hideLimit = 50

    let store: DemoStore
    let accounts: [String]
    /// The account that asks; nil for nobody.
    let account: String?
    let renderer: RedditRenderer

    /// Carries out a call.
    ///
    /// - Parameters:
    ///   - write: The call.
    ///   - request: Its parameters.
    /// - Returns: The answer, once what was done is kept.
    /// - Throws: ``DemoServerError`` where it cannot be kept: then it is not done.
    func answer(to write: RedditWrite, _ request: DemoRequest) throws -> Answer {
        let isWrapped = request.value("api_type") == "json"
        do {
            guard let account else {
                throw isWrapped ? RedditRefusal.code("USER_REQUIRED", field: "") : RedditRefusal.status(403)
            }
            return try store.change { (state: inout SiteState) throws -> Answer in
                switch write {
                case .vote: try vote(request, by: account, in: &state)
                case .save: try save(request, true, by: account, in: &state)
                case .unsave: try save(request, false, by: account, in: &state)
                case .hide: try hide(request, true, by: account, in: &state)
                case .unhide: try hide(request, false, by: account, in: &state)
                case .readMessage: try markMessages(request, true, by: account, in: &state)
                case .unreadMessage: try markMessages(request, false, by: account, in: &state)
                case .readAllMessages: markAllMessages(by: account, in: &state)
                case .comment: try comment(request, by: account, in: &state)
                case .edit: try edit(request, by: account, in: &state)
                case .delete: delete(request, by: account, in: &state)
                case .submit: try submit(request, by: account, in: &state)
                case .subscribe: try subscribe(request, by: account, in: &state)
                }
            }
        } catch let refusal as RedditRefusal {
            return refusal.answer(isWrapped: isWrapped)
        }
    }

    /// The site as the account sees it before, or after, what it asks for.
    func snapshot(_ state: SiteState) -> SiteSnapshot {
        SiteSnapshot(version: store.version(of: state), reader: account, accounts: accounts)
    }

    /// The answer that says nothing but that it is done.
    static let done = Answer.json(.object([]))

    // MARK: Marks

    private func vote(_ request: DemoRequest, by account: String, in state: inout SiteState) throws -> Answer {
        guard let direction = request.value("dir").flatMap({ Int($0) }), (-1...1).contains(direction) else {
            throw RedditRefusal.status(400)
        }
        let snapshot = snapshot(state)
        guard let thing = snapshot.thing(named: request.value("id")?.lowercased() ?? ""), !thing.isGone else {
            throw RedditRefusal.status(404)
        }
        if thing.root?.isArchived == true { throw RedditRefusal.status(400) }
        state.setVote(
            direction, on: thing.fullname, by: account.lowercased(), before: snapshot.vote(on: thing))
        return Self.done
    }

    private func save(
        _ request: DemoRequest, _ isSaved: Bool, by account: String, in state: inout SiteState
    ) throws -> Answer {
        let name = request.value("id")?.lowercased() ?? ""
        guard let thing = snapshot(state).thing(named: name) else { throw RedditRefusal.status(404) }
        state.people[account.lowercased(), default: SiteState.Person()].saved[thing.fullname] = isSaved
        return Self.done
    }

    /// Hides posts; names that are none are passed over.
    private func hide(
        _ request: DemoRequest, _ isHidden: Bool, by account: String, in state: inout SiteState
    ) throws -> Answer {
        let names = Self.names(request.value("id"))
        guard (1...Self.hideLimit).contains(names.count) else { throw RedditRefusal.status(400) }
        let snapshot = snapshot(state)
        for name in names {
            guard case .post(let post)? = snapshot.thing(named: name) else { continue }
            state.people[account.lowercased(), default: SiteState.Person()].hidden[post.fullname] = isHidden
        }
        return Self.done
    }

    private func markMessages(
        _ request: DemoRequest, _ isRead: Bool, by account: String, in state: inout SiteState
    ) throws -> Answer {
        let names = Set(Self.names(request.value("id")))
        if names.isEmpty { throw RedditRefusal.status(400) }
        state.setRead(isRead, of: account.lowercased()) { names.contains("t1_" + $0.commentID) }
        return Self.done
    }

    private func markAllMessages(by account: String, in state: inout SiteState) -> Answer {
        state.setRead(true, of: account.lowercased()) { _ in true }
        return .json(.object([]), status: 202)
    }

    private func subscribe(_ request: DemoRequest, by account: String, in state: inout SiteState) throws -> Answer {
        let isSubscribed: Bool
        switch request.value("action") {
        case "sub": isSubscribed = true
        case "unsub": isSubscribed = false
        default: throw RedditRefusal.status(400)
        }
        let base = snapshot(state).base
        let names = Self.names(request.value("sr_name")).map { $0.hasPrefix("r/") ? String($0.dropFirst(2)) : $0 }
        let ids = Self.names(request.value("sr"))
        let known =
            names.compactMap(base.subreddit(named:))
            + ids.compactMap { id in base.subreddits.first { "t5_" + $0.id == id } }
        guard !known.isEmpty, known.count == names.count + ids.count else { throw RedditRefusal.status(404) }
        if known.contains(where: \.isPrivate) { throw RedditRefusal.status(403) }
        for subreddit in known {
            state.people[account.lowercased(), default: SiteState.Person()]
                .subscriptions[subreddit.name.lowercased()] = isSubscribed
        }
        return Self.done
    }

    static func names(_ list: String?) -> [String] {
        (list ?? "").lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

extension SiteContent.Thing {
    /// The post, or the one that a comment is on.
    var root: Post? {
        switch self {
        case .post(let post), .comment(_, _, let post): post
        case .community: nil
        }
    }

    /// Whether it was deleted or removed.
    var isGone: Bool {
        switch self {
        case .post(let post): if case .removed = post.content { true } else { false }
        case .comment(let comment, _, _): comment.removal != nil
        case .community: false
        }
    }

    /// The name of who wrote it; nil where it was deleted.
    var author: String? {
        switch self {
        case .post(let post): post.author
        case .comment(let comment, _, _): comment.author
        case .community: nil
        }
    }
}
