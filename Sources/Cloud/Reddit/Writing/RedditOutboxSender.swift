package import Core
import Foundation

/// A sender of entries to Reddit, or to a server in its place, which also finds out what became of them.
///
/// Nothing is repeated below it: each request is sent once, with the session of the entry's own account.
/// ``RedditWriteRequests`` says what is sent, ``RedditWriteAnswer`` what the answers mean, ``RedditLook`` how it looks.
package struct RedditOutboxSender: OutboxSender {
    private let requests: RedditWriteRequests
    private let accounts: any OutboxAccounts
    private let known: (any KnownThings)?
    private let dates: ServerDates
    private let time: any TimeProvider

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - endpoints: The addresses of the server that tokens go to.
    ///   - accounts: The accounts that can send.
    ///   - known: The memory of what was stored before an attempt; none by default.
    ///   - dates: Told of the server's dates; of none by default.
    ///   - time: The clock.
    package init(
        endpoints: RedditEndpointProvider, accounts: any OutboxAccounts, known: (any KnownThings)? = nil,
        dates: ServerDates = ServerDates(), time: any TimeProvider
    ) {
        requests = RedditWriteRequests(endpoints: endpoints)
        self.accounts = accounts
        self.known = known
        self.dates = dates
        self.time = time
    }

    package func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        guard let first = requests.first else { return .done(result: nil, value: nil) }
        let request: NetworkRequest
        do {
            request = try self.requests.sending(requests)
        } catch {
            return .refused(OutboxEntry.Reason(error))
        }
        let isInDoubt = requests.contains { $0.entry.doubtfulSince != nil }
        func meaning() -> RedditWriteAnswer {
            RedditWriteAnswer(kind: first.entry.kind, isInDoubt: isInDoubt, now: time.now)
        }
        return try await accounts.sending(as: first.entry.account) { writer in
            do {
                let response = try await writer.requests.response(to: request)
                dates.note(response.serverDate)
                return meaning().answer(to: response)
            } catch {
                dates.note((error as? NetworkError)?.date)
                return try meaning().answer(to: error, of: request)
            }
        }
    }

    package func look(for request: OutboxRequest) async throws -> OutboxFinding {
        do {
            guard let questions = try await questions(for: request.entry.account) else { return .sessionOver }
            let look = RedditLook(
                request: request, text: try OutboxText(of: request.entry), questions: questions, known: known)
            return try await look.finding()
        } catch {
            return try WriteFailure.finding(after: error)
        }
    }

    package func read(_ request: OutboxRequest) async throws -> OutboxReading {
        do {
            guard let questions = try await questions(for: request.entry.account) else { return .sessionOver }
            return try await RedditToggle(request: request, questions: questions).reading()
        } catch {
            return try WriteFailure.reading(after: error)
        }
    }

    package func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? {
        confirmedValues(value, of: entry.kind)
    }

    private func questions(for account: AccountKey) async throws -> RedditQuestions? {
        guard let writer = try await accounts.writer(for: account) else { return nil }
        return RedditQuestions(writer: writer, requests: requests, dates: dates, time: time)
    }
}
