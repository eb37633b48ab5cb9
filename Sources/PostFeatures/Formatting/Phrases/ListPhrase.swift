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

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [ListPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [ListPhrase: PhraseText] = [
        .posts: .counted([.one: "% post", .other: "% posts"]),
        .newPosts: .counted([.one: "% new post", .other: "% new posts"]),
        .hiddenPosts: .counted([.one: "% post hidden by your settings", .other: "% posts hidden by your settings"]),
        .dismissedPosts: .counted([.one: "% post put away", .other: "% posts put away"]),
        .markedAsRead: .counted([.one: "% post marked as read", .other: "% posts marked as read"]),
        .results: .counted([.one: "% result", .other: "% results"]),
        .gap: .fixed("Posts are missing here"),
        .loadGap: .fixed("Load the missing posts"),
        .gapIsLoading: .fixed("Loading the missing posts…"),
        .end: .fixed("This is the end of the feed"),
        .nothing: .fixed("There is nothing to show here"),
        .nothingYet: .fixed("There is nothing here yet"),
        .nothingFound: .fixed("Nothing was found"),
        .allPutAway: .fixed("You have put all of these posts away"),
        .allFiltered: .fixed("Your settings hide all of these posts"),
        .untitled: .fixed("(no title)"),
        .updated: .filled("Updated %"),
        .neverUpdated: .fixed("Not loaded yet"),
        .stale: .fixed("This may be out of date"),
        .loading: .fixed("Loading…"),
        .suspiciousEmpty: .fixed("The server sent no posts, which is hard to believe. You see what is stored."),
        .unreadableItem: .filled("Item % of the answer could not be read"),
        .unreadableAnswer: .fixed("A part of the answer could not be read"),
        .unreadableItems: .counted([.one: "% item could not be read", .other: "% items could not be read"]),
    ]

    private static let ukrainian: [ListPhrase: PhraseText] = [
        .posts: .counted([.one: "% допис", .few: "% дописи", .many: "% дописів"]),
        .newPosts: .counted([.one: "% новий допис", .few: "% нові дописи", .many: "% нових дописів"]),
        .hiddenPosts: .counted(
            [
                .one: "За вашими налаштуваннями приховано % допис", .few: "За вашими налаштуваннями приховано % дописи",
                .many: "За вашими налаштуваннями приховано % дописів",
            ]),
        .dismissedPosts: .counted([.one: "Прибрано % допис", .few: "Прибрано % дописи", .many: "Прибрано % дописів"]),
        .markedAsRead: .counted(
            [
                .one: "Позначено прочитаним % допис", .few: "Позначено прочитаними % дописи",
                .many: "Позначено прочитаними % дописів",
            ]),
        .results: .counted([.one: "% результат", .few: "% результати", .many: "% результатів"]),
        .gap: .fixed("Тут бракує дописів"),
        .loadGap: .fixed("Завантажити пропущені дописи"),
        .gapIsLoading: .fixed("Завантаження пропущених дописів…"),
        .end: .fixed("Це кінець стрічки"),
        .nothing: .fixed("Тут немає чого показати"),
        .nothingYet: .fixed("Тут поки що порожньо"),
        .nothingFound: .fixed("Нічого не знайдено"),
        .allPutAway: .fixed("Ви прибрали всі ці дописи"),
        .allFiltered: .fixed("Ваші налаштування приховують усі ці дописи"),
        .untitled: .fixed("(без назви)"),
        .updated: .filled("Оновлено %"),
        .neverUpdated: .fixed("Ще не завантажено"),
        .stale: .fixed("Дані могли застаріти"),
        .loading: .fixed("Завантаження…"),
        .suspiciousEmpty: .fixed("Сервер не надіслав жодного допису, що малоймовірно. Показано те, що є на пристрої."),
        .unreadableItem: .filled("Елемент № % у відповіді не вдалося прочитати"),
        .unreadableAnswer: .fixed("Частину відповіді не вдалося прочитати"),
        .unreadableItems: .counted(
            [
                .one: "Не вдалося прочитати % елемент", .few: "Не вдалося прочитати % елементи",
                .many: "Не вдалося прочитати % елементів",
            ]),
    ]
}
