import Core

/// What an archive holds, what it changes, and why one is refused.
public enum ArchivePhrase: String, LocalizedPhrase {
    // MARK: The kinds

    /// The marks on posts.
    case statuses
    /// The posts that are kept.
    case posts
    /// The sources.
    case sources
    /// The settings.
    case settings

    // MARK: What becomes of them

    /// So many are new.
    case added
    /// So many are different.
    case changed
    /// So many are gone.
    case removed
    /// Nothing is different.
    case nothingNew
    /// So many settings are of a newer version.
    case ignoredSettings
    /// It was written; the file.
    case exported

    // MARK: Why it is refused

    /// The file is none.
    case notAnArchive
    /// It is not as it was written.
    case damaged
    /// A newer app has written it.
    case tooNew
    /// It has too many bytes.
    case tooLarge
    /// It says what cannot be; of what.
    case invalid

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [ArchivePhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [ArchivePhrase: PhraseText] = [
        .statuses: .fixed("Marks"),
        .posts: .fixed("Saved posts"),
        .sources: .fixed("Sources"),
        .settings: .fixed("Settings"),
        .added: .filled("% new"),
        .changed: .filled("% changed"),
        .removed: .filled("% removed"),
        .nothingNew: .fixed("Everything in this archive is here already."),
        .ignoredSettings: .counted([
            .one: "% setting of a newer version was left as it is.",
            .other: "% settings of a newer version were left as they are.",
        ]),
        .exported: .filled("Exported to %"),
        .notAnArchive: .fixed(ArchiveRefusal.notAnArchive.error.message),
        .damaged: .fixed(ArchiveRefusal.damaged.error.message),
        .tooNew: .fixed("A newer app has written the archive. Nothing was changed; update the app."),
        .tooLarge: .fixed("The archive is larger than what is allowed. Nothing was changed."),
        .invalid: .filled(ArchiveRefusal.invalid("%").error.message),
    ]

    private static let ukrainian: [ArchivePhrase: PhraseText] = [
        .statuses: .fixed("Позначки"),
        .posts: .fixed("Збережені дописи"),
        .sources: .fixed("Джерела"),
        .settings: .fixed("Налаштування"),
        .added: .filled("нових: %"),
        .changed: .filled("змінених: %"),
        .removed: .filled("прибраних: %"),
        .nothingNew: .fixed("Усе з цього архіву тут уже є."),
        .ignoredSettings: .counted([
            .one: "Залишено без змін % налаштування новішої версії.",
            .few: "Залишено без змін % налаштування новішої версії.",
            .many: "Залишено без змін % налаштувань новішої версії.",
        ]),
        .exported: .filled("Експортовано до %"),
        .notAnArchive: .fixed("Це не архів, або його початок пошкоджено. Нічого не змінено."),
        .damaged: .fixed(
            "Архів пошкоджено: він не такий, яким його записано. Нічого не змінено; експортуйте його знову."),
        .tooNew: .fixed("Цей архів записано новішою версією застосунку. Нічого не змінено; оновіть застосунок."),
        .tooLarge: .fixed("Архів більший, ніж дозволено. Нічого не змінено."),
        .invalid: .filled("В архіві щодо «%» записано неприпустиме. Нічого не змінено; експортуйте його знову."),
    ]
}
