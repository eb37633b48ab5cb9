import Core
import Foundation

/// A sender of the built-in kinds of intents by the acts that a backend of an app's own has given.
struct SiteActSender: OutboxSender {
    private let acts: [OutboxItem.Kind: SiteAct]
    private let accounts: any OutboxAccounts
    private let known: any KnownThings
    private let dates: ServerDates
    private let time: any TimeProvider

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - acts: The acts, one of each kind.
    ///   - accounts: The accounts that can send.
    ///   - services: What the app around it gives.
    init(_ acts: [SiteAct], accounts: any OutboxAccounts, _ services: SiteWriting.Services) {
        self.acts = Dictionary(acts.map { ($0.kind, $0) }) { _, last in last }
        self.accounts = accounts
        known = services.known
        dates = ServerDates(services.tell)
        time = services.time
    }

    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        guard let request = requests.first else { return .done(result: nil, value: nil) }
        guard let act = act(for: request) else {
            let message = "This version of the app does not send it. Update the app, or give it up."
            return .refused(OutboxEntry.Reason(.invalidInput, message))
        }
        return try await accounts.sending(as: request.entry.account) { writer in
            do {
                switch act.form {
                case .wish(let send, _): return try await send(request, writer)
                case .text(_, _, let send, _), .edit(let send, _), .deletion(let send):
                    return OutboxAnswer(try await send(request, writer), to: request.entry)
                }
            } catch {
                guard !error.isCancellation else { throw CancellationError() }
                dates.note((error as? NetworkError)?.date)
                return OutboxAnswer(IntentAnswer(error), to: request.entry)
            }
        }
    }

    func look(for request: OutboxRequest) async throws -> OutboxFinding {
        do {
            guard let writer = try await accounts.writer(for: request.entry.account) else { return .sessionOver }
            switch act(for: request)?.form {
            case .text(let thing, let mayChange, _, let look):
                return try await finding(of: request, making: thing, mayChange) { try await look(request, writer) }
            case .edit(_, let read):
                return try finding(of: request, in: try await read(request, writer))
            case .wish, .deletion, nil:
                return .unclear(OutboxEntry.Reason(DataError(.outcomeUnknown)))
            }
        } catch {
            return try WriteFailure.finding(after: error)
        }
    }

    private func finding(
        of request: OutboxRequest, making thing: StatusTarget.Kind, _ mayChange: Bool,
        _ look: () async throws -> OwnThings
    ) async throws -> OutboxFinding {
        let began = time.uptime
        let own = try await look()
        dates.note(own.serverDate)
        var matches = LookMatches(for: request, making: thing, known: try OutboxText(of: request.entry).known ?? [])
        // What passed since the look began makes the date earlier, never later.
        matches.note(own.serverDate.map { $0 - (time.uptime - began) / .seconds(1) })
        for thing in own.things {
            if thing.isEqual {
                matches.add(thing.id, created: thing.created)
            } else if mayChange {
                matches.addChanged(thing.id, created: thing.created)
            }
        }
        return try await matches.finding(problem: own.problem.map { OutboxEntry.Reason($0) }, known: known)
    }

    /// What the present text of a comment or a post tells of a change of it.
    private func finding(of request: OutboxRequest, in found: String?) throws -> OutboxFinding {
        guard let found else { return .unclear(.textGone) }
        let text = try OutboxText(of: request.entry)
        if TextMatch.areEqual(text.text ?? "", found) { return .found([]) }
        if let base = text.base, TextMatch.isText(of: base, found) { return .absent }
        return .unclear(.changedElsewhere)
    }

    func read(_ request: OutboxRequest) async throws -> OutboxReading {
        do {
            guard let writer = try await accounts.writer(for: request.entry.account) else { return .sessionOver }
            guard case .wish(_, let read?)? = act(for: request)?.form else { return .failed(isPassing: false) }
            return try await read(request, writer)
        } catch {
            return try WriteFailure.reading(after: error)
        }
    }

    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? {
        confirmedValues(value, of: entry.kind)
    }

    private func act(for request: OutboxRequest) -> SiteAct? {
        acts[OutboxItem.Kind(rawValue: request.entry.kind.rawValue)]
    }
}
