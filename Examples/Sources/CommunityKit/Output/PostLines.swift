import CommandKit
import Community
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Posts as lines of text.
struct PostLines {
    private let configuration: CommunityConfiguration
    private let texts = CommunitySession.texts
    private let now = Dependency.resolve((any TimeProvider).self).now

    init(_ configuration: CommunityConfiguration) {
        self.configuration = configuration
    }

    /// The lines of a list.
    func text(of posts: [PostOutput]) -> String {
        guard !posts.isEmpty else { return texts.format.text(ListPhrase.nothing) }
        return posts.map { lines(of: $0).joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// The lines of a post, with its comments.
    func text(of post: PostOutput) -> String {
        let comments = post.comments.map { comment in
            let head = [comment.id.harmless, name(of: comment.author), date(comment.created)].compactMap { $0 }
            return "\n  \(head.joined(separator: " · "))\n  \(comment.text.harmless)"
        }
        return (lines(of: post) + comments).joined(separator: "\n")
    }

    private func lines(of output: PostOutput) -> [String] {
        let post = output.post
        let category = configuration.categories.first { $0.id == post.category }.map(texts.name(of:)) ?? post.category
        let head = [post.id.harmless, category.harmless, name(of: post.author), date(post.created)].compactMap { $0 }
        let text = post.text.split(whereSeparator: \.isNewline).map { "  \(String($0).harmless)" }
        let heart = post.isLiked ? "♥" : "♡"
        let counts = [
            "\(heart) \(ShortCount.text(post.likes))",
            texts.format.text(CommunityCommandPhrase.comments, counting: max(post.commentCount, output.comments.count)),
            texts.format.text(CommunityCommandPhrase.pictures, counting: post.files.count),
        ]
        let kinds = output.pending.joined(separator: ", ")
        let pending = kinds.isEmpty ? [] : [texts.format.text(CommandPhrase.queued, filling: kinds)]
        return [head.joined(separator: " · ")] + text + ["  \((counts + pending).joined(separator: " · "))"]
    }

    private func name(of person: Person?) -> String? { person?.nick.harmless }

    private func date(_ date: Date?) -> String? { date.map { texts.relativeDate($0, now: now) } }
}
