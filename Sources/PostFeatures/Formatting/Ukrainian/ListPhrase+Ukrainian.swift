extension ListPhrase {
    static let ukrainian: KeyValuePairs<ListPhrase, PhraseText> = [
        .posts: .counted([.one: "% допис", .few: "% дописи", .many: "% дописів"]),
        .newPosts: .counted([.one: "% новий допис", .few: "% нові дописи", .many: "% нових дописів"]),
        .unreadPosts: .counted(
            [.one: "% непрочитаний допис", .few: "% непрочитані дописи", .many: "% непрочитаних дописів"]),
        .unreadPostsAtLeast: .filled("% непрочитаних дописів"),
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
