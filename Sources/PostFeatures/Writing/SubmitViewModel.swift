public import Core
import Foundation

/// A view model of a screen on which somebody writes a post: a title with a text or a link, for a community.
///
/// It starts nothing by itself: call ``load()``, which brings back what was typed before. What is typed is stored within
/// half a second, as a draft of whoever writes; ``send()`` queues it, and from then on ``State/writing`` says what
/// becomes of it. Where nobody is signed in, the post stays a draft.
///
/// ```swift
/// let submit = SubmitViewModel(on: .reddit, to: "swift")
/// await submit.load()
/// submit.setTitle("Twelve hours without light")
/// submit.setText("…")
/// await submit.send()
/// ```
@MainActor
public final class SubmitViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The community as it is typed.
        public internal(set) var community: String
        /// The title as it is typed.
        public internal(set) var title: String
        /// The text as it is typed; not sent with a link.
        public internal(set) var text: String
        /// The link as it is typed; not sent with a text.
        public internal(set) var url: String
        /// Whether the post is a link.
        public internal(set) var isLink: Bool
        /// The rules of the site; `nil` where nothing can be written.
        public internal(set) var rules: WritingRules?
        /// Who writes, the draft, and what becomes of the post.
        public internal(set) var writing: WritingState

        /// Creates a state, for a preview; an empty one by default.
        ///
        /// - Parameters:
        ///   - community: The community.
        ///   - title: The title.
        ///   - text: The text.
        ///   - url: The link.
        ///   - isLink: Whether the post is a link.
        ///   - rules: The rules of the site.
        ///   - writing: Who writes, the draft, and what becomes of the post.
        public init(
            community: String = "", title: String = "", text: String = "", url: String = "", isLink: Bool = false,
            rules: WritingRules? = nil, writing: WritingState = WritingState()
        ) {
            self.community = community
            self.title = title
            self.text = text
            self.url = url
            self.isLink = isLink
            self.rules = rules
            self.writing = writing
        }

        /// The name of the community as it will be asked for, without `r/`; `nil` for what is no name.
        public var communityName: String? { WritingRules.community(community) }
        /// The number of code points that are left of the title, below 0 for one that is too long.
        public var remainingOfTitle: Int? { rules.map { $0.titleLimits.upperBound - WritingRules.length(title) } }
        /// The number of code points that are left of the text, below 0 for one that is too long.
        public var remainingOfText: Int? { rules.map { $0.postLimit - WritingRules.length(text) } }
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    private let composer: Composer
    private let site: Site
    private let opened: Draft?
    /// The community that the screen was opened for.
    private let community: String?
    private var words: State

    /// Creates a view model; it starts nothing.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - community: The community, such as `swift` or `r/swift`; none by default, for a person to name one.
    ///   - configuration: The choices of the app.
    public convenience init(
        on site: Site, to community: String? = nil, configuration: WritingConfiguration = WritingConfiguration()
    ) {
        self.init(on: site, to: community, nil, configuration)
    }

    /// Creates a view model that goes on with a draft; it starts nothing.
    ///
    /// `nil` for the draft of something else than a post.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - configuration: The choices of the app.
    public convenience init?(draft: Draft, configuration: WritingConfiguration = WritingConfiguration()) {
        guard draft.kind == .submit else { return nil }
        self.init(on: draft.site, to: draft.community, draft, configuration)
    }

    private init(on site: Site, to community: String?, _ draft: Draft?, _ configuration: WritingConfiguration) {
        (self.site, self.community, opened) = (site, community, draft)
        words = State(community: community ?? "")
        composer = Composer(.submit, on: site, configuration)
        state = ObservableValue(words)
        composer.owner = Composer.Owner(
            draft: { [weak self] in self?.draft($0, $1, $2) },
            intent: { [weak self] in self?.intent ?? .submit(PostDraft(title: ""), to: "") },
            problem: { [weak self] in self?.problem(by: $0) },
            change: { [weak self] in self?.change(of: $0) },
            publish: { [weak self] in self?.publish() })
        if let draft { take(draft) }
    }

    /// Reads the draft of the post, and follows who is signed in and the outbox from then on.
    public func load() async {
        let draft = await composer.load { drafts, account in
            if let opened { return drafts.first { $0.id == opened.id } }
            return drafts.latestPost(on: site, to: community, by: account)
        }
        if let draft { take(draft) }
        publish()
    }

    /// Takes the name of the community as it is typed; nothing while the post is on its way.
    ///
    /// - Parameter community: Such as `swift`, `r/swift` or `swift@lemmy.example`.
    public func setCommunity(_ community: String) { change { $0.community = community } }

    /// Takes the title as it is typed; nothing while the post is on its way.
    ///
    /// - Parameter title: The title.
    public func setTitle(_ title: String) { change { $0.title = title } }

    /// Takes the text as it is typed; nothing while the post is on its way.
    ///
    /// - Parameter text: The whole text.
    public func setText(_ text: String) { change { $0.text = text } }

    /// Takes the link as it is typed; nothing while the post is on its way.
    ///
    /// - Parameter url: The link.
    public func setURL(_ url: String) { change { $0.url = url } }

    /// Says whether the post is a link; what was typed for the other kind stays.
    ///
    /// - Parameter isLink: True for a link, false for a text.
    public func setLink(_ isLink: Bool) { change { $0.isLink = isLink } }

    /// Chooses another account of the site to write; the draft becomes that one's.
    ///
    /// - Parameter account: An account of ``WritingState/accounts``.
    public func choose(_ account: AccountKey) { composer.choose(account) }

    /// Queues the post, or sends again what was refused, with the words that it has now.
    ///
    /// A second call after an error makes no second post. Where nobody is signed in, the post is kept as a draft.
    public func send() async { await composer.send() }

    /// Takes a post back that is in the outbox and was not sent: it can be changed again.
    public func takeBack() async { await composer.takeBack() }

    /// Stores the draft at once, and not a moment later as while somebody types; a failure becomes the banner.
    public func saveDraft() async { await composer.saveDraft() }

    /// Ends writing; what is in the outbox stays there.
    ///
    /// - Parameter keepingDraft: Whether what is written stays as a draft; otherwise it is thrown away.
    public func close(keepingDraft: Bool) async { await composer.close(keepingDraft: keepingDraft) }

    /// Dismisses the banner.
    public func dismissBanner() { composer.dismissBanner() }

    private func change(_ body: (inout State) -> Void) {
        guard !composer.shown.isLocked else { return }
        let before = words
        body(&words)
        guard words != before else { return }
        composer.changed()
        publish()
    }

    private func take(_ draft: Draft) {
        words.community = draft.community ?? ""
        (words.title, words.text, words.url) = (draft.title ?? "", draft.text ?? "", draft.url ?? "")
        words.isLink = draft.isLink ?? (draft.url != nil)
    }

    /// What is sent: the text or the link.
    private var post: PostDraft {
        let title = words.title
        guard !words.isLink else {
            return PostDraft(title: title, url: words.url.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return PostDraft(title: title, text: words.text.isEmpty ? nil : words.text)
    }

    private var intent: WriteIntent { .submit(post, to: words.communityName ?? words.community) }

    private func problem(by rules: WritingRules) -> WritingProblem? {
        WritingRules.problem(inCommunity: words.community)
            ?? rules.problem(inTitle: post.title, text: post.text, url: post.url)
    }

    private func change(of item: OutboxItem) -> Composer.Change? {
        guard let name = words.communityName else { return nil }
        let isSame = "r/\(name)".lowercased() == item.target?.native.lowercased()
        return .decision(.editPost(post, to: isSame ? nil : name))
    }

    private func draft(_ id: Draft.ID, _ account: AccountKey?, _ date: Date) -> Draft? {
        func typed(_ text: String) -> String? { text.isEmpty ? nil : text }
        var draft = Draft(id: id, account: account, kind: .submit, site: site, date: date)
        draft.community = typed(words.community)
        (draft.title, draft.text, draft.url) = (typed(words.title), typed(words.text), typed(words.url))
        draft.isLink = words.isLink
        // Where only the community is named, nothing was written.
        return draft.isEmpty ? nil : draft
    }

    private func publish() {
        var next = words
        (next.rules, next.writing) = (composer.rules, composer.shown)
        state.set(next)
    }
}
