/// The address and the suffix by which Reddit's JSON is requested; paths and answers are the same.
package enum RedditDialect: Sendable, Hashable, CaseIterable {
    /// The public JSON, on `www.reddit.com`: paths end in `.json`, and nobody signs in.
    case publicJSON
    /// The one for clients with a token, on `oauth.reddit.com`: paths have no ending.
    case oauth

    /// The suffix of paths before the query: `.json` or nothing.
    var suffix: String {
        switch self {
        case .publicJSON: ".json"
        case .oauth: ""
        }
    }
}
