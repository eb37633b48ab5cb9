import Core
import Foundation

/// A made-up thread of a size, the same for the same seed: answers to answers, a third of it Cyrillic.
struct ThreadSource {
    static let post = Post.ID(site: .demo, native: "t3_harbour")
    /// The number of comments that a placeholder brings.
    static let step = 100

    private let posts: PostSource
    let count: Int

    init(seed: UInt64, count: Int) {
        posts = PostSource(seed: seed)
        self.count = count
    }

    /// The thread in display order, with placeholders at its end that name what the rounds bring.
    ///
    /// - Parameters:
    ///   - post: Whose comments.
    ///   - first: The number of the first comment; numbers make ids.
    ///   - rounds: How many placeholders there are.
    /// - Returns: The thread; another one each time.
    func thread(of post: Post.ID = Self.post, first: Int = 0, rounds: Int = 0) -> CommentThread {
        var replies: [[Int]] = Array(repeating: [], count: count)
        var roots: [Int] = []
        for number in 0..<count {
            // As on the sites: a third answer the post, the others anybody who came before.
            if number == 0 || posts.below(3) == 0 {
                roots.append(number)
            } else {
                replies[posts.below(number)].append(number)
            }
        }
        var entries: [CommentThread.Entry] = []
        entries.reserveCapacity(count + rounds)
        var stack = roots.reversed().map { (number: $0, parent: Comment.Parent.post(post), depth: 0) }
        while let next = stack.popLast() {
            let comment = comment(first + next.number, parent: next.parent, depth: next.depth)
            entries.append(.comment(comment))
            stack += replies[next.number].reversed().map { ($0, .comment(comment.id), next.depth + 1) }
        }
        for round in 0..<rounds {
            entries.append(.more(more(round)))
        }
        return CommentThread(entries: entries, source: "made up")
    }

    /// The comments that a placeholder stands for: answers to the post.
    func expansion(_ round: Int) -> CommentExpansion {
        let more = more(round)
        return CommentExpansion(
            entries: (0..<Self.step).map { offset in
                .comment(comment(1_000_000 + round * Self.step + offset, parent: more.parent, depth: 0))
            }, requested: more.ids, source: "made up")
    }

    private func more(_ round: Int) -> MoreComments {
        let ids = (0..<Self.step).map { Self.id(1_000_000 + round * Self.step + $0) }
        return MoreComments(parent: .post(Self.post), depth: 0, count: ids.count, ids: ids)
    }

    private func comment(_ number: Int, parent: Comment.Parent, depth: Int) -> Comment {
        var comment = Comment(id: Self.id(number), parent: parent, depth: depth)
        comment.author = posts.author()
        comment.authorFullname = "t2_" + String(40_000 + posts.below(8_000), radix: 36)
        comment.body = posts.comment()
        comment.score = posts.below(500) - 20
        comment.isScoreHidden = false
        comment.created = PostSource.now - Double(200_000 - number % 100_000)
        comment.edited = posts.below(15) == 0 ? .at(PostSource.now) : .never
        comment.isStickied = false
        comment.isSubmitter = posts.below(12) == 0
        comment.isCollapsed = false
        return comment
    }

    static func id(_ number: Int) -> Comment.ID {
        Comment.ID(site: .demo, native: "t1_" + String(90_000_000 + number, radix: 36))
    }
}

/// A cloud that knows what every placeholder stands for.
final class ThreadCloud: OnlineCommentProvider {
    let site = Site.demo
    private let expansions: [Comment.ID: CommentExpansion]

    init(_ source: ThreadSource, rounds: Int) {
        let expansions = (0..<rounds).map { source.expansion($0) }
        self.expansions = Dictionary(uniqueKeysWithValues: expansions.map { ($0.requested[0], $0) })
    }

    func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        throw WrongAnswer(description: "A stored thread is fetched.")
    }

    func fetchMore(_ request: MoreRequest) async throws -> CommentExpansion {
        guard let expansion = request.ids.first.flatMap({ expansions[$0] }) else {
            throw WrongAnswer(description: "Nothing is behind this placeholder.")
        }
        return expansion
    }
}
