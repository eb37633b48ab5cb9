/// What a list says beside its posts: how many there are, what is missing, how old they are, what could not be read.
public enum ListPhrase: String, LocalizedPhrase {
    // MARK: How many

    /// So many posts.
    case posts
    /// So many new posts, held back until they are asked for.
    case newPosts
    /// So many posts that the settings leave out.
    case hiddenPosts
    /// So many posts that were put away just now.
    case dismissedPosts
    /// So many posts that were marked as read just now.
    case markedAsRead
    /// So many posts that were found.
    case results

    // MARK: What is missing

    /// A row between posts: some are missing.
    case gap
    /// The row's button: fetches them.
    case loadGap
    /// The row while they are fetched.
    case gapIsLoading
    /// The server has nothing behind the last post.
    case end
    /// The list is empty.
    case nothing
    /// The list is empty, and fills by what the person does.
    case nothingYet
    /// A search found nothing.
    case nothingFound
    /// The person has put everything away.
    case allPutAway
    /// The settings leave everything out.
    case allFiltered
    /// In place of an empty title.
    case untitled

    // MARK: How old they are

    /// When the feed was last fetched, as “3 hours ago”.
    case updated
    /// The feed was never fetched.
    case neverUpdated
    /// The feed is old.
    case stale
    /// Something is being fetched.
    case loading

    // MARK: What could not be read

    /// An empty answer over a feed that has posts.
    case suspiciousEmpty
    /// One child of the answer could not be read; which one, counted from 1.
    case unreadableItem
    /// Something else in the answer could not be read.
    case unreadableAnswer
    /// So many children of an answer could not be read.
    case unreadableItems

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .posts: .counted([.one: "% post", .other: "% posts"])
        case .newPosts: .counted([.one: "% new post", .other: "% new posts"])
        case .hiddenPosts:
            .counted([.one: "% post hidden by your settings", .other: "% posts hidden by your settings"])
        case .dismissedPosts: .counted([.one: "% post put away", .other: "% posts put away"])
        case .markedAsRead: .counted([.one: "% post marked as read", .other: "% posts marked as read"])
        case .results: .counted([.one: "% result", .other: "% results"])
        case .gap: .fixed("Posts are missing here")
        case .loadGap: .fixed("Load the missing posts")
        case .gapIsLoading: .fixed("Loading the missing posts…")
        case .end: .fixed("This is the end of the feed")
        case .nothing: .fixed("There is nothing to show here")
        case .nothingYet: .fixed("There is nothing here yet")
        case .nothingFound: .fixed("Nothing was found")
        case .allPutAway: .fixed("You have put all of these posts away")
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
