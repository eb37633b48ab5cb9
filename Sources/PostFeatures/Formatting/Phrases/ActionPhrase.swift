/// What a person can do: labels of buttons and menus.
public enum ActionPhrase: String, LocalizedPhrase {
    // MARK: With a post

    /// Opens it.
    case open
    /// Opens where it leads.
    case openLink
    /// Keeps it for later.
    case save
    /// Keeps it no longer.
    case unsave
    /// Keeps it with its media.
    case favourite
    /// Keeps its media no longer.
    case unfavourite
    /// Puts it away.
    case dismiss
    /// Never shows it in a feed again.
    case hide
    /// Shows it in feeds again.
    case unhide
    /// Marks it as read.
    case markAsRead
    /// Marks it as unread.
    case markAsUnread
    /// Marks it and what is above it as read.
    case markAboveAsRead
    /// Marks it and what is below it as read.
    case markBelowAsRead
    /// Shares its link.
    case share
    /// Puts its picture into the gallery.
    case savePicture
    /// Shows what is covered.
    case reveal

    // MARK: With a list

    /// Fetches it again.
    case refresh
    /// Fetches what comes next.
    case loadMore
    /// Tries again what failed.
    case tryAgain
    /// Puts everything away.
    case dismissAll
    /// Takes the last thing back.
    case undo
    /// Takes everything back.
    case undoAll
    /// Searches.
    case search

    // MARK: With sources and an account

    /// Adds a community to the list.
    case addSource
    /// Takes it off the list.
    case removeSource
    /// Moves it up.
    case moveUp
    /// Moves it down.
    case moveDown
    /// Sets everything to its default.
    case resetSettings
    /// Begins to sign in.
    case signIn
    /// Signs out.
    case signOut
    /// Gives up.
    case cancel

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .open: .fixed("Open")
        case .openLink: .fixed("Open the link")
        case .save: .fixed("Save")
        case .unsave: .fixed("Remove from saved")
        case .favourite: .fixed("Add to favourites")
        case .unfavourite: .fixed("Remove from favourites")
        case .dismiss: .fixed("Put away")
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
        case .dismissAll: .fixed("Put all away")
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
