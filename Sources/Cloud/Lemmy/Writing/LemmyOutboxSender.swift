package import Core
import Foundation

/// A sender of entries to a Lemmy server, version 0.19, which also finds out what became of them.
///
/// Nothing is repeated below it: each request is sent once, with the session of the entry's own account.
/// ``LemmyWriteRequests`` says what is sent, ``LemmyWriteAnswer`` what the answers mean, ``LemmyLook`` how it looks.
///
/// Before a comment is answered it is read: one that is gone would have the answer posted at the top of the thread.
package struct LemmyOutboxSender: OutboxSender {
    private let requests: LemmyWriteRequests
    private let accounts: any OutboxAccounts
    private let known: (any KnownThings)?
    private let dates: ServerDates
    private let time: any TimeProvider

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the server.
    ///   - accounts: The accounts that can send.
    ///   - known: The memory of what was stored before an attempt; none by default.
    ///   - dates: Told of the server's dates; of none by default.
    ///   - time: The clock.
    package init(
        endpoints: LemmyEndpointProvider, accounts: any OutboxAccounts, known: (any KnownThings)? = nil,
        dates: ServerDates = ServerDates(), time: any TimeProvider
    ) {
        requests = LemmyWriteRequests(endpoints: endpoints)
        self.accounts = accounts
        self.known = known
        self.dates = dates
        self.time = time
    }

    package func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        guard let first = requests.first else { return .done(result: nil, value: nil) }
        return try await accounts.sending(as: first.entry.account) { writer in
            try await answer(to: requests, first, as: writer)
        }
    }

    private func answer(
        to requests: [OutboxRequest], _ first: OutboxRequest, as writer: OutboxWriter
    ) async throws -> OutboxAnswer {
        var meaning: LemmyWriteAnswer { LemmyWriteAnswer(entry: first.entry, now: time.now) }
        let request: NetworkRequest
        do {
            request = try self.requests.sending(requests, in: try await place(of: first, as: writer))
        } catch let error as DataError where error.code == .invalidInput || error.code == .malformed {
            return .refused(OutboxEntry.Reason(error))
        } catch let error as OutboxRefusedHere {
            return .refused(error.reason)
        } catch {
            dates.note((error as? NetworkError)?.date)
            return try meaning.answer(toQuestion: error)
        }
        do {
            let response = try await writer.requests.response(to: request)
            dates.note(response.serverDate)
            return meaning.answer(to: response)
        } catch {
            dates.note((error as? NetworkError)?.date)
            return try meaning.answer(to: error, of: request)
        }
    }

    /// What has to be asked for before an entry is sent: the number of its community, or of the post of the comment
    /// that it answers.
    private func place(of request: OutboxRequest, as writer: OutboxWriter) async throws -> Int? {
        let questions = LookQuestions(as: writer, dates: dates, time: time)
        switch request.entry.kind {
        case .submit, .subscribe:
            let answer = try await questions.answer(to: requests.community(request.target)).json
            guard let id = answer["community_view"]?["community"]?["id"]?.int else { throw NetworkError(.malformed) }
            return id
        case .reply:
            let parent = try LemmyThing(of: request)
            guard parent.isComment else { return nil }
            let answer = try await questions.answer(to: requests.thing(parent)).json
            guard let comment = answer["comment_view"]?["comment"], let post = comment["post_id"]?.int else {
                throw NetworkError(.malformed)
            }
            guard comment["deleted"]?.bool != true, comment["removed"]?.bool != true else {
                throw OutboxRefusedHere(reason: Self.parentGone)
            }
            return post
        default:
            return nil
        }
    }

    package func look(for request: OutboxRequest) async throws -> OutboxFinding {
        do {
            guard let look = try await look(at: request) else { return .sessionOver }
            return try await look.finding()
        } catch {
            return try WriteFailure.finding(after: error)
        }
    }

    package func read(_ request: OutboxRequest) async throws -> OutboxReading {
        do {
            guard let look = try await look(at: request) else { return .sessionOver }
            return try await look.reading()
        } catch {
            return try WriteFailure.reading(after: error)
        }
    }

    package func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? {
        confirmedValues(value, of: entry.kind)
    }

    private func look(at request: OutboxRequest) async throws -> LemmyLook? {
        guard let writer = try await accounts.writer(for: request.entry.account) else { return nil }
        return LemmyLook(
            request: request, writer: writer, requests: requests,
            questions: LookQuestions(as: writer, dates: dates, time: time), known: known)
    }

    private static let parentGone = OutboxEntry.Reason(
        .notFound, "What it answers was deleted or removed. Answer something else, or give it up.")
}

/// A refusal before anything was sent.
private struct OutboxRefusedHere: Error {
    let reason: OutboxEntry.Reason
}
