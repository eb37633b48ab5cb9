/// Makes the thread under a post, with exactly as many comments as the post says it has.
struct CommentGenerator: Sendable {
    private static let bodies = [
        "I came for the {thing} and stayed for the {animal}.", "{person} would like a word.",
        "This. But {time}.", "Source: I am the {animal}.", "Instructions unclear, {thing} now lives in the {place}.",
        "As a {adjective} {thing} owner I can confirm & I am {adjective}.", "> {adjective} {thing}\n\nSay no more.",
        "Have you tried it with {swift}?", "My {animal} read this with {feeling}.", "**Underrated** {thing}.",
        "{number} out of {number} lanterns.", "Світло вже дали, а я досі читаю.",
        "if a < b && b > c { return \"{thing}\" }",
        "Deleted my first answer, it was too {adjective}.", "🏮", "Це найкращий ліхтар, я перевірив.",
    ]

    /// The greatest number of comments of a post before their ids would meet those of the next.
    static let roomPerPost = 1_024
    private static let firstNumber = 2_000_000_000
    /// The first id of a thread that is larger than that; Lemmy's numbers end at 2³¹.
    private static let firstLargeNumber = 2_100_000_000

    let seed: UInt64
    let post: Post

    /// The post that a comment's id names.
    enum Place {
        case ordinal(Int)
        case largeThread
    }

    /// Finds the post of a comment's id; nil for what is no comment's id.
    static func place(ofComment id: String) -> Place? {
        guard let number = Int(id, radix: 36), number >= firstNumber else { return nil }
        return number >= firstLargeNumber ? .largeThread : .ordinal((number - firstNumber) / roomPerPost)
    }

    private func id(number: Int) -> String {
        let first =
            post.commentCount > Self.roomPerPost
            ? Self.firstLargeNumber : Self.firstNumber + post.ordinal * Self.roomPerPost
        return String(first + number, radix: 36)
    }

    /// The comments on the post itself, each with everything below it.
    func thread() -> [Comment] {
        var random = SplitMix64(seed: seed, stream: "comments " + post.id)
        let parents = parents(using: &random)
        let drafts = parents.indices.map { comment(number: $0, using: &random) }
        // Replies come after what they answer, so from the last to the first each is complete when it is placed.
        var roots: [Comment] = []
        var replies = [[Comment]](repeating: [], count: drafts.count)
        for index in drafts.indices.reversed() {
            var comment = drafts[index]
            comment.replies = replies[index].reversed()
            if let parent = parents[index] {
                replies[parent].append(comment)
            } else {
                roots.append(comment)
            }
        }
        return roots.reversed()
    }

    /// For each comment the number of the one it answers, or nil.
    ///
    /// Some threads begin with a long quarrel of two.
    private func parents(using random: inout SplitMix64) -> [Int?] {
        let quarrel = post.ordinal % 6 == 1 ? min(post.commentCount, 14) : 0
        return (0..<post.commentCount).map { index in
            if index == 0 { return nil }
            if index < quarrel { return index - 1 }
            if random.isOne(in: 3) { return nil }
            return random.below(index)
        }
    }

    private func comment(number: Int, using random: inout SplitMix64) -> Comment {
        let isGone = random.isOne(in: 14)
        let removal: Comment.Removal? = isGone ? (random.isOne(in: 2) ? .byAuthor : .byModerator) : nil
        let isByPostAuthor = !isGone && post.author != nil && random.isOne(in: 9)
        let author = isByPostAuthor ? post.author : random.pick(PostGenerator.authors)
        let body = Phrasebook.english.expand(random.pick(Self.bodies), using: &random)
        let age = post.age * (post.commentCount - number) / (post.commentCount + 1)
        return Comment(
            id: id(number: number), author: removal == nil ? author : nil,
            body: removal?.rawValue ?? body, removal: removal,
            score: random.number(in: -12...40) * random.pick([1, 1, 1, 10]), age: age,
            edit: random.isOne(in: 15) ? .age(random.below(age)) : (random.isOne(in: 60) ? .longAgo : .never),
            isByPostAuthor: isByPostAuthor)
    }
}
