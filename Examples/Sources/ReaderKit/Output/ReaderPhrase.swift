import PostFeatures

/// The program's own texts, beside those of the view models.
enum ReaderPhrase: String, LocalizedPhrase {
    // MARK: About a list

    /// The network failed, and there is something stored.
    case showingStored
    /// The network is off, and nothing is stored of the feed.
    case neverListed
    /// A hint at the command that undoes a dismissal.
    case undoHint
    /// A hint at the settings that hide posts.
    case settingsHint
    /// The posts come from the network.
    case fromNetwork
    /// The posts come from the store.
    case fromStore
    /// The server has nothing behind the last post.
    case endOfFeed
    /// Nothing is saved.
    case nothingSaved
    /// A search among what is saved found nothing.
    case noSavedMatch
    /// An order was given to a list that has none, which is named.
    case orderUnused
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
    /// The number of files of a favourite that were kept.
    case keptFiles
    /// The number of files of a favourite that could not be kept.
    case missingFiles
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
    /// A hint at where ids are found.
    case idHint

    // MARK: About a thread, each with the post's id

    /// The server does not know the post.
    case unknownToServer
    /// The server sends no comments: the post is unknown, or has none.
    case noComments
    /// The network is off, and nothing is stored of the thread.
    case neverOpened

    // MARK: About a pack

    /// The number of threads and files that the server does not have any more.
    case notToBeHad
    /// Threads of which something is left out, with the number of places in each.
    case partialThreads

    // MARK: About sources

    /// The list of sources is empty.
    case noSources
    /// A source was added, but it is not verified.
    case sourceAdded
    /// The source is not in the list.
    case sourceMissing

    // MARK: About a community

    /// The server does not know the community.
    case unknownCommunity
    /// The network is off, and nothing is stored of the community.
    case neverDescribed
    /// The number of subscribers.
    case subscribers
    /// The account that looks is subscribed.
    case isSubscribed
    /// The server does not know of a subscription yet.
    case subscriptionWaits
    /// The server does not know of the end of a subscription yet.
    case unsubscriptionWaits

    // MARK: About what went wrong

    /// A hint at how to sign in again.
    case newRefreshToken
    /// Everything that is stored is whole.
    case nothingDamaged
    /// A record does not fit this version, which is named.
    case unreadableRecord

    // MARK: About a file that was set aside

    /// The number of records that were put back.
    case givenBack
    /// The number of records that were there already.
    case knownAlready
    /// The number of records that may have been deleted since, and how to put them back.
    case maybeDeleted
    /// The number of records that fit no collection.
    case unmatchedRecords
    /// The part of it that cannot be read.
    case unreadable
    /// Nothing of it is missing any more.
    case allGivenBack

    var english: PhraseText {
        switch self {
        case .showingStored: .fixed("Showing what is stored.")
        case .neverListed: .fixed("No posts of this feed are stored. List it once with the network on.")
        case .undoHint: .fixed("'undo' brings back what was dismissed last.")
        case .settingsHint: .fixed("'settings' shows them.")
        case .fromNetwork: .fixed("from the network, and stored")
        case .fromStore: .fixed("from the store")
        case .endOfFeed: .fixed("the end of the feed")
        case .nothingSaved: .fixed("There is nothing here yet: 'save ID' keeps a post.")
        case .noSavedMatch: .fixed("No saved post has all of these words.")
        case .orderUnused: .filled("% has one order only: --sort and --period change nothing.")
        case .noMatch: .fixed("No stored post has all of these words.")
        case .noCommentMatch: .fixed("No stored comment has all of these words.")
        case .markedAsRead: .filled("Marked as read: %")
        case .markedAsUnread: .filled("Marked as unread: %")
        case .saved: .filled("Saved: %")
        case .unsaved: .filled("Removed from the saved posts: %")
        case .favourited: .filled("Made favourites: %")
        case .unfavourited: .filled("Removed from the favourites: %")
        case .keptFiles:
            .counted([.one: "% file of it was downloaded.", .other: "% files of it were downloaded."])
        case .missingFiles:
            .counted([.one: "% file of it cannot be had.", .other: "% files of it cannot be had."])
        case .dismissed: .filled("Dismissed: %")
        case .hidden: .filled("Hidden: %")
        case .unhidden: .filled("Shown again: %")
        case .restored: .filled("Brought back: %")
        case .unknownIDs: .filled("No stored post has the id %.")
        case .nothingToDo: .fixed("There was nothing to do.")
        case .nothingToUndo: .fixed("There is nothing to undo.")
        case .idHint: .fixed("The list prints the ids.")
        case .unknownToServer: .filled("The server knows no post with the id %.")
        case .noComments: .filled("The server has no comments for %, and does not say whether there is such a post.")
        case .neverOpened: .filled("No comments of % are stored. Open them once with the network on.")
        case .partialThreads: .filled("Threads of which parts are missing, with the number of places: %.")
        case .notToBeHad: .filled("Threads and files that the server does not give, and is not asked for again: %.")
        case .noSources: .fixed("There are no sources yet. Add one: 'reader sources add swift'.")
        case .sourceAdded: .filled("% was added.")
        case .sourceMissing: .filled("% is not in the list.")
        case .unknownCommunity: .filled("The server knows no %. Check the spelling.")
        case .neverDescribed: .filled("Nothing is stored about %. Ask once with the network on.")
        case .subscribers: .filled("subscribers: %")
        case .isSubscribed: .fixed("subscribed")
        case .subscriptionWaits: .fixed("subscription not sent yet")
        case .unsubscriptionWaits: .fixed("end of the subscription not sent yet")
        case .newRefreshToken: .fixed("For this program: put a new refresh token into LANTERN_REDDIT_REFRESH_TOKEN.")
        case .nothingDamaged: .fixed("Nothing that is stored is damaged.")
        case .unreadableRecord: .filled("A record does not fit this version, and stays as it is: %.")
        case .givenBack: .filled("Records given back: %.")
        case .knownAlready: .filled("Records that the store has already: %.")
        case .maybeDeleted: .filled("Records that may have been deleted since; '--with-deleted' brings them back: %.")
        case .unmatchedRecords: .filled("Records that fit nothing here, and are in the file alone: %.")
        case .unreadable: .filled("Cannot be read any more: %.")
        case .allGivenBack: .filled("Nothing in '%' is missing now; it may be deleted.")
        }
    }
}
