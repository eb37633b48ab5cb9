/// A filter that leaves posts out of lists by the person's settings: blocked words, authors, hosts, subreddits and
/// flairs, kinds of media, adult content, spoilers, and posts that were read.
///
/// Create it once for settings, and ask it for each post. With the default settings nothing is left out. It sets no
/// mark: a post that a person hid (``Marks/isHidden``) is left out by the list, not by this.
///
/// - Blocked words are searched in the title, the flair and the text, in any case and with or without the diacritics of
///   Latin letters. They match whole words: `cat` matches neither `category` nor `concat`. One
///   that ends in `*` matches any ending. Several words are a phrase, with any white space between them. In scripts
///   without spaces between words (Han, kana, Thai and others), and for symbols, a word matches anywhere.
/// - Authors are compared in any case.
/// - A blocked host includes its subdomains: `example.com` matches `www.example.com`, never `notexample.com`.
///   `self.NAME` matches the text posts of one subreddit.
/// - Blocked subreddits are compared in any case, and left out of lists of several: in a list of that subreddit, of a
///   person or of what is kept, nobody is surprised by them. A name without a host means that of every server.
/// - A blocked flair is the whole flair, in any case and with or without the diacritics of Latin letters; emoji codes
///   such as `:news:` count as a part of it.
///
/// - Complexity: O(*n*) in the bytes of the texts when words are blocked, hardly more for many words than for few: one
///   to four nanoseconds a byte on a desktop, and twice that where letters beyond ASCII have to be folded first.
///   Without blocked words texts are not read.
public struct PostFilter: Sendable {
    private let settings: ReadingSettings
    private let hidesRead: Bool
    private let words: BlockedWords?
    private let authors: BlockedAuthors
    private let domains: BlockedDomains?
    private let subreddits: BlockedSubreddits?
    private let flairs: BlockedFlairs?

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - settings: The person's settings.
    ///   - source: The list to filter: in saved posts, favourites, downloads and search results, posts that were read
    ///     are never left out.
    public init(_ settings: ReadingSettings, for source: FeedSource) {
        self.settings = settings
        hidesRead = settings.hideRead && Self.canHideRead(source)
        words = BlockedWords(settings.blockedWords)
        authors = BlockedAuthors(settings.blockedAuthors)
        domains = BlockedDomains(settings.blockedDomains)
        subreddits = Self.hidesSubreddits(source) ? BlockedSubreddits(settings.blockedSubreddits) : nil
        flairs = BlockedFlairs(settings.blockedFlairs)
    }

    /// Whether the filter leaves nothing out.
    package var isEmpty: Bool {
        settings.nsfw != .hidden && settings.spoilers != .hidden && settings.mediaKinds == nil && words == nil
            && authors.isEmpty && domains == nil && subreddits == nil && flairs == nil && !hidesRead
    }

    /// Returns the reason why a post is left out.
    ///
    /// - Parameter item: The post.
    /// - Returns: The first rule that matches, in the order of ``FilterReason``; `nil` when the post is shown. Of
    ///   several blocked words it is one in the title, else one in the flair, and there the first of the settings'
    ///   list.
    public func reason(for item: FeedItem) -> FilterReason? {
        let post = item.post
        if settings.nsfw == .hidden, post.isNSFW == true { return .nsfw }
        if settings.spoilers == .hidden, post.isSpoiler == true { return .spoiler }
        if let kinds = settings.mediaKinds, !kinds.contains(post.media.kind) { return .mediaKind(post.media.kind) }
        if let words, let word = word(of: words, in: post) { return .word(word) }
        if let typed = authors.match(post.author) { return .author(typed) }
        if let domains, let typed = domains.match(post) { return .domain(typed) }
        if let subreddits, let typed = subreddits.match(post.subreddit) { return .subreddit(typed) }
        if let flairs, let typed = flairs.match(post.flair) { return .flair(typed) }
        if hidesRead, item.status.isRead { return .read }
        return nil
    }

    /// Counts the posts that each rule leaves out.
    ///
    /// - Parameter items: The posts.
    /// - Returns: The numbers; a post counts once, for the rule of ``reason(for:)``. Rules without a post are
    ///   not among them.
    public func preview(of items: [FeedItem]) -> [FilterReason: Int] {
        var counts: [FilterReason: Int] = [:]
        for item in items {
            if let reason = reason(for: item) { counts[reason, default: 0] += 1 }
        }
        return counts
    }

    /// Whether a list has posts of subreddits that nobody asked for by name.
    private static func hidesSubreddits(_ source: FeedSource) -> Bool {
        !source.isLocal && source.kind != .user && !(source.kind == .subreddit && source.names.count == 1)
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
