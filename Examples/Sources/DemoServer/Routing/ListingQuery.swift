import Foundation

/// The parameters a listing or a thread understands.
struct ListingQuery: Sendable {
    /// As given, or nil; a listing clamps it to 1…100 and takes 25 by default.
    let limit: Int?
    /// The fullname of the last post of the page before.
    let after: String?
    let period: PostPeriod?
    let sort: String?
    /// The id of the comment whose replies are wanted, for a thread.
    let comment: String?
    /// Whether strings are to be left as they are, without HTML entities.
    let isRaw: Bool
    let width: Int?
    let signature: String?
    /// The searched words.
    let words: [String]
    /// The fullname of the post whose placeholder is to be filled.
    let link: String?
    /// The ids, without `t1_`, that the placeholder names.
    let children: [String]
    /// Whether nothing below those is wanted.
    let limitsChildren: Bool
    /// Whether the answer is to be JSON that a program can read.
    let isWrapped: Bool
    /// Whether a search is about the community it is asked in, and not about all.
    let isRestricted: Bool
    /// The fullnames that information is wanted about.
    let names: [String]
    /// Whether what the account has hidden is wanted too.
    let showsAll: Bool

    /// Reads the parameters of a request; where its form and its query differ, the form counts.
    init(_ request: DemoRequest) {
        self.init(request.form + request.query)
    }

    init(_ items: [URLQueryItem]) {
        func value(_ name: String) -> String? {
            items.first { $0.name == name }?.value.flatMap { $0.isEmpty ? nil : $0 }
        }
        limit = value("limit").flatMap { Int($0) }
        after = value("after")
        period = value("t").flatMap { PostPeriod(rawValue: $0.lowercased()) }
        sort = value("sort")?.lowercased()
        comment = value("comment")
        isRaw = value("raw_json") == "1"
        width = value("width").flatMap { Int($0) }
        signature = value("s")
        words = (value("q") ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        link = value("link_id")?.lowercased()
        children = (value("children") ?? "").lowercased().split(separator: ",").map { id in
            let id = id.trimmingCharacters(in: .whitespaces)
            return id.hasPrefix("t1_") ? String(id.dropFirst(3)) : id
        }
        limitsChildren = ["1", "on", "true"].contains(value("limit_children")?.lowercased() ?? "")
        isWrapped = value("api_type") == "json"
        isRestricted = ["1", "on", "true"].contains(value("restrict_sr") ?? "")
        names = (value("id") ?? "").lowercased().split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        showsAll = value("show") == "all"
    }

    var pageSize: Int {
        min(100, max(1, limit ?? 25))
    }
}
