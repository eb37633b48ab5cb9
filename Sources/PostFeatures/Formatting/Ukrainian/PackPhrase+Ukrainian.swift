extension PackPhrase {
    static let ukrainian: KeyValuePairs<PackPhrase, PhraseText> = [
        .of: .fixed("з"),
        .posts: .counted([.one: "% допису", .few: "% дописів", .many: "% дописів"]),
        .allPosts: .counted([.one: "% допис", .few: "% дописи", .many: "% дописів"]),
        .threads: .counted(
            [.one: "коментарі % допису", .few: "коментарі % дописів", .many: "коментарі % дописів"]),
        .thumbnails: .counted([.one: "% мініатюри", .few: "% мініатюр", .many: "% мініатюр"]),
        .files: .counted([.one: "% файлу", .few: "% файлів", .many: "% файлів"]),
        .missing: .counted([
            .one: "% уже немає на сервері", .few: "% уже немає на сервері", .many: "% уже немає на сервері",
        ]),
        .complete: .fixed("Усе завантажено"),
        .partialThreads: .counted([
            .one: "Усе, крім частини % гілки", .few: "Усе, крім частин % гілок", .many: "Усе, крім частин % гілок",
        ]),
        .stoppedByBytes: .fixed("Відведене місце вичерпано"),
        .stoppedByTime: .fixed("Час вийшов"),
        .stoppedByNetwork: .fixed("Чекає на мережу"),
        .stoppedByPolicy: .fixed("Медіа чекають: завантаження вимкнено в налаштуваннях"),
        .paused: .fixed("Призупинено"),
        .failed: .fixed("Щось пішло не так"),
        .about: .filled("близько %"),
        .availableOffline: .fixed("Доступно без мережі"),
        .textAndComments: .fixed("Текст і коментарі без мережі"),
        .partly: .fixed("Частково без мережі"),
        .textOnly: .fixed("Текст без мережі"),
        .notAvailable: .fixed("Немає на цьому пристрої"),
    ]
}
