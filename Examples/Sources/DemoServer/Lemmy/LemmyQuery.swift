import Foundation

/// The parameters Lemmy's lists understand.
struct LemmyQuery: Sendable {
    private let items: [String: String]

    init(_ items: [URLQueryItem]) {
        self.items = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
            .filter { !$0.value.isEmpty }
    }

    subscript(name: String) -> String? { items[name] }

    /// A number; a word that is none makes Lemmy refuse the whole query.
    func number(_ name: String) throws(LemmyRefusal) -> Int? {
        guard let text = items[name] else { return nil }
        guard let number = Int(text) else { throw .badQuery("invalid digit found in string") }
        return number
    }

    func sort(default standard: LemmySort) throws(LemmyRefusal) -> LemmySort {
        guard let word = items["sort"] else { return standard }
        guard let sort = LemmySort(rawValue: word) else { throw .badQuery("unknown variant `\(word)`") }
        return sort
    }

    /// Whether only what belongs to the server itself is wanted.
    func isLocal() throws(LemmyRefusal) -> Bool {
        switch items["type_"] {
        case nil, "All", "Subscribed", "ModeratorView": return false
        case "Local": return true
        case let word?: throw .badQuery("unknown variant `\(word)`")
        }
    }

    /// 1 to 50, 10 by default; anything else is an error.
    func limit(orElse word: String) throws(LemmyRefusal) -> Int {
        let limit = try number("limit") ?? 10
        guard (1...50).contains(limit) else { throw .refused(word) }
        return limit
    }

    /// From 1 on.
    func page(orElse word: String) throws(LemmyRefusal) -> Int {
        let page = try number("page") ?? 1
        guard (1...100_000).contains(page) else { throw .refused(word) }
        return page
    }
}
