/// Texts beside a list of posts: numbers, gaps, empty lists, ages, and what could not be read.
public enum ListPhrase: String, LocalizedPhrase {
    // MARK: How many

    /// The number of posts.
    case posts
    /// The number of new posts that wait until the person asks for them.
    case newPosts
    /// The number of unread posts.
    case unreadPosts
    /// The largest number of unread posts that is counted to, such as “99+”.
    case unreadPostsAtLeast
    /// The number of posts that the settings hide.
    case hiddenPosts
    /// The number of posts that were dismissed just now.
    case dismissedPosts
    /// The number of posts that were marked as read just now.
    case markedAsRead
    /// The number of posts that a search found.
    case results

    // MARK: What is missing

    /// A row for posts that are missing between two others.
    case gap
    /// The button that fetches the missing posts.
    case loadGap
    /// The row while the missing posts are fetched.
    case gapIsLoading
    /// The end of the feed.
    case end
    /// A list that is empty.
    case nothing
    /// A list that is empty until the person adds something.
    case nothingYet
    /// A search without results.
    case nothingFound
    /// A list whose posts were all dismissed.
    case allPutAway
    /// A list whose posts are all hidden by the settings.
    case allFiltered
    /// In place of an empty title.
    case untitled

    // MARK: How old they are

    /// The age of the feed since its last fetch, such as “3 hours ago”.
    case updated
    /// A feed that was never fetched.
    case neverUpdated
    /// A feed that was fetched long ago.
    case stale
    /// Something is being fetched.
    case loading

    // MARK: What could not be read

    /// An empty answer for a feed that has posts.
    case suspiciousEmpty
    /// One item of the answer could not be read, with its number, counted from 1.
    case unreadableItem
    /// Another part of the answer could not be read.
    case unreadableAnswer
    /// The number of items that could not be read.
    case unreadableItems

    public var english: PhraseText {
        switch self {
        case .posts: .counted([.one: "% post", .other: "% posts"])
        case .newPosts: .counted([.one: "% new post", .other: "% new posts"])
        case .unreadPosts: .counted([.one: "% unread post", .other: "% unread posts"])
        case .unreadPostsAtLeast: .filled("% unread posts")
        case .hiddenPosts:
            .counted([.one: "% post hidden by your settings", .other: "% posts hidden by your settings"])
        case .dismissedPosts: .counted([.one: "% post dismissed", .other: "% posts dismissed"])
        case .markedAsRead: .counted([.one: "% post marked as read", .other: "% posts marked as read"])
        case .results: .counted([.one: "% result", .other: "% results"])
        case .gap: .fixed("Posts are missing here")
        case .loadGap: .fixed("Load the missing posts")
        case .gapIsLoading: .fixed("Loading the missing posts…")
        case .end: .fixed("This is the end of the feed")
        case .nothing: .fixed("There is nothing to show here")
        case .nothingYet: .fixed("There is nothing here yet")
        case .nothingFound: .fixed("Nothing was found")
        case .allPutAway: .fixed("You have dismissed all of these posts")
        case .allFiltered: .fixed("Your settings hide all of these posts")
        case .untitled: .fixed("(no title)")
        case .updated: .filled("Updated %")
        case .neverUpdated: .fixed("Not loaded yet")
        case .stale: .fixed("This may be out of date")
        case .loading: .fixed("Loading…")
        case .suspiciousEmpty: .fixed("The server sent no posts, which is hard to believe. You see what is stored.")
        case .unreadableItem: .filled("Item % of the answer could not be read")
        case .unreadableAnswer: .fixed("A part of the answer could not be read")
        case .unreadableItems: .counted([.one: "% item could not be read", .other: "% items could not be read"])
        }
    }
}
