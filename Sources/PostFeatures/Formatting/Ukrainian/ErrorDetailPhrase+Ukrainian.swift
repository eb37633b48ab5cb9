extension ErrorDetailPhrase {
    /// Numbers stand in the accusative, as they do behind "через".
    static let ukrainian: KeyValuePairs<ErrorDetailPhrase, PhraseText> = [
        .rateLimitedFor: .filled("Забагато запитів. Спробуйте ще раз через %."),
        .serverErrorFor: .filled("На сервері збій. Спробуйте ще раз через %."),
        .seconds: .counted([.one: "% секунду", .few: "% секунди", .many: "% секунд"]),
        .minutes: .counted([.one: "% хвилину", .few: "% хвилини", .many: "% хвилин"]),
        .hours: .counted([.one: "% годину", .few: "% години", .many: "% годин"]),
        .otherCode: .filled("Щось пішло не так (%). Спробуйте ще раз."),
        .path: .filled("Шлях: %"),
        .signInNotBegun: .fixed("Вхід не розпочато. Почніть знову."),
        .signInWrongState: .fixed(
            "Ця відповідь стосується іншого входу. Почніть знову й користуйтеся лише останньою сторінкою."),
        .signInMalformedRedirect: .fixed("Відповідь сторінки входу не вдалося прочитати. Почніть знову."),
        .signInRefused: .filled("Сервер відмовив у вході (%). Перевірте, як там зареєстровано застосунок."),
        .signInNotAccepted: .fixed("Сервер не прийняв даних для входу. Почніть знову."),
    ]
}
