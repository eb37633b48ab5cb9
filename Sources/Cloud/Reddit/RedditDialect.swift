/// Which of Reddit's two roads for JSON is asked: the paths, the answers and the names are the same but for a suffix.
public enum RedditDialect: Sendable, Hashable, CaseIterable {
    /// The public one, on `www.reddit.com`: paths end in `.json`, and nobody signs in.
    case publicJSON
    /// The one for clients with a token, on `oauth.reddit.com`: paths have no ending.
    case oauth

    /// What comes behind a path, before its query: `.json` or nothing.
    var suffix: String {
        switch self {
        case .publicJSON: ".json"
        case .oauth: ""
        }
    }
}
