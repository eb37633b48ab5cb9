import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints the list of sources, for people or for programs.
@MainActor
struct SourcesPrinter {
    let session: Session
    private let format = PostFormat.chosen()

    init(session: Session) {
        self.session = session
    }

    /// Prints the list, and a warning where something is not as it should be.
    ///
    /// - Parameter state: The list; one that could not be read is an error.
    /// - Throws: The reason why it could not be read, and the output's error.
    func print(_ state: SourceListViewModel.State) throws {
        if let banner = state.banner {
            guard state.phase == .idle, banner.cause == .action else { throw banner.error }
            Console.warn(text(of: banner.error, state))
        }
        if session.isJSON {
            try JSONOutput.print(SourcesOutput(sources: state.rows.map { SourceOutput(source: $0.source) }))
        } else {
            try Console.answer(SourcesPage(format: format).text(of: state.rows))
        }
    }

    /// The message about a change of the list; those in English name the source, other languages'
    /// do not.
    private func text(of error: DataError, _ state: SourceListViewModel.State) -> String {
        let advice = error.advice(on: session.settings.chain, in: format)
        guard format.language != .english, let added = state.rows.first(where: { $0.id == state.added }) else {
            return advice
        }
        let fact = format.text(ReaderPhrase.sourceAdded, filling: added.name)
        guard case .restricted = added.state else {
            return "\(fact) \(format.sentence(SourcePhrase.pending)) \(advice)"
        }
        return "\(fact) \(format.text(of: added.state).asSentence)"
    }

    /// Prints the reason why nothing was changed.
    ///
    /// - Parameters:
    ///   - state: The list with the banner that says why; printed unchanged for programs where a name is unknown.
    ///   - name: The name as it was typed.
    /// - Throws: 66 for an unknown name, else why nothing was changed.
    func printRefusal(_ state: SourceListViewModel.State, of name: String) throws {
        guard let error = state.banner?.error else { throw DataError(.unknown) }
        if case .duplicate(let known) = state.field, format.language != .english {
            let name = state.rows.first { $0.id == known }?.name ?? name
            Console.warn(format.text(SourcePhrase.duplicate, filling: name).asSentence)
            throw ExitStatus.usage
        }
        guard error.code == .notFound else { throw error }
        // A list that was to be added to has something typed; the server is who does not know it.
        let isTyped = state.field != .empty
        Console.warn(
            format.language == .english
                ? error.message
                : isTyped
                    ? "\(name): \(format.text(SourcePhrase.unknown).asSentence)"
                    : format.text(ReaderPhrase.sourceMissing, filling: "'\(name)'"))
        if session.isJSON {
            try JSONOutput.print(SourcesOutput(sources: state.rows.map { SourceOutput(source: $0.source) }))
        }
        throw ExitStatus.unknownIDs
    }
}

/// The list of sources as text: a line for each, with what is to be known of it.
struct SourcesPage {
    var terminal = Terminal()
    let format: PostFormat

    /// The least width of a title in columns; where there is less, marks and title get lines of their own.
    private static let minimumRoom = 12

    func text(of rows: [SourceRow]) -> String {
        guard !rows.isEmpty else {
            return PostPage.wrapped(format.text(ReaderPhrase.noSources), toColumns: terminal.columns)
                .joined(separator: "\n")
        }
        let isOn = terminal.hasColour
        let numberWidth = String(rows.count).count
        // "  1  name  [marks] title"; where that does not fit, marks and title stand below the name.
        let indent = 2 + numberWidth + 2
        let widest = rows.map { DisplayWidth.of($0.name.harmless) }.max() ?? 0
        let nameWidth = min(40, widest, terminal.columns - indent)
        return rows.enumerated().flatMap { offset, row in
            let number = String(offset + 1).aligned(rightToColumns: numberWidth).styled(.dim, when: isOn)
            let name = row.name.harmless.truncated(toColumns: nameWidth).padded(toColumns: nameWidth)
            let marks = marks(of: row)
            let isBelow =
                terminal.columns - indent - nameWidth - 2 - (marks.isEmpty ? 0 : DisplayWidth.of(marks) + 1)
                < Self.minimumRoom
            let room = terminal.columns - indent - (isBelow ? 0 : nameWidth + 2)
            let shownMarks = marks.truncated(toColumns: room)
            let left = room - DisplayWidth.of(shownMarks) - (marks.isEmpty ? 0 : 1)
            let title = left < Self.minimumRoom ? "" : (row.title ?? "").harmless.truncated(toColumns: left)
            let words = [shownMarks.styled(.yellow, when: isOn), title].filter { !$0.isEmpty }.joined(separator: " ")
            let first = "  \(number)  \(name.styled(.bold, when: isOn))"
            if isBelow {
                return [first.trimmingTrailingSpaces]
                    + (words.isEmpty ? [] : [String(repeating: " ", count: indent) + words])
            }
            return ["\(first)  \(words)".trimmingTrailingSpaces]
        }.joined(separator: "\n")
    }

    private func marks(of row: SourceRow) -> String {
        let state = row.state == .verified ? nil : "[\(format.text(of: row.state))]"
        return [state, row.isNSFW ? "[\(format.text(.notSafeForWork))]" : nil].compactMap { $0 }
            .joined(separator: " ")
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}

/// The JSON output of the commands about sources.
struct SourcesOutput: Encodable {
    let sources: [SourceOutput]
}

/// A source as the commands print it.
struct SourceOutput: Encodable {
    let source: SubscribedSource

    enum CodingKeys: CodingKey {
        case name, kind, state, restriction, title, isNSFW, subscribers, added, lastOpened
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var restriction: SourceRestriction?
        let state: String
        switch source.state {
        case .verified: state = "verified"
        case .pending: state = "pending"
        case .unknown: state = "unknown"
        case .restricted(let why): (state, restriction) = ("restricted", why)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source.name.text, forKey: .name)
        try container.encode(Self.word(for: source.name.kind), forKey: .kind)
        try container.encode(state, forKey: .state)
        try container.encode(restriction?.rawValue, forKey: .restriction)
        try container.encode(source.title, forKey: .title)
        try container.encode(source.isNSFW, forKey: .isNSFW)
        try container.encode(source.subscriberCount, forKey: .subscribers)
        try container.encode(source.added.timeIntervalSince1970, forKey: .added)
        try container.encode(source.lastOpened?.timeIntervalSince1970, forKey: .lastOpened)
    }

    /// The word for a kind; that of the feed's own for what is not built in.
    private static func word(for kind: FeedKind) -> String {
        switch kind {
        case .subreddit: "subreddit"
        case .user: "user"
        default: kind.rawValue
        }
    }
}
