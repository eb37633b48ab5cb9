package import Core

/// A section of the settings screen.
public enum SettingsSection: String, Hashable, Sendable, CaseIterable {
    /// Page size, refresh, and what is told the server.
    case reading
    /// The visibility of posts.
    case filters
    /// Theme, language and playback.
    case appearance
    /// Downloads, caches and retention.
    case storage
    /// The app's own settings.
    case app
    /// The settings of other versions, which are shown by their keys and cannot be changed.
    case unknown

    /// The section's built-in settings in order; none for ``app`` and ``unknown``.
    package var keys: [SettingKey] {
        switch self {
        case .reading: [.pageSize, .refreshAgeMinutes, .syncStatuses]
        case .filters:
            [
                .nsfw, .spoilers, .mediaKinds, .blockedWords, .blockedAuthors, .blockedDomains, .blockedSubreddits,
                .blockedFlairs, .hideRead,
            ]
        case .appearance: [.theme, .language, .autoplay, .showFullMemeInfo]
        case .storage:
            [
                .localSaveLimit, .downloadPolicy, .packBudgetMegabytes, .imageCacheMegabytes, .postRetentionDays,
                .readRetentionDays, .accountLogoutPolicy,
            ]
        case .app, .unknown: []
        }
    }
}
