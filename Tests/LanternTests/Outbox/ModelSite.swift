import Foundation

@testable import Cloud
@testable import Core

/// What one site's server has, and the acts that change it: no clock, no network, no faults.
struct ModelSite: Sendable {
    /// A comment.
    struct Thing: Sendable {
        let number: Int
        let account: AccountKey
        /// What it answers: a comment's number; `nil` for the post.
        let parent: Int?
        var text: String
        /// The text that it was made with.
        let first: String
        /// The server's date.
        let created: Date
        /// Whether a listing has it at once, as behind an answered 500.
        let isShownAtOnce: Bool
        var isDeleted = false
    }

    /// What a request does to the server.
    enum Act: Sendable {
        case make(AccountKey, parent: Int?, text: String)
        case setText(Int, AccountKey, String)
        case delete(Int, AccountKey)
        /// A vote on a comment, or on the post.
        case vote(AccountKey, Int?, Int)
    }

    /// The number of the only post.
    static let post = 12
    /// The seconds for which a listing does not have what is new.
    static let lag: TimeInterval = 4

    private(set) var things: [Thing] = []
    private(set) var votes: [AccountKey: [Int?: Int]] = [:]

    /// Changes what the server has.
    ///
    /// - Returns: The number of what was made or changed; `nil` where the act is impossible.
    mutating func carryOut(_ act: Act, at date: Date, isShownAtOnce: Bool = false) -> Int? {
        switch act {
        case .make(let account, let parent, let text):
            if let parent, self[parent]?.isDeleted ?? true { return nil }
            let thing = Thing(
                number: 100 + things.count, account: account, parent: parent, text: text, first: text,
                created: Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)),
                isShownAtOnce: isShownAtOnce)
            things.append(thing)
            return thing.number
        case .setText(let number, let account, let text):
            guard let thing = self[number], thing.account == account, !thing.isDeleted else { return nil }
            things[number - 100].text = text
            return number
        case .delete(let number, let account):
            guard let thing = self[number], thing.account == account else { return nil }
            things[number - 100].isDeleted = true
            return number
        case .vote(let account, let number, let value):
            votes[account, default: [:]][number] = value
            return number ?? Self.post
        }
    }

    subscript(number: Int) -> Thing? { things.indices.contains(number - 100) ? things[number - 100] : nil }

    /// What a listing has, the newest first.
    func listed(at date: Date, where isMeant: (Thing) -> Bool = { _ in true }) -> [Thing] {
        things.filter { isMeant($0) && ($0.isShownAtOnce || $0.created <= date - Self.lag) }.reversed()
    }

    /// The vote of an account.
    func vote(of account: AccountKey, on number: Int?) -> Int { votes[account]?[number] ?? 0 }
}

/// The words of a site: how it reads requests and writes answers.
protocol ModelDialect: Sendable {
    /// The act that a request asks for; `nil` for a question.
    func act(of request: NetworkRequest, as account: AccountKey) -> ModelSite.Act?
    /// The answer to an act that was done.
    func answer(to act: ModelSite.Act, _ number: Int, on site: ModelSite) -> String
    /// The answer to a question; `nil` for what there is not.
    func answer(
        to request: NetworkRequest, as account: AccountKey, name: String, on site: ModelSite, at date: Date
    ) -> String?
    /// The answer of one that refuses for good, and of one that wants a pause.
    var refusal: (status: Int, body: String) { get }
    var pause: (status: Int, body: String) { get }
}

extension NetworkRequest {
    /// The query's values by name.
    fileprivate var query: [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    /// The values of a form by name.
    fileprivate var form: [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = String(decoding: body ?? Data(), as: UTF8.self).replacing("+", with: "%20")
        return Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
    }
}

private func quoted(_ text: String) -> String { text.quotedAsJSON }

/// Reddit's words.
struct ModelReddit: ModelDialect {
    let refusal = (status: 200, body: #"{"json":{"errors":[["TOO_OLD","that's a piece of history now","parent"]]}}"#)
    let pause = (
        status: 200,
        body: #"{"json":{"errors":[["RATELIMIT","Take a break for 30 seconds.","ratelimit"]],"ratelimit":30}}"#
    )

    func act(of request: NetworkRequest, as account: AccountKey) -> ModelSite.Act? {
        let form = request.form
        switch request.url.lastPathComponent {
        case "comment" where request.method == .post:
            return .make(account, parent: number(form["thing_id"]), text: form["text"] ?? "")
        case "editusertext": return .setText(number(form["thing_id"]) ?? 0, account, form["text"] ?? "")
        case "del": return .delete(number(form["id"]) ?? 0, account)
        case "vote": return .vote(account, number(form["id"]), Int(form["dir"] ?? "") ?? 0)
        default: return nil
        }
    }

    func answer(to act: ModelSite.Act, _ number: Int, on site: ModelSite) -> String {
        switch act {
        case .make, .setText:
            #"{"json":{"errors":[],"data":{"things":[{"kind":"t1","data":{"name":"t1_\#(number)"}}]}}}"#
        case .delete, .vote: "{}"
        }
    }

    func answer(
        to request: NetworkRequest, as account: AccountKey, name: String, on site: ModelSite, at date: Date
    ) -> String? {
        let path = request.url.path()
        if path.hasSuffix("/api/v1/me") { return #"{"name":"\#(name)","id":"\#(account.name ?? "")"}"# }
        if path.hasSuffix("/api/info") {
            guard let number = number(request.query["id"]) else { return listing([post(site, account)]) }
            return listing(site[number].map { [comment($0, site, account)] } ?? [])
        }
        if path.contains("/comments/") {
            let comments = site.listed(at: date).map { comment($0, site, account) }
            return "[\(listing([post(site, account)])),\(listing(comments))]"
        }
        if path.contains("/user/") {
            return listing(
                site.listed(at: date) { $0.account == account && !$0.isDeleted }.map { comment($0, site, account) })
        }
        return nil
    }

    private func number(_ name: String?) -> Int? {
        name.flatMap { $0.hasPrefix("t1_") ? Int($0.dropFirst(3)) : nil }
    }

    private func listing(_ things: [String]) -> String {
        #"{"kind":"Listing","data":{"after":null,"children":[\#(things.joined(separator: ","))]}}"#
    }

    private func likes(_ vote: Int) -> String { vote == 0 ? "null" : vote > 0 ? "true" : "false" }

    private func post(_ site: ModelSite, _ account: AccountKey) -> String {
        #"{"kind":"t3","data":{"name":"t3_\#(ModelSite.post)","author":"you","author_fullname":"t2_you","title":"A","#
            + #""selftext":"","locked":false,"likes":\#(likes(site.vote(of: account, on: nil))),"created_utc":1}}"#
    }

    private func comment(_ thing: ModelSite.Thing, _ site: ModelSite, _ account: AccountKey) -> String {
        let author = thing.isDeleted ? "[deleted]" : thing.account.name ?? ""
        let full = thing.isDeleted ? "" : #""author_fullname":"\#(author)","#
        let parent = thing.parent.map { "t1_\($0)" } ?? "t3_\(ModelSite.post)"
        return #"{"kind":"t1","data":{"name":"t1_\#(thing.number)","parent_id":"\#(parent)","#
            + #""author":"\#(author)",\#(full)"body":\#(quoted(thing.isDeleted ? "[deleted]" : thing.text)),"#
            + #""link_id":"t3_\#(ModelSite.post)","#
            + #""created_utc":\#(thing.created.timeIntervalSince1970),"locked":false,"replies":"","#
            + #""likes":\#(likes(site.vote(of: account, on: thing.number)))}}"#
    }
}

/// The words of Lemmy 0.19.
struct ModelLemmy: ModelDialect {
    let refusal = (status: 400, body: #"{"error":"locked"}"#)
    let pause = (status: 400, body: #"{"error":"rate_limit_error"}"#)

    func act(of request: NetworkRequest, as account: AccountKey) -> ModelSite.Act? {
        guard request.method != .get, let body = request.body.flatMap({ try? JSONValue(parsing: $0) }) else {
            return nil  // A question has no body.
        }
        let comment = body["comment_id"]?.int
        let text = body["content"]?.string ?? ""
        let path = request.url.path()
        if path.hasSuffix("/like") { return .vote(account, comment, body["score"]?.int ?? 0) }
        if path.hasSuffix("/delete") { return .delete(comment ?? 0, account) }
        if request.method == .put { return .setText(comment ?? 0, account, text) }
        return .make(account, parent: body["parent_id"]?.int, text: text)
    }

    func answer(to act: ModelSite.Act, _ number: Int, on site: ModelSite) -> String {
        if case .vote(let account, nil, _) = act { return #"{"post_view":\#(post(site, account))}"# }
        guard let thing = site[number] else { return "{}" }
        let account = if case .vote(let account, _, _) = act { account } else { thing.account }
        return #"{"comment_view":\#(view(thing, site, account))}"#
    }

    func answer(
        to request: NetworkRequest, as account: AccountKey, name: String, on site: ModelSite, at date: Date
    ) -> String? {
        let query = request.query
        let isLater = (query["page"] ?? "1") != "1"
        func list(_ things: [ModelSite.Thing]) -> String {
            let views = isLater ? [] : things.map { view($0, site, account) }
            return #"{"comments":[\#(views.joined(separator: ","))],"posts":[]}"#
        }
        switch request.url.path().split(separator: "/").dropFirst(2).joined(separator: "/") {
        case "site":
            return #"{"my_user":{"local_user_view":{"person":{"id":\#(account.name ?? "0"),"name":"\#(name)"}}}}"#
        case "post": return #"{"post_view":\#(post(site, account))}"#
        case "comment":
            return query["id"].flatMap { Int($0) }.flatMap { site[$0] }.map {
                #"{"comment_view":\#(view($0, site, account))}"#
            }
        case "comment/list": return list(site.listed(at: date))
        case "user": return list(site.listed(at: date) { $0.account == account })
        default: return nil
        }
    }

    private func post(_ site: ModelSite, _ account: AccountKey) -> String {
        #"{"post":{"id":\#(ModelSite.post),"creator_id":1,"locked":false},"my_vote":\#(site.vote(of: account, on: nil))}"#
    }

    private func view(_ thing: ModelSite.Thing, _ site: ModelSite, _ account: AccountKey) -> String {
        let published = Date.ISO8601FormatStyle().format(thing.created)
        return #"{"comment":{"id":\#(thing.number),"creator_id":\#(thing.account.name ?? "0"),"#
            + #""post_id":\#(ModelSite.post),"content":\#(quoted(thing.text)),"deleted":\#(thing.isDeleted),"#
            + #""published":"\#(published)","path":"\#(path(of: thing, on: site))"},"post":{"id":\#(ModelSite.post),"#
            + #""locked":false},"my_vote":\#(site.vote(of: account, on: thing.number))}"#
    }

    private func path(of thing: ModelSite.Thing, on site: ModelSite) -> String {
        let above = thing.parent.flatMap { site[$0] }.map { path(of: $0, on: site) } ?? "0"
        return "\(above).\(thing.number)"
    }
}
