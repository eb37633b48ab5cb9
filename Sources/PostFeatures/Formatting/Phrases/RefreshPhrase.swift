/// What a screen about background refreshes says.
public enum RefreshPhrase: String, LocalizedPhrase {
    /// There was none.
    case never
    /// One is under way: how many feeds of how many.
    case running
    /// It brought nothing.
    case nothingNew
    /// Not one feed could be refreshed.
    case failed
    /// Time was up before everything was done.
    case outOfTime
    /// It was cancelled before everything was done.
    case cutShort
    /// So many feeds could not be refreshed.
    case failedFeeds
    /// So many feeds wait for the next time.
    case leftFeeds
    /// When it ended: how long ago.
    case lastRun
    /// When the next one may begin: a time.
    case nextRun
    /// The system takes no next run.
    case notScheduled

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [RefreshPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [RefreshPhrase: PhraseText] = [
        .never: .fixed("Not refreshed in the background yet"),
        .running: .filled("Refreshing: %"),
        .nothingNew: .fixed("Nothing new"),
        .failed: .fixed("No feed could be refreshed"),
        .outOfTime: .fixed("Stopped when the time was up"),
        .cutShort: .fixed("Stopped before everything was done"),
        .failedFeeds: .counted([.one: "% feed could not be refreshed", .other: "% feeds could not be refreshed"]),
        .leftFeeds: .counted([.one: "% feed waits for the next time", .other: "% feeds wait for the next time"]),
        .lastRun: .filled("Last background refresh: %"),
        .nextRun: .filled("Next refresh: not before %"),
        .notScheduled: .fixed("The system allows no background refresh"),
    ]

    private static let ukrainian: [RefreshPhrase: PhraseText] = [
        .never: .fixed("У фоні ще не оновлювалося"),
        .running: .filled("Оновлюється: %"),
        .nothingNew: .fixed("Нічого нового"),
        .failed: .fixed("Жодної стрічки не вдалося оновити"),
        .outOfTime: .fixed("Зупинено: час вичерпано"),
        .cutShort: .fixed("Зупинено до завершення"),
        .failedFeeds: .counted(
            [
                .one: "Не вдалося оновити % стрічку", .few: "Не вдалося оновити % стрічки",
                .many: "Не вдалося оновити % стрічок",
            ]),
        .leftFeeds: .counted(
            [
                .one: "% стрічка чекає наступного разу", .few: "% стрічки чекають наступного разу",
                .many: "% стрічок чекають наступного разу",
            ]),
        .lastRun: .filled("Останнє фонове оновлення: %"),
        .nextRun: .filled("Наступне оновлення: не раніше %"),
        .notScheduled: .fixed("Система не дозволяє фонового оновлення"),
    ]
}
