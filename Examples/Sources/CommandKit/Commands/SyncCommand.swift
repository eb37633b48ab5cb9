package import ArgumentParser
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Sends what is unsent.
package struct SyncCommand<Session: CommandSession>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "sync", abstract: "Sends what the account in use has not sent.")
    }

    @OptionGroup var options: Session.Options

    package init() {}

    package func validate() throws { try Session.checkWriting(options) }

    package func run() async throws {
        try await Session.write(options) { session in
            var run = try await WriteRun(session)
            let account = try await session.syncAccount(&run)
            let writing = run.writing
            if !session.isOffline { try await session.prepareSync(as: account) }
            // An upload goes and leaves with what it belongs to.
            func unsent() -> [OutboxItem] { session.unsent(in: writing).filter { $0.account == account } }
            // What was queued while it was not known whose the token is, is the account's by now.
            let known = Set(unsent().map(\.id))
            var before = session.outboxAtStart.items.filter {
                ($0.account == account || known.contains($0.id)) && !$0.isPart
            }
            // And what finding something out has queued.
            before += unsent().filter { item in !before.contains { $0.id == item.id } }
            let failedBefore = Set(before.filter { $0.state == .failed }.map(\.id))
            if !session.isOffline { try await writing.send(as: account, waitingFor: nil) }
            let left = unsent()
            let sent = before.count { item in !left.contains { $0.id == item.id } }
            let failed = left.filter { $0.state == .failed && !failedBefore.contains($0.id) }
            let waiting = left.filter { $0.state != .failed }
            let isOver = session.isOver(account)
            var error: DataError?
            // What is looked for waits for its time, and not for the network by which it was lost.
            var isCutOff = false
            if session.isOffline {
                if !waiting.isEmpty {
                    let message = PostFormat(language: .english).text(CommandPhrase.networkOff)
                    error = DataError(.offline, message: message)
                }
                isCutOff = !waiting.isEmpty
            } else {
                let open = waiting.filter { $0.state != .checking && $0.state != .unsure }
                error = open.lazy.compactMap { run.delay(of: $0) }.first
                if !waiting.isEmpty { error = error ?? run.unnamed }
                isCutOff = sent == 0 && error.map(\.isOfNetwork) == true
                error = error ?? waiting.lazy.compactMap { run.delay(of: $0) }.first
                error = error ?? writing.outbox.value.error
                if let reason = failed.first?.reason, error == nil {
                    error = DataError(.refused, message: reason.message)
                }
            }
            let needsSignIn = !waiting.isEmpty && (isOver || error?.isAboutSession == true)
            if needsSignIn, error?.isAboutSession != true { error = DataError(.sessionExpired) }
            let format = Session.format
            if needsSignIn {
                Console.warn(format.text(CommandPhrase.sessionOver))
            } else if isCutOff, session.isOffline {
                Console.warn(format.text(CommandPhrase.networkOff))
            } else if let error {
                Console.warn(session.advice(on: error, in: format))
            }
            session.warnOfOrphans(in: writing)
            if session.isJSON {
                try JSONOutput.print(
                    SyncOutput(
                        sent: sent, failed: failed.count, left: left.count, error: error.map(ErrorOutput.init)))
            } else {
                let parts = [
                    format.text(CommandPhrase.sentCount, filling: "\(sent)"),
                    format.text(CommandPhrase.failedCount, filling: "\(failed.count)"),
                    format.text(CommandPhrase.leftCount, filling: "\(left.count)"),
                ]
                try Console.answer(parts.joined(separator: ", "))
            }
            if needsSignIn { throw ExitStatus.notSignedIn }
            if !failed.isEmpty || isCutOff { throw ExitStatus.unavailable }
        }
    }
}

extension CommandSession {
    /// The account whose entries are sent; says so where nobody is signed in.
    @MainActor
    fileprivate func syncAccount(_ run: inout WriteRun<Self>) async throws -> AccountKey {
        do {
            return try await run.knownAccount()
        } catch let error as CancellationError {
            throw error
        } catch {
            let error = DataError(error)
            let left = unsent(in: run.writing).count
            if isJSON {
                try JSONOutput.print(SyncOutput(sent: 0, failed: 0, left: left, error: ErrorOutput(error)))
            }
            let format = Self.format
            guard error.isAboutSession else { throw error }
            Console.warn(format.text(CommandPhrase.signInFirst))
            throw ExitStatus.notSignedIn
        }
    }
}
