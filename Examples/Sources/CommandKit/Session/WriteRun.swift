import ConsoleKit
package import Core
import Database
import Foundation
import PostFeatures

/// The intents of one command on their way into the outbox and out of it.
@MainActor
package struct WriteRun<Session: CommandSession> {
    package let session: Session
    package let writing: any WritingProvider
    private var written = Written()
    private var ids: [OutboxItem.ID] = []
    /// The items as they were taken: of what was sent, less is kept, and of what makes no text nothing.
    private var taken: [OutboxItem.ID: EntryOutput] = [:]
    /// The reason why it could not be found out whose a token is; what is queued for it waits until that is known.
    package private(set) var unnamed: DataError?

    /// Whether what is queued goes out in this run.
    private var sends: Bool {
        session.sendsWrites && !session.isOffline && session.store.access == .writing
    }

    package init(_ session: Session) async throws {
        self.session = session
        writing = try session.writing
        try await writing.load()
    }

    /// The account that writes.
    ///
    /// - Parameter keep: Keeps what was typed where nobody is found who writes it; nothing by default.
    /// - Returns: The account; that of the token where it cannot be found out now whose that is.
    /// - Throws: The exit status where nobody is signed in, once that was printed; why it cannot be found out.
    package mutating func account(orElse keep: () async throws -> Void = {}) async throws -> AccountKey {
        do {
            return try await knownAccount()
        } catch let error as CancellationError {
            throw error
        } catch {
            let error = DataError(error)
            var written = Written()
            guard error.isAboutSession else {
                try await keep()
                written.error = error
                if session.isJSON { try WrittenPrinter(session: session).print(written) }
                throw error
            }
            let message = PostFormat(language: .english).text(CommandPhrase.signInFirst)
            written.error = DataError(error.code, message: message)
            written.needsSignIn = true
            Console.warn(Session.format.text(CommandPhrase.signInFirst))
            try await keep()
            try WrittenPrinter(session: session).print(written)
            throw ExitStatus.notSignedIn
        }
    }

    /// The account that writes, as ``account(orElse:)`` finds it.
    ///
    /// - Returns: The account.
    /// - Throws: `DataError` where nobody is signed in, or it cannot be found out who; `CancellationError`.
    package mutating func knownAccount() async throws -> AccountKey {
        do {
            return try await writing.account(on: session.site)
        } catch let error as CancellationError {
            throw error
        } catch {
            let error = DataError(error)
            guard !error.isAboutSession, let key = session.accounts?.accounts.value.current?.writingKey else {
                throw error
            }
            unnamed = error
            return key
        }
    }

    /// Asks whose a token is where that is not known, so that what was queued for it can be sent.
    ///
    /// - Throws: `CancellationError`; what else goes wrong is told with what is not sent.
    package mutating func askWhose() async throws {
        guard sends, session.accounts?.accounts.value.current.map({ $0.key == nil }) ?? false else { return }
        do {
            _ = try await knownAccount()
        } catch let error as CancellationError {
            throw error
        } catch {
            unnamed = DataError(error)
        }
    }

    /// Notes an id that nothing here has.
    package mutating func miss(_ id: String) { written.unknown.append(id) }

    /// Queues an intent; when this returns, it is stored.
    ///
    /// Nothing of it goes out before ``finish(as:)``.
    ///
    /// - Parameters:
    ///   - intent: The intent.
    ///   - account: The account.
    ///   - id: The id of the draft that it is, which goes with it; none by default.
    /// - Throws: What `WritingProvider.queue` throws.
    package mutating func queue(_ intent: WriteIntent, as account: AccountKey, id: Draft.ID? = nil) async throws {
        guard let id = try await writing.queue(intent, as: account, id: id, undo: .zero),
            // What was to be deleted and was never sent is gone already.
            let item = writing.outbox.value.items.first(where: { $0.id == id })
        else { return }
        watch(item)
    }

    /// Gives up what was queued in this run, of which nothing was sent, as the command as a whole is refused.
    ///
    /// Takes nothing back of what was left for a program that has the store: that cannot be.
    ///
    /// - Throws: What `WritingProvider.decide` throws.
    package func takeBack() async throws {
        guard session.store.access == .writing else { return }
        for id in ids.reversed() where writing.outbox.value.items.contains(where: { $0.id == id }) {
            try await writing.decide(.giveUp(nil), on: id)
        }
    }

    /// Reports what becomes of an item that is there already.
    package mutating func watch(_ item: OutboxItem) {
        taken[item.id] = EntryOutput(item, in: session)
        if !ids.contains(item.id) { ids.append(item.id) }
    }

    /// Sends what was queued, as far as that goes now, and prints what became of it.
    ///
    /// - Parameter account: The account.
    /// - Throws: The exit status.
    package mutating func finish(as account: AccountKey) async throws {
        try await finish(as: [account])
    }

    /// Sends what was queued for several accounts, and prints what became of it.
    package mutating func finish(as accounts: [AccountKey]) async throws {
        if sends, !ids.isEmpty {
            // What else the account has to be sent goes too: broken off, a text would have to be looked for.
            for account in accounts { try await writing.send(as: account, waitingFor: nil) }
        }
        sort(as: accounts)
        try WrittenPrinter(session: session).print(written)
        if let status = written.status { throw status }
    }

    private mutating func sort(as accounts: [AccountKey]) {
        let outbox = writing.outbox.value
        var reasons: [DataError] = []
        for id in ids {
            if let item = outbox.items.first(where: { $0.id == id }) {
                let entry = EntryOutput(item, in: session)
                if item.state == .failed {
                    written.failed.append(entry)
                    let code: ErrorCode = item.reason?.code == .stale ? .stale : .refused
                    reasons.append(DataError(code, message: item.reason?.message))
                } else {
                    written.queued.append(entry)
                    if let error = delay(of: item) { reasons.insert(error, at: 0) }
                }
            } else if let entry = taken[id] {
                // Only of what was made on the server something is kept.
                written.sent.append(entry.sent(result: outbox.sent.first { $0.id == id }?.result))
            }
        }
        if !written.queued.isEmpty, let unnamed { reasons.append(unnamed) }
        if !session.isOffline { written.error = reasons.first ?? outbox.error }
        let isOver = accounts.contains(where: session.isOver) || reasons.contains { $0.isAboutSession }
        written.needsSignIn = !written.queued.isEmpty && isOver
        // The session may have ended before the item could be told why it waits, or while it waited for something else.
        if written.needsSignIn, written.error?.isAboutSession != true { written.error = DataError(.sessionExpired) }
    }

    /// The reason why an item is not sent yet; nil where nothing went wrong.
    package func delay(of item: OutboxItem) -> DataError? {
        let now = Dependency.resolve((any TimeProvider).self).now
        let pause = item.notBefore.map { Duration.seconds(max(0, $0.timeIntervalSince(now))) }
        // No server has said any of this, and what a look has met says nothing about the text.
        let english = PostFormat(language: .english)
        if item.state == .unsure {
            return DataError(.unknown, message: english.text(CommandPhrase.unsureAdvice))
        }
        if item.state == .checking, item.reason == nil {
            return DataError(
                .unknown, message: english.text(CommandPhrase.lookedFor), isRetryable: true, retryAfter: pause)
        }
        // What goes after another one has no trouble of its own.
        if let reason = item.reason, reason.cause == nil {
            return DataError(reason.code, message: reason.message, isRetryable: true, retryAfter: pause)
        }
        // What keeps a site's other entries waiting keeps this one too.
        let others = writing.outbox.value.items.filter { $0.account.site == item.account.site && $0.state != .failed }
        if let pause, let reason = others.compactMap(\.reason).first(where: { $0.cause == nil }) {
            return DataError(reason.code, message: reason.message, isRetryable: true, retryAfter: pause)
        }
        return pause.map { DataError(.rateLimited, isRetryable: true, retryAfter: $0) }
    }
}

extension DataError {
    /// Whether a person has to sign in before this can go well.
    package var isAboutSession: Bool { code == .sessionExpired || code == .unauthorized }

    /// Whether the network is not there.
    package var isOfNetwork: Bool { [.offline, .timedOut, .captivePortal].contains(code) }
}
