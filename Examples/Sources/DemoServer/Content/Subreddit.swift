/// A generated community.
struct Subreddit: Sendable {
    /// The name as it is spelled for people.
    let name: String
    let title: String
    let summary: String
    let subscribers: Int
    /// Base36, without the `t5_`.
    let id: String
    /// Whether anonymous requests are answered with 403.
    let isPrivate: Bool
}
