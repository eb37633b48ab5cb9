import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints the list of sources, for people or for programs.
@MainActor
struct SourcesPrinter {
    let session: Session

    /// Prints the list, and a warning where something is not as it should be.
    ///
    /// - Parameter state: The list; one that could not be read is an error.
    /// - Throws: Why it could not be read, and what the output throws.
    func print(_ state: SourceListViewModel.State) throws {
        if let banner = state.banner {
            guard state.phase == .idle, banner.cause == .action else { throw banner.error }
            Console.warn(banner.error.advice(on: session.settings.backend))
        }
        if session.isJSON {
            try JSONOutput.print(SourcesOutput(sources: state.rows.map { SourceOutput(source: $0.source) }))
        } else {
            try Console.answer(SourcesPage().text(of: state.rows))
        }
    }

    /// Says why nothing was changed.
    ///
    /// - Parameter state: The list with the banner that says why; printed unchanged for programs where a name is unknown.
    /// - Throws: 66 for an unknown name, else why nothing was changed.
    func printRefusal(_ state: SourceListViewModel.State) throws {
        guard let error = state.banner?.error else { throw DataError(.unknown) }
        guard error.code == .notFound else { throw error }
        Console.warn(error.message)
        if session.isJSON {
            try JSONOutput.print(SourcesOutput(sources: state.rows.map { SourceOutput(source: $0.source) }))
        }
        throw ExitStatus.unknownIDs
    }
}

/// The list of sources as text: a line for each, with what is to be known of it.
struct SourcesPage {
    let terminal = Terminal()

    func text(of rows: [SourceRow]) -> String {
        guard !rows.isEmpty else { return "There are no sources yet. Add one: 'reader sources add swift'." }
        let isOn = terminal.hasColour
        let numberWidth = String(rows.count).count
        let nameWidth = min(40, rows.map { DisplayWidth.of($0.name.harmless) }.max() ?? 0)
        return rows.enumerated().map { offset, row in
            let number = String(offset + 1).aligned(rightToColumns: numberWidth)
            let name = row.name.harmless.truncated(toColumns: nameWidth).padded(toColumns: nameWidth)
            let marks = Self.marks(of: row)
            let taken = 2 + numberWidth + 2 + nameWidth + 2 + (marks.isEmpty ? 0 : DisplayWidth.of(marks) + 1)
            let title = (row.title ?? "").harmless.truncated(toColumns: max(12, terminal.columns - taken))
            let words = [
                "  \(number.styled(.dim, when: isOn))", name.styled(.bold, when: isOn),
                [marks.styled(.yellow, when: isOn), title].filter { !$0.isEmpty }.joined(separator: " "),
            ].joined(separator: "  ")
            return words.trimmingTrailingSpaces
        }.joined(separator: "\n")
    }

    private static func marks(of row: SourceRow) -> String {
        let state: String? =
            switch row.state {
            case .verified: nil
            case .pending: "[not checked yet]"
            case .unknown: "[unknown to the server]"
            case .restricted(let restriction): "[\(restriction.rawValue)]"
            }
        return [state, row.isNSFW ? "[NSFW]" : nil].compactMap { $0 }.joined(separator: " ")
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}

/// What the commands about sources print as JSON.
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
        try container.encode(source.name.kind.rawValue, forKey: .kind)
        try container.encode(state, forKey: .state)
        try container.encode(restriction?.rawValue, forKey: .restriction)
        try container.encode(source.title, forKey: .title)
        try container.encode(source.isNSFW, forKey: .isNSFW)
        try container.encode(source.subscriberCount, forKey: .subscribers)
        try container.encode(source.added.timeIntervalSince1970, forKey: .added)
        try container.encode(source.lastOpened?.timeIntervalSince1970, forKey: .lastOpened)
    }
}
