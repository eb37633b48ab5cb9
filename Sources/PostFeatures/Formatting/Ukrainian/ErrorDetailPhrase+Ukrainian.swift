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
        .signInRefused: .filled(
            "Сервер відмовив у вході (%). Перевірте там обліковий запис і те, як зареєстровано застосунок."),
        .signInNotAccepted: .fixed("Сервер не прийняв даних для входу. Почніть знову."),
        .signInNeedsCode: .fixed("Обліковий запис має другий фактор. Увійдіть ще раз разом із його кодом."),
        .signInNeedsField: .filled("Для входу потрібне поле «%». Заповніть його."),
        .signInMailNotConfirmed: .fixed(
            "Адресу електронної пошти не підтверджено. Відкрийте надіслане посилання й увійдіть знову."),
        .signInUnfinished: .filled(
            "Обліковим записом ще не можна користуватися (%). Дочекайтеся дозволу сервера й увійдіть знову."),
        .signInAnotherPerson: .fixed("Увійшов хтось інший. Увійдіть як та особа, яка користується застосунком."),
    ]
}
