/// Makes one post.
struct PostGenerator: Sendable {
    static let authors = [
        "quiet_kettle", "lamp_post_42", "MarmaladeCat", "zero_based", "OksanaReads", "tape_rewinder", "NightTram",
        "optional_chaining", "HedgehogFan", "svitlo_ye", "PatientGoose", "inout_burger", "TeaAndSemicolons",
        "map_flatMap_nap", "BalconyBaron", "dark_mode_dan", "KozakCoder", "floppy_disco", "UmbrellaPolicy",
        "nil_coalescer", "Wick_and_Wax", "sandwich_actor", "LilacLighthouse", "deinit_Dmytro", "ThermosWhisperer",
        "u-turn", "GlimmerBayGazette", "lowercase_larry",
    ]

    private static let sizes = [
        PixelSize(width: 640, height: 480), PixelSize(width: 640, height: 360), PixelSize(width: 480, height: 480),
        PixelSize(width: 360, height: 480), PixelSize(width: 600, height: 400), PixelSize(width: 320, height: 240),
        PixelSize(width: 200, height: 320),
    ]
    private static let animatedSizes = [
        PixelSize(width: 320, height: 240), PixelSize(width: 240, height: 240), PixelSize(width: 320, height: 180),
    ]
    private static let domains = [
        "gazette.example", "blog.wick.example", "lanternford-times.example", "docs.kettle.example", "tallow.example",
    ]

    let seed: UInt64
    /// The position among all posts, the oldest being 0.
    let ordinal: Int
    let id: String
    /// Seconds before the reference date.
    let age: Int
    /// All posts older than this one, the oldest first.
    let earlier: [Post]

    /// The post at that place, counted from the newest, in a community.
    func post(theme: Theme, index: Int, isStickied: Bool) -> Post {
        var random = SplitMix64(seed: seed, stream: "post " + id)
        let author = random.pick(Self.authors)
        let plainTitle = theme.phrasebook.expand(random.pick(theme.titles), using: &random)
        let kind: Theme.Kind = isStickied ? .text : theme.kinds[index % theme.kinds.count]
        let content = content(kind, round: index / theme.kinds.count, theme: theme, using: &random)
        var post = Post(
            id: id, ordinal: ordinal, subreddit: theme.subreddit,
            author: Oddities.isAuthorDeleted(ordinal, content) ? nil : author,
            title: Oddities.title(ordinal) ?? Self.capitalised(plainTitle), content: content, age: age,
            score: score(using: &random), upvoteRatio: Double(random.number(in: 52...99)) / 100,
            commentCount: commentCount(using: &random))
        post.isStickied = isStickied
        post.distinguished = isStickied ? "moderator" : nil
        post.flair = random.isOne(in: 3) ? random.pick(theme.flairs) : nil
        Oddities.apply(to: &post, using: &random)
        return post
    }

    /// A promoted post, which has no community.
    func advertisement() -> Post {
        var random = SplitMix64(seed: seed, stream: "advertisement " + id)
        let title = Phrasebook.english.expand(
            "Tired of the dark? Try our {adjective} {thing} & smile {time}", using: &random)
        return Post(
            id: id, ordinal: ordinal, subreddit: nil, author: "Wick_and_Wax", title: title,
            content: .image(PixelSize(width: 640, height: 360)), age: age, score: 0, upvoteRatio: 0.5, commentCount: 0)
    }

    /// Makes the content of a post; `round` counts the passes through the theme's list of kinds.
    private func content(
        _ kind: Theme.Kind, round: Int, theme: Theme, using random: inout SplitMix64
    ) -> PostContent {
        switch kind {
        case .image: return .image(random.pick(Self.sizes))
        case .animated: return .animated(random.pick(Self.animatedSizes))
        case .video:
            let isGIF = random.isOne(in: 4)
            return .video(random.pick(Self.sizes), seconds: random.number(in: 4...90), isGIF: isGIF)
        case .clip: return .clip(random.pick(Self.sizes), domain: "clips.example")
        case .gallery: return gallery(round: round, theme: theme, using: &random)
        case .embed:
            let title = theme.phrasebook.expand(random.pick(theme.titles), using: &random)
            return .embed(provider: "tube.example", title: title)
        case .link: return .link(domain: random.pick(Self.domains), hasPreview: !random.isOne(in: 3))
        case .text: return .text(text(theme: theme, using: &random))
        case .poll: return poll(theme: theme, using: &random)
        case .crosspost:
            guard let parent = parent(theme: theme, using: &random) else {
                return .text(text(theme: theme, using: &random))
            }
            return .crosspost(parent)
        case .removed:
            let categories = ["moderator", "deleted", "reddit", "author", "automod_filtered"]
            return .removed(category: categories[round % categories.count])
        }
    }

    private func text(theme: Theme, using random: inout SplitMix64) -> String {
        theme.phrasebook.text(from: theme.sentences, sentences: random.number(in: 0...9), using: &random)
    }

    private func gallery(round: Int, theme: Theme, using random: inout SplitMix64) -> PostContent {
        let lastStatus = Oddities.statusOfLastPicture(round)
        let count = random.number(in: 2...6)
        let entries = (1...count).map { number in
            GalleryEntry(
                number: number, size: random.pick(number == 2 ? Self.animatedSizes : Self.sizes),
                caption: random.isOne(in: 2) ? theme.phrasebook.expand(random.pick(theme.titles), using: &random) : nil,
                status: number == count ? lastStatus : .valid,
                isAnimated: number == 2 && random.isOne(in: 2))
        }
        return .gallery(entries, hasMetadata: !Oddities.isGalleryWithoutMetadata(round))
    }

    private func poll(theme: Theme, using random: inout SplitMix64) -> PostContent {
        let firstID = random.number(in: 20_000_000...29_000_000)
        let answers = ["Yes", "No", "Only by candlelight", "Ask the goose", "Показати результати"]
        let options = (0..<random.number(in: 2...answers.count)).map { index in
            PollOption(id: firstID + index, text: answers[index], votes: random.below(900))
        }
        let question = theme.phrasebook.expand(random.pick(theme.questions), using: &random)
        return .poll(options, question: question, isOpen: age < 3 * 86_400)
    }

    /// An older post of another community that is worth showing again.
    private func parent(theme: Theme, using random: inout SplitMix64) -> Post? {
        let candidates = earlier.filter { post in
            switch post.content {
            case .crosspost, .removed: false
            default: post.subreddit != nil && post.subreddit?.name != theme.subreddit.name
            }
        }
        return candidates.isEmpty ? nil : random.pick(candidates)
    }

    private func score(using random: inout SplitMix64) -> Int {
        if random.isOne(in: 25) { return 0 }
        let full = random.number(in: 10...99) * random.pick([1, 3, 10, 30, 100, 400])
        // A young post has not been seen by many.
        return full * min(age, 36_000) / 36_000 + random.below(9)
    }

    private func commentCount(using random: inout SplitMix64) -> Int {
        if ordinal % 31 == 7 { return random.number(in: 150...320) }
        return random.pick([0, 0, 1, 2, 3, 5, 8, 12, 20, 34]) + random.below(6)
    }

    private static func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}
