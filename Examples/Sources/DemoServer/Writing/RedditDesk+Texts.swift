import Foundation
import ServerKit

/// Comments and posts.
extension RedditDesk {
    func comment(_ request: DemoRequest, by account: String, in state: inout SiteState) throws -> Answer {
        let snapshot = snapshot(state)
        guard let parent = snapshot.thing(named: request.value("thing_id")?.lowercased() ?? ""), let post = parent.root
        else { throw RedditRefusal.status(403) }
        let text = try Self.text(request.value("text"), limit: Self.commentLimit)
        if post.isArchived { throw RedditRefusal.code("TOO_OLD", field: "parent") }
        if post.isLocked { throw RedditRefusal.code("THREAD_LOCKED", field: "parent") }
        if SiteContent.Thing.post(post).isGone { throw RedditRefusal.code("DELETED_LINK", field: "parent") }
        if parent.isGone { throw RedditRefusal.code("DELETED_COMMENT", field: "parent") }
        var ancestors: [String] = []
        if case .comment(let comment, _, _) = parent {
            ancestors = (snapshot.comment(id: comment.id)?.ancestors ?? []) + [comment.id]
        }
        let comment = state.addComment(
            text, by: account, on: post.id, below: ancestors, answering: parent.author, accounts: accounts,
            now: store.time)
        return thing(comment.fullname, in: state, isWrapped: request.value("api_type") == "json")
    }

    func edit(_ request: DemoRequest, by account: String, in state: inout SiteState) throws -> Answer {
        let name = request.value("thing_id")?.lowercased() ?? ""
        guard let thing = snapshot(state).thing(named: name) else {
            throw RedditRefusal.code("NOT_AUTHOR", field: "thing_id")
        }
        // Who deleted it is not known any more, and it is nobody's.
        if thing.isGone { throw RedditRefusal.status(403) }
        guard thing.author?.lowercased() == account.lowercased() else {
            throw RedditRefusal.code("NOT_AUTHOR", field: "thing_id")
        }
        var limit = Self.commentLimit
        if case .post(let post) = thing {
            guard case .text = post.content else { throw RedditRefusal.status(403) }
            limit = Self.postLimit
        }
        let text = try Self.text(request.value("text"), limit: limit)
        state.edit(thing.fullname, text: text, now: store.time)
        return self.thing(thing.fullname, in: state, isWrapped: request.value("api_type") == "json")
    }

    /// Deletes what the account wrote; anything else is passed over in silence, as on the site.
    func delete(_ request: DemoRequest, by account: String, in state: inout SiteState) -> Answer {
        let name = request.value("id")?.lowercased() ?? ""
        if let thing = snapshot(state).thing(named: name), !thing.isGone,
            thing.author?.lowercased() == account.lowercased()
        {
            state.setDeleted(thing.fullname, true)
        }
        return Self.done
    }

    func submit(_ request: DemoRequest, by account: String, in state: inout SiteState) throws -> Answer {
        let snapshot = snapshot(state)
        let subreddit = try self.subreddit(named: request.value("sr"), in: snapshot.base)
        let title = try Self.text(request.value("title"), limit: Self.titleLimit, field: "title")
        let url = (request.value("url") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        var text = ""
        switch request.value("kind") {
        case "self":
            if subreddit.name == "pics" { throw RedditRefusal.code("NO_SELFS", field: "sr") }
            text = try Self.text(request.value("text"), limit: Self.postLimit, mayBeEmpty: true)
        case "link":
            if subreddit.name == "askdemo" { throw RedditRefusal.code("NO_LINKS", field: "sr") }
            if url.isEmpty { throw RedditRefusal.code("NO_URL", field: "url") }
            guard WebAddress.isOne(url) else { throw RedditRefusal.code("BAD_URL", field: "url") }
            if !Self.isOn(request.value("resubmit")), isPosted(url, in: subreddit, snapshot) {
                throw RedditRefusal.code("ALREADY_SUB", field: "url")
            }
        default: throw RedditRefusal.code("INVALID_OPTION", field: "kind")
        }
        let isLink = request.value("kind") == "link"
        let (isNSFW, isSpoiler) = (Self.isOn(request.value("nsfw")), Self.isOn(request.value("spoiler")))
        let now = store.time
        let post = state.addPost { number in
            WrittenPost(
                number: number, author: account, community: subreddit.name, title: title, text: text,
                url: isLink ? url : nil, isNSFW: isNSFW, isSpoiler: isSpoiler, created: now)
        }
        let shown = self.snapshot(state).catalog.post(id: post.id)
        let posts = PostRenderer(links: renderer.links, referenceTime: renderer.referenceTime)
        let address = renderer.links.base + (shown.map(posts.permalink) ?? "")
        return Self.wrapped(
            .object([
                ("url", .string(address)), ("drafts_count", .int(0)), ("id", .string(post.id)),
                ("name", .string(post.fullname)),
            ]), isWrapped: request.value("api_type") == "json")
    }

    private func subreddit(named name: String?, in catalog: Catalog) throws(RedditRefusal) -> Subreddit {
        var name = (name ?? "").trimmingCharacters(in: .whitespaces)
        if name.lowercased().hasPrefix("r/") { name = String(name.dropFirst(2)) }
        if name.isEmpty { throw .code("SUBREDDIT_REQUIRED", field: "sr") }
        guard let subreddit = catalog.subreddit(named: name) else { throw .code("SUBREDDIT_NOEXIST", field: "sr") }
        if subreddit.isPrivate { throw .code("SUBREDDIT_NOTALLOWED", field: "sr") }
        return subreddit
    }

    private func isPosted(_ url: String, in subreddit: Subreddit, _ snapshot: SiteSnapshot) -> Bool {
        let posts = PostRenderer(links: renderer.links, referenceTime: renderer.referenceTime)
        return snapshot.catalog.posts.contains { post in
            post.subreddit?.name == subreddit.name && posts.object(post)["url"]?.text == url
        }
    }

    /// The answer that has what was written.
    private func thing(_ name: String, in state: SiteState, isWrapped: Bool) -> Answer {
        let snapshot = snapshot(state)
        var things = [snapshot.thing(named: name)].compactMap(\.self)
        if case .post(let post)? = things.first { things = [.post(snapshot.seen(post))] }
        return Self.wrapped(.object([("things", .array(renderer.things(things)))]), isWrapped: isWrapped)
    }

    private static func wrapped(_ data: JSONValue, isWrapped: Bool) -> Answer {
        guard isWrapped else { return .json(.object([("jquery", .array([])), ("success", .bool(true))])) }
        return .json(.object([("json", .object([("errors", .array([])), ("data", data)]))]))
    }

    /// A text as the site keeps it: without blanks around it, and with one kind of line ends.
    private static func text(
        _ text: String?, limit: Int, field: String = "text", mayBeEmpty: Bool = false
    ) throws(RedditRefusal) -> String {
        let text = (text ?? "").replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty, !mayBeEmpty { throw .code("NO_TEXT", field: field) }
        if text.unicodeScalars.count > limit { throw .code("TOO_LONG", field: field) }
        return text
    }

    private static func isOn(_ value: String?) -> Bool {
        ["1", "on", "true"].contains(value?.lowercased() ?? "")
    }
}

/// Addresses of the web.
enum WebAddress {
    /// Whether a text is the whole address of a page.
    static func isOne(_ text: String) -> Bool {
        guard let components = URLComponents(string: text), let scheme = components.scheme?.lowercased() else {
            return false
        }
        return ["http", "https"].contains(scheme) && components.host?.isEmpty == false
    }
}
