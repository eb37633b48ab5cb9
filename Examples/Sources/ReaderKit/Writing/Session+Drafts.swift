import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import PostFeatures

/// A text of the command line that becomes a draft where nobody can be found who writes it.
struct TypedDraft: Sendable {
    let kind: OutboxItem.Kind
    /// What is answered or edited; nil for a post, and for an unsent thing that is not known.
    var target: StatusTarget?
    /// The post in whose thread it is; nil where that is not known.
    var thread: Post.ID?
    var community: String?
    var title: String?
    var text: String?
    var url: String?

    /// A reply or an edit.
    ///
    /// - Parameters:
    ///   - kind: Which of them.
    ///   - text: The text.
    ///   - id: The id of what is answered or edited, as it was typed.
    ///   - thing: What has that id here; nil where nothing has.
    ///   - site: The site.
    init(_ kind: OutboxItem.Kind, _ text: String, of id: String, _ thing: Things.Thing?, on site: Site) {
        self.kind = kind
        self.text = text
        target = thing?.target ?? (OutboxItem.ID.isID(id) ? nil : ThingIDs(site: site).target(of: id))
        thread = thing?.post
    }

    /// A post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - community: The community.
    init(_ post: PostDraft, to community: String) {
        kind = .submit
        (title, text, url) = (post.title, post.text, post.url)
        self.community = community
    }

    /// What the site's rules have against it; nil where it can be queued.
    fileprivate func problem(by rules: WritingRules) -> WritingProblem? {
        if kind == .submit { return rules.problem(inTitle: title ?? "", text: text, url: url) }
        let isPost = kind == .edit && target?.kind == .post
        return isPost ? rules.problem(inPost: text ?? "") : rules.problem(inComment: text ?? "")
    }

    /// Whether a draft of nobody's is this one already: a command that is repeated keeps its text once.
    fileprivate func isKept(as draft: Draft, on site: Site) -> Bool {
        draft.account == nil && draft.site == site && draft.kind == kind && draft.target == target
            && draft.community == community && draft.title == title && draft.text == text && draft.url == url
    }

    fileprivate func draft(on site: Site) -> Draft {
        let random = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
        var draft = Draft(
            id: Draft.ID(random: random), account: nil, kind: kind, site: site, target: target, thread: thread,
            date: Dependency.resolve((any TimeProvider).self).now)
        (draft.community, draft.title, draft.text, draft.url) = (community, title, text, url)
        draft.isLink = kind == .submit ? url != nil : nil
        return draft
    }
}

extension Session {
    /// Keeps a text as a draft of nobody's, and says so; one that cannot be stored is printed on standard error.
    ///
    /// - Parameter typed: The text; nil for none.
    /// - Throws: `ValidationError` for one that the site would not take, of which nothing is kept; `CancellationError`.
    func keep(_ typed: TypedDraft?) async throws {
        guard let typed else { return }
        let format = PostFormat.chosen()
        if let problem = try writing.rules(on: site).flatMap({ typed.problem(by: $0) }) {
            throw ValidationError(format.text(of: problem))
        }
        do {
            let drafts = try Dependency.resolveOrThrow((any DraftProvider).self)
            if try await !drafts.drafts().contains(where: { typed.isKept(as: $0, on: site) }) {
                try await drafts.store(typed.draft(on: site))
            }
            Console.warn(format.text(CommandPhrase.keptDraft))
        } catch let error as CancellationError {
            throw error
        } catch {
            Console.warn(format.message(for: DataError(error)))
            let words = [typed.title, typed.text, typed.url].compactMap { $0 }.joined(separator: " ")
            Console.warn(format.text(CommandPhrase.keptText, filling: words))
        }
    }
}
