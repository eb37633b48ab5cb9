extension RefreshPhrase {
    static let ukrainian: KeyValuePairs<RefreshPhrase, PhraseText> = [
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
