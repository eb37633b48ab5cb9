public import Core

/// A part of the settings screen.
public enum SettingsSection: String, Hashable, Sendable, CaseIterable {
    /// How much is fetched, and how often.
    case reading
    /// What is left out or covered.
    case filters
    /// How things look and sound.
    case appearance
    /// What may be kept, and for how long.
    case storage
    /// The app's own.
    case app
    /// The settings that only another version knows: shown by their keys, and never changed.
    case unknown

    /// The section's built-in settings, in the order of the screen; none for ``app`` and ``unknown``, whose settings
    /// `SettingsViewModel.State.rows(in:)` knows.
    public var keys: [SettingKey] {
        switch self {
        case .reading: [.pageSize, .refreshAgeMinutes]
        case .filters: [.nsfw, .spoilers, .mediaKinds, .blockedWords, .blockedAuthors, .blockedDomains, .hideRead]
        case .appearance: [.theme, .language, .autoplay, .showFullMemeInfo]
        case .storage:
            [
                .localSaveLimit, .downloadPolicy, .packBudgetMegabytes, .imageCacheMegabytes, .postRetentionDays,
                .readRetentionDays,
            ]
        case .app, .unknown: []
        }
    }
}
