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

/// An error as the commands print it.
struct ErrorOutput: Encodable {
    let code: String
    let message: String
    let retryAfter: Double?

    init(_ error: DataError) {
        code = error.code.rawValue
        message = error.message
        retryAfter = error.retryAfter.map { $0 / .seconds(1) }
    }

    enum CodingKeys: CodingKey {
        case code, message, retryAfter
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(retryAfter, forKey: .retryAfter)
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
