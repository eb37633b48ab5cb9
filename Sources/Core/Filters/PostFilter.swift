/// What the settings leave out of a list: one pure function from a post to the reason why it is not shown.
///
/// Made once for settings, and asked for each post. With the default settings nothing is left out.
///
/// - Blocked words are looked for in the title, the flair and the text, in any case and with or without the diacritics
///   of Latin letters (see ``SearchText``). They are whole words: `cat` finds neither `category` nor `concat`. One that
///   ends in `*` matches any ending. Several words are a phrase, with any white space between them. In scripts that put
///   no spaces between words (Han, kana, Thai and their like), and for signs, a word is found wherever it stands.
/// - Authors are compared in any case.
/// - A blocked host stands for all that is below it: `example.com` for `www.example.com`, never for `notexample.com`.
///   `self.NAME` stands for the texts of one subreddit.
///
/// - Complexity: O(*n*) in the bytes of the texts when words are blocked, hardly more for many words than for few: one to
///   four nanoseconds a byte on a desktop, and twice that where letters beyond ASCII have to be folded first. Nothing is
///   read of the texts otherwise.
public struct PostFilter: Sendable {
    private let settings: ReadingSettings
    private let hidesRead: Bool
    private let words: BlockedWords?
    private let authors: BlockedAuthors
    private let domains: BlockedDomains?

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - settings: What the person has set.
    ///   - source: The list that it is for: saved posts, favourites, downloads and what was searched for stay in when
    ///     they were read.
    public init(_ settings: ReadingSettings, for source: FeedSource) {
        self.settings = settings
        hidesRead = settings.hideRead && Self.canHideRead(source)
        words = BlockedWords(settings.blockedWords)
        authors = BlockedAuthors(settings.blockedAuthors)
        domains = BlockedDomains(settings.blockedDomains)
    }

    /// Whether nothing is ever left out.
    public var isEmpty: Bool {
        settings.nsfw != .hidden && settings.spoilers != .hidden && settings.mediaKinds == nil && words == nil
            && authors.isEmpty && domains == nil && !hidesRead
    }

    /// Why a post is left out.
    ///
    /// - Parameter item: The post.
    /// - Returns: The first rule that it falls under, in the order of ``FilterReason``; `nil` when it is shown. Of
    ///   several blocked words it is one in the title, else one in the flair, and there the first of the settings' list.
    public func reason(for item: FeedItem) -> FilterReason? {
        let post = item.post
        if settings.nsfw == .hidden, post.isNSFW == true { return .nsfw }
        if settings.spoilers == .hidden, post.isSpoiler == true { return .spoiler }
        if let kinds = settings.mediaKinds, !kinds.contains(post.media.kind) { return .mediaKind(post.media.kind) }
        if let words, let word = word(of: words, in: post) { return .word(word) }
        if let typed = authors.match(post.author) { return .author(typed) }
        if let domains, let typed = domains.match(post) { return .domain(typed) }
        if hidesRead, item.status.isRead { return .read }
        return nil
    }

    /// How many posts each rule leaves out.
    ///
    /// - Parameter items: The posts, listed or not.
    /// - Returns: The numbers; a post counts once, for the rule that ``reason(for:)`` names. Rules that leave nothing
    ///   out are not there.
    public func preview(of items: [FeedItem]) -> [FilterReason: Int] {
        var counts: [FilterReason: Int] = [:]
        for item in items {
            if let reason = reason(for: item) { counts[reason, default: 0] += 1 }
        }
        return counts
    }

    private static func canHideRead(_ source: FeedSource) -> Bool {
        source.kind != .search && !source.isLocal
    }

    private func word(of words: BlockedWords, in post: Post) -> String? {
        // The title first: it is short, and it is where the words mostly are.
        if let word = words.firstMatch(in: post.title) { return word }
        if let flair = post.flair, let word = words.firstMatch(in: flair) { return word }
        return post.text.flatMap(words.firstMatch)
    }
}
