/// A post that somebody wrote.
struct WrittenPost: Sendable, Codable, Equatable {
    /// From ``SiteState/firstNumber`` on, and never given twice.
    let number: Int
    /// The account's name as it is spelled.
    let author: String
    /// The community's name as it is spelled.
    let community: String
    var title: String
    /// Empty for none.
    var text: String
    /// Nil for a post that leads nowhere.
    var url: String?
    var isNSFW = false
    var isSpoiler = false
    /// Unix time, in seconds.
    let created: Int
    /// Unix time of the last edit, in seconds.
    var edited: Int?
    var isDeleted = false

    /// Base36, without the `t3_`.
    var id: String { String(number, radix: 36) }
    var fullname: String { "t3_" + id }
}

/// A comment that somebody wrote.
struct WrittenComment: Sendable, Codable, Equatable {
    /// From ``SiteState/firstNumber`` on, and never given twice; a post may have the same.
    let number: Int
    /// The account's name as it is spelled.
    let author: String
    /// The post's id, without the `t3_`.
    let postID: String
    /// The ids, without the `t1_`, of what it is below, from the top; empty for an answer to the post.
    let ancestors: [String]
    var text: String
    /// Unix time, in seconds.
    let created: Int
    /// Unix time of the last edit, in seconds.
    var edited: Int?
    var isDeleted = false

    /// Base36, without the `t1_`.
    var id: String { String(number, radix: 36) }
    var fullname: String { "t1_" + id }
    /// The fullname of what it answers.
    var parent: String { ancestors.last.map { "t1_" + $0 } ?? "t3_" + postID }
}
