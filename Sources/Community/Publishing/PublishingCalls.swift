import Cloud
import Core
import Foundation

/// The calls that publish, as the outbox makes them: each with the session of the item's own account.
struct PublishingCalls: Sendable {
    let requests: CommunityRequests
    let answered: @Sendable (WirePost, AccountKey) async -> Void

    // MARK: New posts

    func publish(_ request: IntentRequest<NewPost>) async throws -> IntentAnswer {
        let post = request.payload
        let draft = PostDraft(
            text: post.text, category: post.category, aspect: post.aspect.isEmpty ? "1" : post.aspect,
            files: request.uploaded)
        do {
            let answer = try await request.requests.response(to: try requests.publish(draft))
            // One that cannot be read is there all the same, and what it is called is looked for.
            guard let made = try? WirePost(try json(of: answer)) else { return .doneWithoutResult }
            await answered(made, request.account)
            return .done(result: made.id)
        } catch {
            guard !(error is CancellationError) else { throw error }
            return IntentAnswer(error, of: .publish)
        }
    }

    /// Looks for a post by the paths of its pictures, which no other one has, among the own ones of its category.
    func look(for request: IntentRequest<NewPost>) async throws -> IntentFinding {
        guard let me = request.account.name, !request.uploaded.isEmpty else {
            return .unclear(DataError(.outcomeUnknown))
        }
        var next: String?
        var isNewestFirst = true
        var oldest = Date.distantFuture
        for page in 1...Self.mostPages {
            var call = try requests.posts(
                .of(user: me, category: request.payload.category), next: next, limit: Self.pageSize)
            // As the server has it at this moment.
            call.isSentOnce = true
            let list = try WirePage(try json(of: try await request.requests.response(to: call)))
            let found = list.posts.elements.filter { $0.files == request.uploaded && !request.claimed.contains($0.id) }
            if let post = found.first {
                await answered(post, request.account)
                return .found(found.map(\.id))
            }
            // One that cannot be read may be it.
            guard list.posts.issues.isEmpty else { return .unclear(DataError(.malformed)) }
            for post in list.posts.elements {
                if post.created > oldest { isNewestFirst = false }
                oldest = min(oldest, post.created)
            }
            guard let cursor = list.next?.rawValue else { return .absent }
            if page >= Self.enoughPages, isNewestFirst { return .absent }
            next = cursor
        }
        return .unclear(DataError(.outcomeUnknown))
    }

    /// As many posts as the app asks for of a person.
    private static let pageSize = 20
    /// Behind so many pages of the newest posts nothing is that was just sent.
    private static let enoughPages = 5
    private static let mostPages = 25

    // MARK: Changes

    func edit(_ request: IntentRequest<PostEdit>) async throws -> IntentAnswer {
        guard let id = request.target else { return .refused(DataError(.notFound)) }
        let fresh: WirePost
        do {
            guard let post = try await post(id, by: request.requests) else {
                return IntentAnswer(NetworkError(.notFound, status: 410), of: .edit)
            }
            fresh = post
        } catch {
            guard !(error is CancellationError) else { throw error }
            // Nothing was sent that changes anything.
            switch IntentAnswer(error, of: .readPost) {
            case .sessionOver(let reason): return .sessionOver(reason)
            case .refused(let reason): return .refused(reason)
            case .later(let reason, let hold): return .later(reason, holding: hold)
            case .unknown(let reason, _): return .later(reason)
            case .done, .doneWithoutResult, .doneAs: return .later(DataError(error))
            }
        }
        guard let draft = request.payload.applied(to: fresh, uploaded: request.uploaded) else {
            return .refused(DataError(.invalidInput, message: "The pictures of the change are not all there."))
        }
        do {
            let answer = try await request.requests.response(to: try requests.edit(id, draft))
            // It is changed, whatever the answer says of it.
            if let post = try? WirePost(try json(of: answer)) { await answered(post, request.account) }
            return .done()
        } catch {
            guard !(error is CancellationError) else { throw error }
            return IntentAnswer(error, of: .edit)
        }
    }

    func look(atEdited request: IntentRequest<PostEdit>) async throws -> IntentFinding {
        guard let id = request.target, let post = try await post(id, by: request.requests) else {
            return .unclear(DataError(.notFound))
        }
        if request.payload.isMade(of: post, uploaded: request.uploaded) {
            await answered(post, request.account)
            return .found([])
        }
        return request.payload.isBase(of: post) ? .absent : .unclear(DataError(.outcomeUnknown))
    }

    /// Reads a post as the server has it at this moment; `nil` where it does not know it.
    private func post(_ id: String, by provider: any RequestProvider) async throws -> WirePost? {
        var call = try requests.post(id)
        call.isSentOnce = true
        do {
            return try WirePost(try json(of: try await provider.response(to: call)))
        } catch let error as NetworkError where CommunityStatus.isMissing(error.status) {
            return nil
        } catch let error as UnreadableElement {
            throw NetworkError(.malformed, underlying: error)
        }
    }

    private func json(of answer: NetworkResponse) throws -> JSONValue { try answer.json() }
}
