import Core

/// Texts about an archive: its contents, the changes that an import makes, and the reasons why one is refused.
public enum ArchivePhrase: String, LocalizedPhrase {
    // MARK: The kinds

    /// The name of the marks on posts.
    case statuses
    /// The name of the saved posts.
    case posts
    /// The name of the drafts.
    case drafts
    /// The name of the sources.
    case sources
    /// The name of the settings.
    case settings

    // MARK: What becomes of them

    /// The number of new records.
    case added
    /// The number of changed records.
    case changed
    /// The number of removed records.
    case removed
    /// An import that changes nothing.
    case nothingNew
    /// The number of settings of a newer version, which are left as they are.
    case ignoredSettings
    /// A finished export, with the file's name.
    case exported

    // MARK: Why it is refused

    /// The file is not an archive.
    case notAnArchive
    /// The archive is damaged.
    case damaged
    /// The archive was written by a newer app.
    case tooNew
    /// The archive has too many bytes.
    case tooLarge
    /// The archive holds an invalid value, which is named.
    case invalid

    public var english: PhraseText {
        switch self {
        case .statuses: .fixed("Marks")
        case .posts: .fixed("Saved posts")
        case .drafts: .fixed("Drafts")
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
        case .notAnArchive: .fixed(ArchiveError.notAnArchive.error.message)
        case .damaged: .fixed(ArchiveError.damaged.error.message)
        case .tooNew: .fixed("A newer app has written the archive. Nothing was changed; update the app.")
        case .tooLarge: .fixed("The archive is larger than what is allowed. Nothing was changed.")
        case .invalid: .filled(ArchiveError.invalid("%").error.message)
        }
    }
}
