import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints drafts, for people with all of their words, or for programs.
@MainActor
struct DraftPrinter {
    let session: Session
    private let format = PostFormat.chosen()

    init(session: Session) {
        self.session = session
    }

    /// Prints drafts.
    ///
    /// - Parameter drafts: The drafts.
    /// - Throws: The exit status for an output that cannot be written.
    func print(_ drafts: [Draft]) throws {
        guard !session.isJSON else {
            return try JSONOutput.print(DraftsOutput(drafts: drafts.map { DraftOutput($0, in: session) }))
        }
        guard !drafts.isEmpty else { return try Console.answer(format.text(CommandPhrase.noDrafts)) }
        let now = Dependency.resolve((any TimeProvider).self).now
        try Console.answer(drafts.flatMap { lines(of: $0, now: now) }.joined(separator: "\n"))
    }

    /// The id, what it is and how old, and below it the words.
    private func lines(of draft: Draft, now: Date) -> [String] {
        let output = DraftOutput(draft, in: session)
        // An app's own kind has no words here.
        let kind = CommandPhrase(rawValue: output.kind) ?? .edit
        let parts = [
            format.text(kind, filling: (output.target ?? "?").harmless),
            draft.account == nil ? format.text(CommandPhrase.draftOfNobody) : nil,
            format.relativeDate(draft.date, now: now),
        ]
        let words = [draft.title, draft.text, draft.url].compactMap { $0 }
            .flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
        return ["\(output.id)  \(parts.compactMap { $0 }.joined(separator: " · "))"] + words.map { "  \($0.harmless)" }
    }
}

/// A draft as the commands print it; what does not apply is null.
struct DraftOutput: Encodable {
    let id: String
    let kind: String
    /// The id of the thing that is answered or edited, or the community.
    let target: String?
    let title: String?
    let text: String?
    let url: String?
    /// The account that writes; null for nobody.
    let account: String?
    let changed: Date

    init(_ draft: Draft, in session: Session) {
        id = draft.id.rawValue
        kind = draft.kind.rawValue
        target = draft.target.map { ThingIDs(site: draft.site).text(of: $0) } ?? draft.community.map { "r/\($0)" }
        (title, text, url) = (draft.title, draft.text, draft.url)
        account = draft.account.map { session.name(of: $0) }
        changed = draft.date
    }

    enum CodingKeys: CodingKey {
        case id, kind, target, title, text, url, account, changed
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(target, forKey: .target)
        try container.encode(title, forKey: .title)
        try container.encode(text, forKey: .text)
        try container.encode(url, forKey: .url)
        try container.encode(account, forKey: .account)
        try container.encode(changed.timeIntervalSince1970, forKey: .changed)
    }
}

/// The JSON output of `drafts`.
private struct DraftsOutput: Encodable {
    let drafts: [DraftOutput]
}
