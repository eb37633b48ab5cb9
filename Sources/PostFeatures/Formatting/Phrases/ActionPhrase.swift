/// The labels of actions, for buttons and menus.
public enum ActionPhrase: String, LocalizedPhrase {
    // MARK: With a post

    /// Opens a post.
    case open
    /// Opens the link of a post.
    case openLink
    /// Saves a post.
    case save
    /// Removes a post from the saved ones.
    case unsave
    /// Adds a post to the favourites, which are kept with their media.
    case favourite
    /// Removes a post from the favourites.
    case unfavourite
    /// Dismisses a post.
    case dismiss
    /// Hides a post from all feeds.
    case hide
    /// Shows a hidden post in feeds again.
    case unhide
    /// Marks a post as read.
    case markAsRead
    /// Marks a post as unread.
    case markAsUnread
    /// Marks a post and those above it as read.
    case markAboveAsRead
    /// Marks a post and those below it as read.
    case markBelowAsRead
    /// Shares the link of a post.
    case share
    /// Saves a picture to the photo library.
    case savePicture
    /// Shows a covered picture.
    case reveal

    // MARK: With a list

    /// Fetches the list again.
    case refresh
    /// Fetches the next page.
    case loadMore
    /// Retries after a failure.
    case tryAgain
    /// Dismisses all posts of a list.
    case dismissAll
    /// Undoes the last dismissal.
    case undo
    /// Undoes all dismissals.
    case undoAll
    /// Searches.
    case search

    // MARK: With sources and an account

    /// Adds a community to the list.
    case addSource
    /// Removes a community from the list.
    case removeSource
    /// Moves a community up in the list.
    case moveUp
    /// Moves a community down in the list.
    case moveDown
    /// Sets all settings to their defaults.
    case resetSettings
    /// Begins a sign-in.
    case signIn
    /// Signs out.
    case signOut
    /// Cancels.
    case cancel

    public var english: PhraseText {
        switch self {
        case .open: .fixed("Open")
        case .openLink: .fixed("Open the link")
        case .save: .fixed("Save")
        case .unsave: .fixed("Remove from saved")
        case .favourite: .fixed("Add to favourites")
        case .unfavourite: .fixed("Remove from favourites")
        case .dismiss: .fixed("Dismiss")
        case .hide: .fixed("Hide")
        case .unhide: .fixed("Stop hiding")
        case .markAsRead: .fixed("Mark as read")
        case .markAsUnread: .fixed("Mark as unread")
        case .markAboveAsRead: .fixed("Mark above as read")
        case .markBelowAsRead: .fixed("Mark below as read")
        case .share: .fixed("Share")
        case .savePicture: .fixed("Save the picture")
        case .reveal: .fixed("Show")
        case .refresh: .fixed("Refresh")
        case .loadMore: .fixed("Load more")
        case .tryAgain: .fixed("Try again")
        case .dismissAll: .fixed("Dismiss all")
        case .undo: .fixed("Undo")
        case .undoAll: .fixed("Undo all")
        case .search: .fixed("Search")
        case .addSource: .fixed("Add")
        case .removeSource: .fixed("Remove")
        case .moveUp: .fixed("Move up")
        case .moveDown: .fixed("Move down")
        case .resetSettings: .fixed("Reset to defaults")
        case .signIn: .fixed("Sign in")
        case .signOut: .fixed("Sign out")
        case .cancel: .fixed("Cancel")
        }
    }
}
