import Core
import Foundation

/// A chain that asks several backends one after the other until one answers, for posts, threads and sources alike.
///
/// - A backend that is suspended is passed over, unless a person asks.
/// - A backend that fails is passed over too, and ``SuspensionStore`` learns of it.
/// - Where the device has no network at all, no further backend is asked. Where a host cannot be reached, no other
///   backend to the same host is.
/// - A cancelled task asks nobody any more, and suspends nothing.
///
/// Everything that is passed over, suspended and resumed is recorded in the activity log.
struct BackendChain: Sendable {
    /// A question to the backends of a chain.
    struct Question: Sendable {
        /// The name of the feed, thread or source, by which suspensions are kept.
        let scope: String
        let isManual: Bool
        let priority: RequestPriority
    }

    /// An answer, and what was passed over for it.
    struct Answer<Value: Sendable>: Sendable {
        let value: Value
        let backend: String
        let skipped: [FeedProvenance.Skipped]
    }

    enum Outcome<Value: Sendable>: Sendable {
        case answered(Answer<Value>)
        case failed(ChainFailure)
    }

    let suspensions: SuspensionStore
    let activity: any ActivityRecorder
    let time: any TimeProvider

    /// Stops the program where two backends of a chain have one name, or one is of another site: the app's own mistake.
    static func check<Provider>(_ links: [ChainLink<Provider>], of site: Site, _ siteOfProvider: (Provider) -> Site) {
        precondition(Set(links.map(\.name)).count == links.count, "Two backends of a chain have one name.")
        precondition(
            links.allSatisfy { siteOfProvider($0.provider) == site }, "A backend of a chain is of another site.")
    }

    /// Asks the backends in their order, and returns only the answer.
    ///
    /// - Parameters:
    ///   - links: The backends.
    ///   - question: The thing that is asked for.
    ///   - refusal: The message where there is no backend, or each of them is for something else.
    ///   - fetch: Asks one backend.
    /// - Returns: The first answer, and the name of its backend.
    /// - Throws: The most telling error of the backends, `DataError` with the code `invalidInput`, `CancellationError`.
    func value<Provider, Value: Sendable>(
        of links: [ChainLink<Provider>], for question: Question, orRefuse refusal: String,
        _ fetch: (ChainLink<Provider>) async throws -> Value
    ) async throws -> (value: Value, link: String) {
        switch try await first(of: links, for: question, fetch) {
        case .answered(let answer): return (answer.value, answer.backend)
        case .failed(let failure):
            throw failure.error(now: time.now) ?? DataError(.invalidInput, message: refusal)
        }
    }

    /// Asks the backends in their order.
    ///
    /// - Parameters:
    ///   - links: The backends.
    ///   - question: The thing that is asked for.
    ///   - fetch: Asks one backend.
    /// - Returns: The first answer, or how all of them failed.
    /// - Throws: `CancellationError` and nothing else.
    func first<Provider, Value>(
        of links: [ChainLink<Provider>], for question: Question, _ fetch: (ChainLink<Provider>) async throws -> Value
    ) async throws -> Outcome<Value> {
        var run = Run()
        for link in links {
            let backend = Asked(name: link.name, host: link.host)
            guard try await isOpen(backend, for: question, &run) else { continue }
            do {
                let value = try await fetch(link)
                await answered(backend, question)
                return .answered(Answer(value: value, backend: link.name, skipped: run.skipped))
            } catch {
                try await learn(error, of: backend, question, &run)
            }
        }
        return .failed(run.failure)
    }

    /// What is known of the backend of a link, whatever it provides.
    private struct Asked {
        let name: String
        let host: String
    }

    private struct Run {
        var failure = ChainFailure()
        var skipped: [FeedProvenance.Skipped] = []
        /// Hosts that could not be reached.
        var deadHosts: Set<String> = []
        var hasNoNetwork = false
    }

    /// Whether a backend is asked; throws `CancellationError` where nobody is any more.
    private func isOpen(_ backend: Asked, for question: Question, _ run: inout Run) async throws -> Bool {
        try Task.checkCancellation()
        if !question.isManual, let suspension = await suspensions.suspension(of: backend.name, for: question.scope) {
            run.failure.suspensions.append(suspension)
            run.skipped.append(
                .init(backend: backend.name, reason: .suspendedEarlier, code: suspension.code, until: suspension.until))
            record(.skipped, .suspendedEarlier, backend, question, code: suspension.code, until: suspension.until)
            return false
        }
        guard run.hasNoNetwork || run.deadHosts.contains(backend.host) else { return true }
        run.skipped.append(.init(backend: backend.name, reason: .offline, code: .offline))
        record(.skipped, .offline, backend, question, code: .offline)
        return false
    }

    private func answered(_ backend: Asked, _ question: Question) async {
        if await suspensions.answered(backend.name, for: question.scope) {
            record(.resumed, .suspendedEarlier, backend, question)
        }
    }

    /// Takes a failure in, unless it is that the task is cancelled: throws `CancellationError` then.
    private func learn(_ error: any Error, of backend: Asked, _ question: Question, _ run: inout Run) async throws {
        if error.isCancellation { throw CancellationError() }
        // Whatever a backend makes of it, a task that is cancelled has no other failure.
        try Task.checkCancellation()
        // A backend of an app's own may throw what the system gave it.
        let known = DataError(error)
        let code = known.code
        run.failure.asked.append(error is any CodedError ? error : known)
        if let failure = (error as? NetworkError)?.underlying as? ConnectionFailure {
            switch failure.reason {
            case .noNetwork, .shutDown: run.hasNoNetwork = true
            case .unknownHost, .refused: run.deadHosts.insert(backend.host)
            case .lost, .silent, .untrusted, .garbled, .other: break
            }
        }
        let suspension = await suspensions.failed(
            backend.name, for: question.scope, code: code, retryAfter: known.retryAfter)
        run.skipped.append(.init(backend: backend.name, reason: .failure, code: code, until: suspension?.until))
        if let suspension {
            record(.suspended, .failure, backend, question, code: code, until: suspension.until)
        } else if code == .invalidInput {
            record(.skipped, .failure, backend, question, code: code)
        } else {
            record(.failed, .failure, backend, question, code: code)
        }
    }

    private func record(
        _ kind: ActivityEvent.Kind, _ reason: ActivityEvent.Reason, _ backend: Asked, _ question: Question,
        code: ErrorCode? = nil, until: Date? = nil
    ) {
        var event = ActivityEvent(kind, reason: reason, host: backend.host, date: time.now, code: code)
        event.priority = question.priority
        event.until = until
        event.backend = backend.name
        activity.record(event)
    }
}
