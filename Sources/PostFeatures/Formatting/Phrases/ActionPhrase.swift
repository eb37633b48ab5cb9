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

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [ActionPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [ActionPhrase: PhraseText] = [
        .open: .fixed("Open"),
        .openLink: .fixed("Open the link"),
        .save: .fixed("Save"),
        .unsave: .fixed("Remove from saved"),
        .favourite: .fixed("Add to favourites"),
        .unfavourite: .fixed("Remove from favourites"),
        .dismiss: .fixed("Put away"),
        .hide: .fixed("Hide"),
        .unhide: .fixed("Stop hiding"),
        .markAsRead: .fixed("Mark as read"),
        .markAsUnread: .fixed("Mark as unread"),
        .markAboveAsRead: .fixed("Mark above as read"),
        .markBelowAsRead: .fixed("Mark below as read"),
        .share: .fixed("Share"),
        .savePicture: .fixed("Save the picture"),
        .reveal: .fixed("Show"),
        .refresh: .fixed("Refresh"),
        .loadMore: .fixed("Load more"),
        .tryAgain: .fixed("Try again"),
        .dismissAll: .fixed("Put all away"),
        .undo: .fixed("Undo"),
        .undoAll: .fixed("Undo all"),
        .search: .fixed("Search"),
        .addSource: .fixed("Add"),
        .removeSource: .fixed("Remove"),
        .moveUp: .fixed("Move up"),
        .moveDown: .fixed("Move down"),
        .resetSettings: .fixed("Reset to defaults"),
        .signIn: .fixed("Sign in"),
        .signOut: .fixed("Sign out"),
        .cancel: .fixed("Cancel"),
    ]

    private static let ukrainian: [ActionPhrase: PhraseText] = [
        .open: .fixed("Відкрити"),
        .openLink: .fixed("Відкрити посилання"),
        .save: .fixed("Зберегти"),
        .unsave: .fixed("Прибрати зі збереженого"),
        .favourite: .fixed("Додати до улюбленого"),
        .unfavourite: .fixed("Прибрати з улюбленого"),
        .dismiss: .fixed("Прибрати"),
        .hide: .fixed("Приховати"),
        .unhide: .fixed("Більше не приховувати"),
        .markAsRead: .fixed("Позначити прочитаним"),
        .markAsUnread: .fixed("Позначити непрочитаним"),
        .markAboveAsRead: .fixed("Позначити прочитаними дописи вище"),
        .markBelowAsRead: .fixed("Позначити прочитаними дописи нижче"),
        .share: .fixed("Поділитися"),
        .savePicture: .fixed("Зберегти зображення"),
        .reveal: .fixed("Показати"),
        .refresh: .fixed("Оновити"),
        .loadMore: .fixed("Завантажити ще"),
        .tryAgain: .fixed("Спробувати ще раз"),
        .dismissAll: .fixed("Прибрати всі"),
        .undo: .fixed("Скасувати дію"),
        .undoAll: .fixed("Скасувати всі дії"),
        .search: .fixed("Пошук"),
        .addSource: .fixed("Додати"),
        .removeSource: .fixed("Вилучити"),
        .moveUp: .fixed("Перемістити вище"),
        .moveDown: .fixed("Перемістити нижче"),
        .resetSettings: .fixed("Відновити типові налаштування"),
        .signIn: .fixed("Увійти"),
        .signOut: .fixed("Вийти"),
        .cancel: .fixed("Скасувати"),
    ]
}
