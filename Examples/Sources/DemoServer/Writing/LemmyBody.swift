/// The bodies of calls that change something, with the names that a decoder makes of the server's (`post_id`).
///
/// A name that is not known is passed over, as on the real server.
enum LemmyBody {
    /// The name of a field as it is written here: `postId` for `post_id`.
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(snakeCase name: String) {
            let parts = name.split(separator: "_")
            let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            stringValue = (parts.first.map(String.init) ?? "") + rest.joined()
        }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }

    struct Login: Decodable {
        let usernameOrEmail: String
        let password: String
        let totp2faToken: String?
    }

    struct PostLike: Decodable {
        let postId: Int
        let score: Int
    }

    struct CommentLike: Decodable {
        let commentId: Int
        let score: Int
    }

    struct PostSave: Decodable {
        let postId: Int
        let save: Bool
    }

    struct CommentSave: Decodable {
        let commentId: Int
        let save: Bool
    }

    struct CreateComment: Decodable {
        let content: String
        let postId: Int
        let parentId: Int?
    }

    struct EditComment: Decodable {
        let commentId: Int
        let content: String?
    }

    struct DeleteComment: Decodable {
        let commentId: Int
        let deleted: Bool
    }

    struct CreatePost: Decodable {
        let name: String
        let communityId: Int
        let url: String?
        let body: String?
        let nsfw: Bool?
    }

    struct EditPost: Decodable {
        let postId: Int
        let name: String?
        let url: String?
        let body: String?
        let nsfw: Bool?
    }

    struct DeletePost: Decodable {
        let postId: Int
        let deleted: Bool
    }

    struct Follow: Decodable {
        let communityId: Int
        let follow: Bool
    }

    struct Hide: Decodable {
        let postIds: [Int]
        let hide: Bool
    }

    struct MarkPosts: Decodable {
        let postIds: [Int]
        let read: Bool
    }

    struct MarkReply: Decodable {
        let commentReplyId: Int
        let read: Bool
    }

    struct MarkMention: Decodable {
        let personMentionId: Int
        let read: Bool
    }
}
