import Cloud
import Core
import Foundation

/// How likes, comments and deletions are sent, as acts of the outbox.
struct PostActs: Sendable {
    private let requests: CommunityRequests
    private let feeds: CommunityFeeds

    init(_ configuration: CommunityConfiguration, feeds: CommunityFeeds) {
        requests = CommunityRequests(configuration)
        self.feeds = feeds
    }

    /// The acts: a vote is a like, a reply is a comment.
    var all: [SiteAct] {
        [
            .vote(send: { try await like($0) }, read: { try await readLike($0) }),
            .reply(send: { try await comment($0) }, look: { try await lookForComment($0) }),
            .delete { try await delete($0) },
        ]
    }

    // MARK: Likes

    /// Sends a like, or its end; what the server has then counts.
    private func like(
        _ request: IntentRequest<ConfirmedValues.ServerVote>
    ) async throws -> WishAnswer<ConfirmedValues.ServerVote> {
        guard let post = request.target, request.targetKind == .post, request.payload != .down else {
            return .other(.refused(DataError(.invalidInput, message: "Here posts are liked, or not.")))
        }
        let isLiked: Bool
        do {
            let asked = try requests.like(post, request.payload == .up)
            let answer = try await request.requests.response(to: asked).json()
            guard let status = answer["like_status"]?.bool else { throw NetworkError(.malformed, status: 200) }
            isLiked = status
        } catch {
            guard !error.isCancelled else { throw error }
            return .other(IntentAnswer(error, of: .like))
        }
        await feeds.noteLike(of: post, isLiked, by: request.account)
        return .done(isLiked ? .up : .neutral)
    }

    private func readLike(
        _ request: IntentRequest<ConfirmedValues.ServerVote>
    ) async throws -> ConfirmedValues.ServerVote {
        let post = try await read(request.target ?? "", by: request.requests).post
        return post.confirmed(to: request.account).vote ?? .neutral
    }

    // MARK: Comments

    private func comment(_ request: IntentRequest<ReplyText>) async throws -> IntentAnswer {
        guard let post = request.target, request.targetKind == .post else {
            return .refused(DataError(.invalidInput, message: "Here only posts are commented on."))
        }
        do {
            let response = try await request.requests.response(to: requests.comment(request.payload.text, on: post))
            // A cut answer of a success: it was made, and its id has to be looked for.
            guard let made = try? WireComment(response.json()) else { return .doneWithoutResult }
            return .done(result: made.id)
        } catch {
            guard !error.isCancelled else { throw error }
            return IntentAnswer(error, of: .comment)
        }
    }

    /// Lists the account's own comments of the post, which all are in its answer.
    private func lookForComment(_ request: IntentRequest<ReplyText>) async throws -> OwnThings {
        do {
            let (post, date) = try await read(request.target ?? "", by: request.requests)
            let own = post.comments.filter { $0.author.id == request.account.name }
            // One that cannot be read may be it.
            let problem = post.commentIssues.isEmpty ? nil : DataError(NetworkError(.malformed, status: 200))
            return OwnThings(
                own.map { comment in
                    OwnThings.Thing(
                        id: comment.id, created: comment.created,
                        isEqual: OwnThings.areEqual(request.payload.text, comment.text))
                }, serverDate: date, problem: problem)
        } catch let error as NetworkError where CommunityStatus.isMissing(error.status) {
            let gone = CommunityRefusal.shown(error, of: .readPost)
            return OwnThings([], serverDate: error.date, problem: gone)
        }
    }

    // MARK: Deleting

    private func delete(_ request: IntentRequest<Void>) async throws -> IntentAnswer {
        guard let id = request.target else {
            return .refused(DataError(.invalidInput, message: "There is nothing to delete."))
        }
        let isPost = request.targetKind == .post
        let answer: IntentAnswer
        do {
            if isPost {
                _ = try await request.requests.response(to: requests.delete(id))
            } else if let post = request.parent {
                _ = try await request.requests.response(to: requests.deleteComment(id, on: post))
            } else {
                return .refused(
                    DataError(.invalidInput, message: "Whose comment it is was not stored. Open the post first."))
            }
            answer = .done()
        } catch {
            guard !error.isCancelled else { throw error }
            answer = IntentAnswer(error, of: isPost ? .delete : .deleteComment)
        }
        if isPost, answer == .done() { await feeds.noteDeletion(of: id) }
        return answer
    }

    /// Reads a post as the account sees it, with the server's date of the answer.
    private func read(
        _ id: String, by provider: any RequestProvider
    ) async throws -> (post: WirePost, date: Date?) {
        var question = try requests.post(id)
        // What is looked for may be younger than a request that somebody else has begun.
        question.isSentOnce = true
        let response = try await provider.response(to: question)
        return (try CommunityProvider.post(in: response), response.serverDate)
    }
}

extension Error {
    /// Whether it says that nobody waits any more.
    var isCancelled: Bool { self is CancellationError || Task.isCancelled }
}
