import ConsoleKit
package import Core
import Foundation
import PostFeatures

/// Prints what became of what a command wrote, and what is unsent.
@MainActor
package struct WrittenPrinter<Session: CommandSession> {
    private let session: Session
    private let format = Session.format

    package init(session: Session) {
        self.session = session
    }

    /// Prints what became of a command's intents.
    ///
    /// - Parameters:
    ///   - written: What became of them.
    ///   - phrase: What is said of ids that nothing has; by default, what fits their form.
    /// - Throws: The exit status for an output that cannot be written.
    package func print(_ written: Written, unknown phrase: CommandPhrase? = nil) throws {
        if !written.unknown.isEmpty { warn(unknown: written.unknown, phrase) }
        if written.needsSignIn, !written.queued.isEmpty {
            Console.warn(format.text(CommandPhrase.sessionOver))
        } else if let error = written.error, !written.needsSignIn {
            Console.warn(session.advice(on: error, in: format))
        }
        let isDecided = written.error?.message == PostFormat(language: .english).text(CommandPhrase.unsureAdvice)
        guard !session.isJSON else {
            return try JSONOutput.print(
                WrittenOutput(
                    queued: written.queued, sent: written.sent, failed: written.failed, unknown: written.unknown,
                    error: written.error.map(ErrorOutput.init)))
        }
        let entries = written.sent + written.queued + written.failed
        let lines = entries.map { line($0, named: true) }
        if !lines.isEmpty {
            try Console.answer(lines.joined(separator: "\n"))
        } else if written.unknown.isEmpty, written.error == nil {
            try Console.answer(format.text(CommandPhrase.nothingToSend))
        }
        if !isDecided || format.language != .english,
            (written.queued + written.failed).contains(where: { ["failed", "unsure"].contains($0.state) })
        {
            Console.warn(format.text(CommandPhrase.decideHint))
        } else if session.isOffline, !written.queued.isEmpty {
            Console.warn(format.text(CommandPhrase.syncHint))
        }
    }

    /// Says that nothing here has some ids.
    package func warn(unknown ids: [String], _ phrase: CommandPhrase? = nil) {
        let names = ids.map { "'\($0)'" }.joined(separator: ", ")
        let areEntries = ids.allSatisfy { OutboxItem.ID.isID($0) }
        Console.warn(format.text(phrase ?? (areEntries ? .unknownEntries : .unknownThings), filling: names))
    }

    /// Prints what is unsent.
    ///
    /// - Parameter items: The items.
    /// - Throws: The exit status for an output that cannot be written.
    package func print(unsent items: [OutboxItem]) throws {
        let entries = items.map { EntryOutput($0, in: session) }
        guard !session.isJSON else { return try JSONOutput.print(OutboxOutput(entries: entries)) }
        guard !entries.isEmpty else { return try Console.answer(format.text(CommandPhrase.nothingUnsent)) }
        try Console.answer(lines(of: items).joined(separator: "\n"))
    }

    /// The lines of what is unsent.
    package func lines(of items: [OutboxItem]) -> [String] {
        items.map { EntryOutput($0, in: session) }.map { "\($0.id)  \(line($0))" }
    }

    /// One line: its state, what it is, the id by which it can be named, the beginning of its text, and why it is not
    /// sent.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - isNamed: Whether one that is not sent is named by its entry's id; false by default.
    /// - Returns: The line.
    private func line(_ entry: EntryOutput, named isNamed: Bool = false) -> String {
        var what =
            session.words(for: entry, in: format)
            ?? format.text(kind(of: entry), filling: (entry.target ?? "").harmless)
        let isUnsent = entry.state != OutboxItem.State.sent.rawValue
        if let id = entry.result ?? (isNamed && isUnsent ? entry.id : nil) { what += " (\(id.harmless))" }
        if let words = (entry.title ?? entry.text ?? entry.url)?.harmless, !words.isEmpty {
            what += ": \(words.truncated(toColumns: 60))"
        }
        let line = format.text(state(of: entry), filling: what)
        guard let reason = entry.reason else { return line }
        // A site's own words stay as they are.
        let message = reason.cause == nil ? reason.message : format.message(for: reason)
        return "\(line) [\(reason.code.rawValue.harmless)] \(message.harmless)"
    }

    private func state(of entry: EntryOutput) -> CommandPhrase {
        switch OutboxItem.State(rawValue: entry.state) {
        case .waiting: .waiting
        case .sending: .sending
        case .checking: .checking
        case .unsure: .unsure
        case .failed: .failed
        case .sent: .sent
        case .pending, nil: .queued
        }
    }

    private func kind(of entry: EntryOutput) -> CommandPhrase {
        switch (entry.kind, entry.value) {
        case ("vote", .direction(1)): .upvote
        case ("vote", .direction(-1)): .downvote
        case ("vote", .direction(0)): .unvote
        case ("subscribe", .flag(false)): .unsubscribe
        // An app's own kind has no words here.
        default: CommandPhrase(rawValue: entry.kind) ?? .edit
        }
    }
}
