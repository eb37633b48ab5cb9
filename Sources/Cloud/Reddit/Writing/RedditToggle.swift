import Core

/// The reading of a toggle on Reddit: what the server has for this account, whatever was wished.
///
/// | kind | read from |
/// | --- | --- |
/// | `vote` | `likes` of the thing |
/// | `save`, `hide` | `saved`, `hidden` of the thing |
/// | `subscribe` | `user_is_subscriber` of the source |
/// | `read` | the list of unread messages, which does not have it any more |
///
/// At the end it asks who is signed in: what was answered to anybody else says nothing.
struct RedditToggle: Sendable {
    /// The entry.
    let request: OutboxRequest
    /// The way to ask.
    let questions: RedditQuestions

    /// The number of pages of unread messages that are read at most.
    private static let mostPages = 10

    /// Reads.
    ///
    /// - Returns: The value.
    /// - Throws: The error of a request, `DataError` with the code `invalidInput` for a target that has no such value.
    ///   `CancellationError`.
    func reading() async throws -> OutboxReading {
        let reading =
            switch request.entry.kind {
            case .vote, .save, .hide: try await ofThing()
            case .subscribe: try await ofSource()
            case .read: try await ofMessage()
            default: OutboxReading.failed(isPassing: false)
            }
        return try await questions.ownName() == nil ? .sessionOver : reading
    }

    private func ofThing() async throws -> OutboxReading {
        let target = try RedditName.checked(request.target, "t1", "t3")
        let info = try await questions.answer(to: questions.requests.info(target)).json
        guard info.isRedditListing else { throw NetworkError(.malformed) }
        guard let thing = info.redditThings.first(where: { $0.data["name"]?.string == target })?.data else {
            return .failed(isPassing: false)
        }
        switch request.entry.kind {
        case .vote: return .value(thing["likes"]?.bool.map { $0 ? "1" : "-1" } ?? "0")
        case .save: return value(thing["saved"]?.bool)
        default: return value(thing["hidden"]?.bool)
        }
    }

    private func ofSource() async throws -> OutboxReading {
        let source = try RedditName.source(request.target)
        let about = try await questions.answer(to: questions.requests.about(source)).json
        guard let data = about["data"] else { throw NetworkError(.malformed) }
        let profile = source.kind == .user ? data["subreddit"] : data
        // It is `null` for anybody.
        return (profile?["user_is_subscriber"]?.bool).map { value($0) } ?? .sessionOver
    }

    private func ofMessage() async throws -> OutboxReading {
        let target = try RedditName.checked(request.target, "t1", "t4")
        var cursor: String?
        for _ in 0..<Self.mostPages {
            let page = try await questions.answer(to: questions.requests.unread(after: cursor)).json
            guard page.isRedditListing else { throw NetworkError(.malformed) }
            if page.redditThings.contains(where: { $0.data["name"]?.string == target }) { return value(false) }
            guard let next = page.redditCursor, next != cursor else { return value(true) }
            cursor = next
        }
        return .failed(isPassing: false)
    }

    private func value(_ isOn: Bool?) -> OutboxReading {
        isOn.map { .value(FlagText.text($0, as: request.entry.value)) } ?? .failed(isPassing: false)
    }
}
