import PostFeatures

/// What the program says on a terminal beside what view models say.
enum ReaderPhrase: String, LocalizedPhrase {
    // MARK: About a list

    /// The network failed, and there is something stored.
    case showingStored
    /// The network is off, and nothing is stored of the feed.
    case neverListed
    /// How to get back what was dismissed.
    case undoHint
    /// Where to see what leaves posts out.
    case settingsHint
    /// Where the posts come from: the network.
    case fromNetwork
    /// Where the posts come from: the store.
    case fromStore
    /// The server has nothing behind the last post.
    case endOfFeed
    /// Nothing is saved.
    case nothingSaved
    /// A search among what is saved found nothing.
    case noSavedMatch
    /// A search found nothing.
    case noMatch
    /// A search among the comments found nothing.
    case noCommentMatch

    // MARK: About statuses, each with the posts' ids

    /// Marked as read.
    case markedAsRead
    /// Marked as unread.
    case markedAsUnread
    /// Saved.
    case saved
    /// Saved no longer.
    case unsaved
    /// Made favourites.
    case favourited
    /// Favourites no longer.
    case unfavourited
    /// Dismissed.
    case dismissed
    /// Hidden.
    case hidden
    /// Hidden no longer.
    case unhidden
    /// Dismissed no longer.
    case restored
    /// Not known.
    case unknownIDs

    /// Nothing was changed.
    case nothingToDo
    /// Nothing was dismissed.
    case nothingToUndo
    /// Where ids come from.
    case idHint

    // MARK: About a thread, each with the post's id

    /// The server does not know the post.
    case unknownToServer
    /// The server sends nothing, and that may mean two things.
    case noComments
    /// The network is off, and nothing is stored of the thread.
    case neverOpened

    // MARK: About a pack

    /// How many of its threads and files the server does not give.
    case notToBeHad
    /// Threads of which something is left out, with the number of places in each.
    case partialThreads

    // MARK: About sources

    /// There are none.
    case noSources
    /// One was added, and not everything is as it should be.
    case sourceAdded
    /// It is not in the list.
    case sourceMissing

    // MARK: About what went wrong

    /// How to sign in again here.
    case newRefreshToken
    /// A file of the store was damaged, which is named.
    case damagedFile
    /// Where it lies as it was found.
    case damagedFileAside
    /// What the next run does.
    case goesOnSalvaged

    // MARK: About a file that was set aside

    /// How many records were put back.
    case givenBack
    /// How many were there.
    case knownAlready
    /// How many fit no collection.
    case misfits
    /// How much of it cannot be read.
    case unreadable
    /// Nothing of it is missing any more.
    case allGivenBack

    /// How each text reads in a language.
    static func texts(in language: Language) -> [ReaderPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }
}
