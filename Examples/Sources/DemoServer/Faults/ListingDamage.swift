import ServerKit

/// Ways to break a list, whatever the dialect.
enum ListingDamage: Sendable {
    case empty
    case missing
    case notArray
    case corrupt(at: Int)

    /// Breaks the list of an answer; one without a list stays as it is.
    func apply(to answer: inout Answer) {
        switch answer.body {
        case .entityJSON(let value): answer.body = .entityJSON(reddit(value))
        case .json(let value): answer.body = .json(named(value))
        case .atom(let feed): answer.body = .atom(atom(feed))
        case .html, .file, .empty: break
        }
    }

    private func atom(_ feed: AtomFeed) -> AtomFeed {
        var feed = feed
        switch self {
        case .empty: feed.entries = []
        case .missing: feed.damage = .noFeed
        case .notArray: feed.damage = .noEntries
        case .corrupt(let index): feed.damage = .corruptEntry(index)
        }
        return feed
    }

    /// Of several listings, as in a thread, the last.
    private func reddit(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(var listings):
            guard let last = listings.popLast() else { return value }
            return .array(listings + [reddit(last)])
        case .object(var object):
            guard case .object(var data)? = object["data"], data["children"] != nil else { return value }
            change("children", of: &data) { child in
                guard case .object(var thing) = child, case .object(var content)? = thing["data"] else { return child }
                content["id"] = .int(42)
                content["name"] = .bool(false)
                content["title"] = .object([])
                content["body"] = .array([])
                content["created_utc"] = .string("yesterday")
                thing["data"] = .object(content)
                return .object(thing)
            }
            if case .empty = self {
                data["after"] = .null
                data["dist"] = .int(0)
            }
            object["data"] = .object(data)
            return .object(object)
        default: return value
        }
    }

    /// A list with a name: Lemmy's `posts` and `comments`, Algolia's `hits` and `children`; or one without, which is
    /// Firebase's.
    private func named(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array:
            var whole = JSONObject([("list", value)])
            change("list", of: &whole) { _ in .string("yesterday") }
            return whole["list"] ?? .null
        case .object(var object):
            guard let key = ["hits", "children"].first(where: { object[$0] != nil }) else { return lemmy(value) }
            change(key, of: &object) { element in
                guard case .object(var members) = element else { return element }
                members["id"] = .string("forty-two")
                members["title"] = .object([])
                members["created_at_i"] = .string("yesterday")
                return .object(members)
            }
            if case .empty = self, key == "hits" { object["nbPages"] = .int(0) }
            return .object(object)
        default: return value
        }
    }

    private func lemmy(_ value: JSONValue) -> JSONValue {
        guard case .object(var object) = value, let key = ["posts", "comments"].first(where: { object[$0] != nil })
        else { return value }
        change(key, of: &object) { view in
            guard case .object(var members) = view else { return view }
            let kind = key == "posts" ? "post" : "comment"
            guard case .object(var content)? = members[kind] else { return view }
            content["id"] = .string("forty-two")
            content["name"] = .object([])
            content["content"] = .array([])
            content["path"] = .bool(false)
            content["published"] = .string("yesterday")
            members[kind] = .object(content)
            return .object(members)
        }
        if case .empty = self { object["next_page"] = nil }
        return .object(object)
    }

    /// Does what is to be done to the list of that name, the corruption to one of its elements.
    private func change(_ key: String, of object: inout JSONObject, corruption: (JSONValue) -> JSONValue) {
        switch self {
        case .empty: object[key] = .array([])
        case .missing: object[key] = nil
        case .notArray: object[key] = .string("none today")
        case .corrupt(let index):
            guard case .array(var elements)? = object[key], !elements.isEmpty else { return }
            let index = min(max(0, index), elements.count - 1)
            elements[index] = corruption(elements[index])
            object[key] = .array(elements)
        }
    }
}
