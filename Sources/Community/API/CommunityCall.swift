/// A call of the community's interface: what one method and path is for.
///
/// The same status means different things by call; ``CommunityStatus`` has the table.
public enum CommunityCall: String, Hashable, Sendable, CaseIterable {
    /// POST `users/login`.
    case login
    /// POST `users/join`.
    case join
    /// POST `validation/email`.
    case checkEmail
    /// GET `auth/refresh`.
    case refresh
    /// GET `users/withdraw`, which deletes the account.
    case withdraw
    /// GET `users/me/profile` and `users/ID/profile`.
    case readProfile
    /// PUT `users/me/profile`.
    case changeProfile
    /// POST `follow/ID`.
    case follow
    /// DELETE `follow/ID`.
    case unfollow
    /// POST `posts/files`.
    case uploadPictures
    /// POST `posts`.
    case publish
    /// PUT `posts/ID`.
    case edit
    /// DELETE `posts/ID`.
    case delete
    /// GET `posts`, `posts/users/ID`, `posts/hashTags` and `posts/likes/me`.
    case readPosts
    /// GET `posts/ID`.
    case readPost
    /// POST `posts/ID/comments`.
    case comment
    /// PUT `posts/ID/comments/ID`.
    case editComment
    /// DELETE `posts/ID/comments/ID`.
    case deleteComment
    /// POST `posts/ID/like`.
    case like
    /// POST `payments/validation`.
    case validatePayment
    /// GET `payments/me`.
    case readPayments
    /// POST `chats`.
    case openRoom
    /// GET `chats`.
    case readRooms
    /// GET `chats/ID`.
    case readMessages
    /// POST `chats/ID`.
    case sendMessage
    /// POST `chats/ID/files`.
    case uploadToRoom
}
