import Core
import Foundation

/// The questions of one look or read on Reddit, asked as one account.
struct RedditQuestions: Sendable {
    /// The account that asks.
    let writer: OutboxWriter
    /// The requests.
    let requests: RedditWriteRequests
    private let questions: LookQuestions

    /// Begins a look or a read.
    ///
    /// - Parameters:
    ///   - writer: The account that asks.
    ///   - requests: The requests.
    ///   - dates: Told of the server's dates.
    ///   - time: The clock.
    init(writer: OutboxWriter, requests: RedditWriteRequests, dates: ServerDates, time: any TimeProvider) {
        self.writer = writer
        self.requests = requests
        questions = LookQuestions(as: writer, dates: dates, time: time)
    }

    /// Asks.
    ///
    /// - Parameter request: The question.
    /// - Returns: The answer.
    /// - Throws: As ``LookQuestions/answer(to:)``.
    func answer(to request: NetworkRequest) async throws -> LookQuestions.Answer {
        try await questions.answer(to: request)
    }

    /// Asks who is signed in.
    ///
    /// - Returns: The account's name, where the server says that it is this account; `nil` for anybody else.
    /// - Throws: As ``answer(to:)``.
    func ownName() async throws -> String? {
        let me = try await answer(to: requests.me()).json
        guard let id = me["id"]?.string, Self.fullname(id) == Self.fullname(writer.id) else { return nil }
        return me["name"]?.string ?? writer.name
    }

    /// The account's full name, as comments and posts have it.
    var ownFullname: String { Self.fullname(writer.id) }

    private static func fullname(_ id: String) -> String { id.hasPrefix("t2_") ? id : "t2_\(id)" }
}

extension JSONValue {
    /// The things of a listing, each with its kind and its data; empty for what is none.
    var redditThings: [(kind: String, data: JSONValue)] {
        (self["data"]?["children"]?.elements ?? []).compactMap { child in
            guard let kind = child["kind"]?.string, let data = child["data"] else { return nil }
            return (kind, data)
        }
    }

    /// The cursor of the next page of a listing; `nil` at its end.
    var redditCursor: String? { self["data"]?["after"]?.string }

    /// Whether this is a listing.
    var isRedditListing: Bool { self["kind"]?.string == "Listing" && self["data"]?["children"]?.elements != nil }
}
