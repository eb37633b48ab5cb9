/// Makes the whole demo site from one seed.
///
/// 60 posts in each of 8 communities and a few advertisements. Rare cases are dealt out by a post's number and not by
/// chance, so that every seed has every one of them.
enum CatalogGenerator {
    private static let postsPerSubreddit = 60
    private static let spanInSeconds = 400 * 86_400
    private static let advertisementCount = 3
    /// The positions, counted from the newest, of a community's pinned posts.
    private static let stickyIndexes: Set = [12, 31]

    /// The community and the place, counted from the newest, of the post that can have a thread of any size: a text of
    /// the last day.
    private static let largeThread = (subreddit: "askdemo", index: 6)

    /// Makes the site; takes a few milliseconds.
    ///
    /// - Parameters:
    ///   - seed: The seed that everything is generated from.
    ///   - largeThread: The number of comments of one post in place of its own; nil leaves it as it is.
    /// - Returns: The same site for the same arguments.
    static func catalog(seed: UInt64, largeThread: Int? = nil) -> Catalog {
        let slots = slots(seed: seed)
        var ids = SplitMix64(seed: seed, stream: "ids")
        var number = 1_500_000_000 + ids.below(400_000_000)
        var posts: [Post] = []
        var largeThreadPostID: String?
        for (ordinal, slot) in slots.enumerated() {
            number += 1 + ids.below(900)
            let id = String(number, radix: 36)
            let generator = PostGenerator(seed: seed, ordinal: ordinal, id: id, age: slot.age, earlier: posts)
            if let theme = slot.theme {
                var post = generator.post(theme: theme, index: slot.index, isStickied: slot.isStickied)
                if let largeThread, slot.index == Self.largeThread.index,
                    theme.subreddit.name == Self.largeThread.subreddit
                {
                    post.commentCount = largeThread
                    largeThreadPostID = post.id
                }
                posts.append(post)
            } else {
                posts.append(generator.advertisement())
            }
        }
        let hidden = Subreddit(
            name: "private", title: "Behind the curtain", summary: "", subscribers: 3, id: "2demo0", isPrivate: true)
        return Catalog(
            seed: seed, subreddits: Theme.all.map(\.subreddit) + [hidden], posts: posts.reversed(),
            largeThreadPostID: largeThreadPostID)
    }

    private struct Slot {
        let theme: Theme?
        let index: Int
        let age: Int
        var isStickied: Bool { theme != nil && stickyIndexes.contains(index) }
    }

    /// The dates of all posts, oldest first: few in the last hour, more the further back one goes.
    private static func slots(seed: UInt64) -> [Slot] {
        var random = SplitMix64(seed: seed, stream: "slots")
        let count = postsPerSubreddit
        var slots: [Slot] = []
        for theme in Theme.all {
            for index in 0..<count {
                let share = spanInSeconds / count * (index * index * index) / (count * count)
                slots.append(Slot(theme: theme, index: index, age: 240 + share + random.below(1_800 + share / 10)))
            }
        }
        for index in 0..<advertisementCount {
            slots.append(Slot(theme: nil, index: index, age: 1_800 + random.below(20_000)))
        }
        // Ties are broken by place, so that the order does not hang on how the library sorts.
        return slots.enumerated()
            .sorted { ($0.element.age, $0.offset) > ($1.element.age, $1.offset) }
            .map(\.element)
    }
}
