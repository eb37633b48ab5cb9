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

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .statuses: .fixed("Marks")
        case .posts: .fixed("Saved posts")
        case .sources: .fixed("Sources")
        case .settings: .fixed("Settings")
        case .added: .filled("% new")
        case .changed: .filled("% changed")
        case .removed: .filled("% removed")
        case .nothingNew: .fixed("Everything in this archive is here already.")
        case .ignoredSettings:
            .counted([
                .one: "% setting of a newer version was left as it is.",
                .other: "% settings of a newer version were left as they are.",
            ])
        case .exported: .filled("Exported to %")
        case .notAnArchive: .fixed(ArchiveRefusal.notAnArchive.error.message)
        case .damaged: .fixed(ArchiveRefusal.damaged.error.message)
        case .tooNew: .fixed("A newer app has written the archive. Nothing was changed; update the app.")
        case .tooLarge: .fixed("The archive is larger than what is allowed. Nothing was changed.")
        case .invalid: .filled(ArchiveRefusal.invalid("%").error.message)
        }
    }
}
