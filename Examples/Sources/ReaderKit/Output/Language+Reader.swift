import AppScreens
import CommandKit
import PostFeatures
import ReaderScreens

extension Language {
    /// The languages of the program, with its own sentences in each.
    static let ofReader: [Language] = [
        .english,
        .ukrainian.adding(ReaderPhrase.ukrainian).adding(CommandPhrase.ukrainian)
            .adding(StorePhrase.ukrainian).adding(AppPhrase.ukrainian).adding(ScreenPhrase.ukrainian),
    ]
}

extension ReaderPhrase {
    static let ukrainian: [ReaderPhrase: PhraseText] = [
        .showingStored: .fixed("Показано те, що є на пристрої."),
        .neverListed: .fixed("Дописів цієї стрічки на пристрої ще немає. Відкрийте її раз із мережею."),
        .undoHint: .fixed("Команда 'undo' поверне те, що прибрано останнім."),
        .settingsHint: .fixed("Їх показує команда 'settings'."),
        .fromNetwork: .fixed("з мережі, збережено на пристрої"),
        .fromStore: .fixed("з пристрою"),
        .endOfFeed: .fixed("кінець стрічки"),
        .nothingSaved: .fixed("Тут поки що порожньо: команда 'save ID' зберігає допис."),
        .noSavedMatch: .fixed("Жоден збережений допис не містить усіх цих слів."),
        .orderUnused: .filled("У % лише один порядок: --sort і --period нічого не змінюють."),
        .noMatch: .fixed("Жоден допис на пристрої не містить усіх цих слів."),
        .noCommentMatch: .fixed("Жоден коментар на пристрої не містить усіх цих слів."),
        .markedAsRead: .filled("Позначено прочитаним: %"),
        .markedAsUnread: .filled("Позначено непрочитаним: %"),
        .saved: .filled("Збережено: %"),
        .unsaved: .filled("Прибрано зі збереженого: %"),
        .favourited: .filled("Додано до улюбленого: %"),
        .unfavourited: .filled("Прибрано з улюбленого: %"),
        .keptFiles: .counted([
            .one: "Завантажено % файл.", .few: "Завантажено % файли.", .many: "Завантажено % файлів.",
        ]),
        .missingFiles: .counted([
            .one: "% файл отримати не вдалося.", .few: "% файли отримати не вдалося.",
            .many: "% файлів отримати не вдалося.",
        ]),
        .dismissed: .filled("Прибрано: %"),
        .hidden: .filled("Приховано: %"),
        .unhidden: .filled("Знову показується: %"),
        .restored: .filled("Повернуто: %"),
        .unknownIDs: .filled("На пристрої немає допису з id %."),
        .nothingToDo: .fixed("Робити нічого не довелося."),
        .nothingToUndo: .fixed("Повертати нічого."),
        .idHint: .fixed("Усі id друкує команда 'list'."),
        .unknownToServer: .filled("Сервер не знає допису з id %."),
        .noComments: .filled("Сервер не має коментарів до % і не каже, чи є такий допис."),
        .neverOpened: .filled("Коментарів до % на пристрої ще немає. Відкрийте їх раз із мережею."),
        .partialThreads: .filled("Гілки, яких бракує частинами, з кількістю місць: %."),
        .notToBeHad: .filled("Гілки та файли, яких сервер не дає і про які більше не питаємо: %."),
        .noSources: .fixed("Джерел поки що немає. Додайте перше: 'reader sources add swift'."),
        .sourceAdded: .filled("% додано."),
        .sourceMissing: .filled("% немає в списку."),
        .unknownCommunity: .filled("Сервер не знає %. Перевірте, як це пишеться."),
        .neverDescribed: .filled("Про % на пристрої ще нічого немає. Запитайте раз із мережею."),
        .subscribers: .filled("підписників: %"),
        .isSubscribed: .fixed("ви підписані"),
        .subscriptionWaits: .fixed("підписку ще не надіслано"),
        .unsubscriptionWaits: .fixed("скасування підписки ще не надіслано"),
        .newRefreshToken: .fixed("Для цієї програми: запишіть новий токен оновлення в LANTERN_REDDIT_REFRESH_TOKEN."),
        .nothingDamaged: .fixed("Усе, що збережено на пристрої, ціле."),
        .unreadableRecord: .filled("Запис не підходить до цієї версії й лишається, як є: %."),
        .givenBack: .filled("Повернуто записів: %."),
        .knownAlready: .filled("Записів, які вже є у сховищі: %."),
        .maybeDeleted: .filled("Записів, які відтоді могли бути видалені; '--with-deleted' поверне їх: %."),
        .unmatchedRecords: .filled("Записів, які сюди не підходять і є лише у файлі: %."),
        .unreadable: .filled("Більше не читається: %."),
        .allGivenBack: .filled("Усе з '%' тепер на місці; файл можна видалити."),
    ]
}
