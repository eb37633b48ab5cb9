public import Core
import Foundation

/// A view model of a screen on which somebody answers a post or a comment, or edits a text of their own.
///
/// It starts nothing by itself: call ``load()``, which brings back what was typed before. What is typed is stored within
/// half a second, as a draft of whoever writes; ``send()`` queues it, and from then on ``State/writing`` says what
/// becomes of it. Where nobody is signed in, the text stays a draft.
///
/// ```swift
/// let reply = ReplyViewModel(.reply(to: .comment(comment.id), in: post.id, text: comment.body))
/// await reply.load()
/// reply.quote()
/// reply.setText(reply.state.value.text + "The light is back.")
/// await reply.send()
/// ```
@MainActor
public final class ReplyViewModel {
    /// What is written.
    public enum Subject: Hashable, Sendable {
        /// An answer to a post or a comment in the thread of a post; with the text of what is answered, to quote it.
        case reply(to: StatusTarget, in: Post.ID?, text: String?)
        /// Other words for a post or a comment of one's own, or for something unsent; with its text as it is, where that
        /// is known.
        case edit(StatusTarget, text: String?)
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The text as it is typed.
        public internal(set) var text: String
        /// The greatest number of code points; `nil` where nothing can be written.
        public internal(set) var limit: Int?
        /// The number of code points that are left, below 0 for a text that is too long; `nil` where there is no limit.
        public internal(set) var remaining: Int?
        /// Whether what is answered can be quoted.
        public internal(set) var canQuote: Bool
        /// Who writes, the draft, and what becomes of the text.
        public internal(set) var writing: WritingState

        /// Creates a state, for a preview; an empty one by default.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - limit: The greatest number of code points.
        ///   - canQuote: Whether what is answered can be quoted.
        ///   - writing: Who writes, the draft, and what becomes of the text.
        public init(
            text: String = "", limit: Int? = nil, canQuote: Bool = false, writing: WritingState = WritingState()
        ) {
            self.text = text
            self.limit = limit
            remaining = limit.map { $0 - WritingRules.length(text) }
            self.canQuote = canQuote
            self.writing = writing
        }
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    private let subject: Subject
    private let composer: Composer
    private let opened: Draft?
    private var text: String

    /// Creates a view model; it starts nothing.
    ///
    /// - Parameters:
    ///   - subject: What is written.
    ///   - configuration: The choices of the app.
    public convenience init(_ subject: Subject, configuration: WritingConfiguration = WritingConfiguration()) {
        self.init(subject, nil, configuration)
    }

    /// Creates a view model that goes on with a draft; it starts nothing.
    ///
    /// `nil` for the draft of something else: a post, or what another version of the app wrote.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - configuration: The choices of the app.
    public convenience init?(draft: Draft, configuration: WritingConfiguration = WritingConfiguration()) {
        guard let target = draft.target else { return nil }
        switch draft.kind {
        case .reply: self.init(.reply(to: target, in: draft.thread, text: draft.quotable), draft, configuration)
        case .edit: self.init(.edit(target, text: nil), draft, configuration)
        default: return nil
        }
    }

    private init(_ subject: Subject, _ draft: Draft?, _ configuration: WritingConfiguration) {
        (self.subject, opened) = (subject, draft)
        text = draft?.text ?? subject.original ?? ""
        composer = Composer(subject.kind, on: subject.target.site, configuration)
        state = ObservableValue(State(text: text, canQuote: subject.quotable != nil))
        composer.owner = Composer.Owner(
            draft: { [weak self] in self?.draft($0, $1, $2) },
            intent: { [weak self] in self?.intent ?? subject.intent("") },
            problem: { [weak self] in self?.problem(by: $0) },
            change: { [weak self] item in
                guard let self else { return nil }
                return .intent(.edit(self.text, of: item.target(on: subject.target.site)))
            },
            publish: { [weak self] in self?.publish() })
    }

    /// Reads the draft of what is written, and follows who is signed in and the outbox from then on.
    public func load() async {
        let draft = await composer.load { drafts, account in
            if let opened { return drafts.first { $0.id == opened.id } }
            return drafts.latest(subject.kind, of: subject.target, by: account)
        }
        if let draft {
            text = draft.text ?? ""
            if let original = subject.original, !draft.isBased(on: original) { composer.setBaseChanged() }
        }
        publish()
    }

    /// Takes what is typed; nothing while the text is on its way.
    ///
    /// - Parameter text: The whole text.
    public func setText(_ text: String) {
        guard !composer.shown.isLocked, text != self.text else { return }
        self.text = text
        composer.changed()
        publish()
    }

    /// Quotes what is answered, or some of it, behind what is written.
    ///
    /// - Parameter selection: The part to quote; all of it by default.
    public func quote(_ selection: String? = nil) {
        guard let quoted = selection ?? subject.quotable else { return }
        let before = text.isEmpty || text.hasSuffix("\n\n") ? text : text + (text.hasSuffix("\n") ? "\n" : "\n\n")
        setText(before + Self.quotation(of: quoted) + "\n\n")
    }

    /// Chooses another account of the site to write; the draft becomes that one's.
    ///
    /// - Parameter account: An account of ``WritingState/accounts``.
    public func choose(_ account: AccountKey) { composer.choose(account) }

    /// Queues the text, or sends again what was refused, with the words that it has now.
    ///
    /// A second call after an error makes no second text. Where nobody is signed in, the text is kept as a draft.
    public func send() async { await composer.send() }

    /// Takes a text back that is in the outbox and was not sent: it can be changed again.
    public func takeBack() async { await composer.takeBack() }

    /// Stores the draft at once, and not a moment later as while somebody types; a failure becomes the banner.
    public func saveDraft() async { await composer.saveDraft() }

    /// Ends writing; what is in the outbox stays there.
    ///
    /// - Parameter keepingDraft: Whether what is written stays as a draft; otherwise it is thrown away.
    public func close(keepingDraft: Bool) async { await composer.close(keepingDraft: keepingDraft) }

    /// Dismisses the banner.
    public func dismissBanner() { composer.dismissBanner() }

    /// The lines of a text with `>` in front of each.
    static func quotation(of text: String) -> String {
        let lines = text.trimmingCharacters(in: .newlines).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
    }

    private var intent: WriteIntent { subject.intent(text) }

    private var isPost: Bool { if case .edit(let target, _) = subject { target.kind == .post } else { false } }

    private func problem(by rules: WritingRules) -> WritingProblem? {
        isPost ? rules.problem(inPost: text) : rules.problem(inComment: text)
    }

    private func draft(_ id: Draft.ID, _ account: AccountKey?, _ date: Date) -> Draft? {
        guard text != subject.original else { return nil }
        let site = subject.target.site
        var draft = Draft(
            id: id, account: account, kind: subject.kind, site: site, target: subject.target, thread: subject.thread,
            date: date)
        if let refused = composer.refused {
            // These are other words for what stands in the outbox.
            draft = Draft(
                id: id, account: account, kind: .edit, site: site, target: refused.target(on: site), date: date)
        }
        draft.text = text
        draft.quotable = subject.quotable
        if let original = subject.original { draft.setBase(original) }
        draft.keepBase(of: opened)
        return draft.isEmpty ? nil : draft
    }

    private func publish() {
        let limit = composer.rules.map { isPost ? $0.postLimit : $0.commentLimit }
        state.set(
            State(text: text, limit: limit, canQuote: subject.quotable != nil, writing: composer.shown))
    }
}

extension ReplyViewModel.Subject {
    fileprivate var kind: OutboxItem.Kind { if case .reply = self { .reply } else { .edit } }

    fileprivate var target: StatusTarget {
        switch self {
        case .reply(let target, _, _), .edit(let target, _): target
        }
    }

    fileprivate var thread: Post.ID? { if case .reply(_, let post, _) = self { post } else { nil } }

    /// The text of what is answered.
    fileprivate var quotable: String? {
        guard case .reply(_, _, let text?) = self, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }

    /// The text that is edited.
    fileprivate var original: String? { if case .edit(_, let text) = self { text } else { nil } }

    fileprivate func intent(_ text: String) -> WriteIntent {
        switch self {
        case .reply(let target, let post, _): .reply(text, to: target, in: post)
        case .edit(let target, _): .edit(text, of: target)
        }
    }
}

extension OutboxItem {
    /// The item as the target of an edit.
    fileprivate func target(on site: Site) -> StatusTarget { id.target(on: site) }
}

extension OutboxItem.ID {
    fileprivate func target(on site: Site) -> StatusTarget {
        StatusTarget(.comment, site: site, native: rawValue)
    }
}
