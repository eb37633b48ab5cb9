/// A list of blocked subreddits or communities, compared in any case.
struct BlockedSubreddits: Sendable {
    /// The names as they were typed, by the names in lower case.
    private let names: [String: String]

    /// Reads the names; `nil` when there are none.
    init?(_ typed: [String]) {
        names = Dictionary(
            typed.compactMap { typed in
                SettingList.subreddits.form(of: typed.trimmingWhiteSpace).map { ($0.lowercased(), typed) }
            }, uniquingKeysWith: { first, _ in first })
        if names.isEmpty { return nil }
    }

    /// Returns the entry that blocks a subreddit, as it was typed; one without a host blocks the name on every server.
    func match(_ subreddit: String?) -> String? {
        guard let name = subreddit?.lowercased() else { return nil }
        if let typed = names[name] { return typed }
        guard let at = name.lastIndex(of: "@") else { return nil }
        return names[String(name[..<at])]
    }
}
