import Foundation

/// A watch over what servers send for texts that a person gave up while nobody knew whether they had arrived.
///
/// One that is there all the same is offered for deletion (``OutboxNotice/Reason/copy(_:)``), for 30 days.
package struct LateCopyWatch: Sendable {
    private let writing: DefaultWritingProvider

    /// Creates a watch.
    ///
    /// - Parameter writing: The outbox.
    package init(_ writing: DefaultWritingProvider) { self.writing = writing }

    /// A watch for the registered outbox; `nil` in an app that cannot write.
    static var registered: LateCopyWatch? {
        guard Dependency.current.isRegistered(DefaultWritingProvider.self) else { return nil }
        return LateCopyWatch(Dependency.resolve(DefaultWritingProvider.self))
    }

    /// Looks at comments of an answer that was not asked for to look for a text.
    ///
    /// - Parameter comments: The comments, as their server has them.
    /// - Complexity: O(1) where no text was given up in doubt; else O(*n*) for each of them.
    package func look(at comments: [Comment]) async {
        await look(for: .reply, at: comments) { comment, text, rules in
            guard let body = comment.body, TextMatch.areEqual(text.text ?? "", body) else { return nil }
            let parent =
                switch comment.parent {
                case .post(let post): post.native
                case .comment(let answered): rules.result(of: answered)
                }
            return Match(
                site: comment.id.site, author: comment.author, created: comment.created, thing: parent,
                result: rules.result(of: comment.id))
        }
    }

    /// Looks at posts of an answer that was not asked for to look for a text.
    ///
    /// - Parameter posts: The posts, as their server has them.
    /// - Complexity: O(1) where no post was given up in doubt; else O(*n*) for each of them.
    package func look(at posts: [Post]) async {
        await look(for: .submit, at: posts) { post, text, _ in
            guard let community = post.subreddit, TextMatch.areTitlesEqual(text.title ?? "", post.title),
                text.url == nil ? TextMatch.areEqual(text.text ?? "", post.text ?? "") : post.url != nil
            else { return nil }
            return Match(
                site: post.id.site, author: post.author, created: post.created,
                thing: "r/\(community)".lowercased(), result: post.id.native)
        }
    }

    /// Something that has the words of a text.
    private struct Match {
        let site: Site
        let author: String?
        let created: Date?
        /// The name that lanes have for what it answers, or for its community.
        let thing: String
        /// The result that an entry which made it would have.
        let result: String
    }

    /// The seconds by which our own clock is taken to differ from a server's.
    private static let longestError: TimeInterval = 3600

    private func look<Thing>(
        for kind: OutboxEntry.Kind, at things: [Thing], _ match: (Thing, OutboxText, WritingRules) -> Match?
    ) async {
        for (account, kept) in writing.missedTexts(of: kind) {
            guard let text = kept.content, let rules = writing.rules(on: kept.account.site) else { continue }
            for match in things.compactMap({ match($0, text, rules) }) where match.site == kept.account.site {
                guard match.author?.lowercased() == account.lowercased(), let payload = kept.givenUp,
                    !(text.known ?? []).contains(match.result), !isBefore(match.created, kept)
                else { continue }
                await writing.entries.handle(
                    .seen(kept.account, thing: match.thing, native: match.result, payload: payload))
            }
        }
    }

    /// Whether something was there before the text was first sent.
    private func isBefore(_ created: Date?, _ kept: SentEntry) -> Bool {
        guard let created, let since = kept.since else { return false }
        return created < since - Self.longestError
    }
}

extension DefaultWritingProvider {
    /// The texts that were given up in doubt, and of which no copy was seen, with the names of their accounts' people.
    ///
    /// - Parameter kind: The kind of their entries.
    /// - Returns: The texts; none in a process that only reads the store, and none whose person is not known.
    fileprivate func missedTexts(of kind: OutboxEntry.Kind) -> [(author: String, kept: SentEntry)] {
        let state = entries.state.value
        guard !isLeaving else { return [] }
        return state.remembered.compactMap { id in
            guard let kept = state.sent[id], kept.kind == kind, kept.givenUp != nil, kept.result == nil,
                let accounts = sites[kept.account.site]?.accounts.accounts.value,
                let name = accounts.all.first(where: { $0.key == kept.account })?.user?.name
            else { return nil }
            return (name, kept)
        }
    }
}
