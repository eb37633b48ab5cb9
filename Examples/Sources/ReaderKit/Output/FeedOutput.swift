import CommandKit
import Core
import Foundation

/// The JSON output of `list`.
struct FeedOutput: Encodable {
    let feed: String
    let sort: String?
    let origin: String
    let isEnd: Bool
    let error: ErrorOutput?
    let issues: [IssueOutput]
    let items: [ItemOutput]

    enum CodingKeys: CodingKey {
        case feed, sort, origin, isEnd, error, issues, items
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(feed, forKey: .feed)
        try container.encode(sort, forKey: .sort)
        try container.encode(origin, forKey: .origin)
        try container.encode(isEnd, forKey: .isEnd)
        try container.encode(error, forKey: .error)
        try container.encode(issues, forKey: .issues)
        try container.encode(items, forKey: .items)
    }
}

/// Something in an answer that could not be read.
struct IssueOutput: Encodable {
    let issue: DecodeIssue

    enum CodingKeys: CodingKey {
        case index, reason
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(issue.index, forKey: .index)
        try container.encode(issue.reason, forKey: .reason)
    }
}
