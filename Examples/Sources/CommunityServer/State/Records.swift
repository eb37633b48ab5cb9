import Foundation

/// Somebody who has joined.
struct Person: Sendable, Codable, Equatable {
    let id: String
    let email: String
    let password: String
    var nick: String
    var phone: String?
    /// The path of the picture.
    var picture: String?
    /// The ids of those whom the person follows, in the order of following.
    var following: [String] = []
    var isWithdrawn = false
}

/// A post, a marker of donations included.
struct StoredPost: Sendable, Codable, Equatable {
    let id: String
    let author: String
    /// In milliseconds since 1970.
    let created: Int
    var category: String
    var title = ""
    var content = ""
    var content2 = ""
    var content3 = ""
    var files: [String] = []
    /// The ids of those who like it, in the order of liking.
    var likes: [String] = []
    /// In the order of writing.
    var comments: [StoredComment] = []
}

/// A comment on a post.
struct StoredComment: Sendable, Codable, Equatable {
    let id: String
    let author: String
    /// In milliseconds since 1970.
    let created: Int
    var content: String
}

/// A room of two people.
struct Room: Sendable, Codable, Equatable {
    let id: String
    /// The two, the one who opened it first.
    let people: [String]
    /// In milliseconds since 1970.
    let created: Int
    /// The time of the newest message, or of the making.
    var updated: Int
}

/// A message in a room: a text or pictures.
struct Message: Sendable, Codable, Equatable {
    let id: String
    let room: String
    let sender: String
    /// In milliseconds since 1970.
    let created: Int
    let text: String?
    let files: [String]

    /// The message with another id.
    func named(_ id: String) -> Message {
        Message(id: id, room: room, sender: sender, created: created, text: text, files: files)
    }
}

/// A payment that was validated.
struct Payment: Sendable, Codable, Equatable {
    let id: String
    let buyer: String
    let receipt: String
    let merchant: String
    let post: String
    let name: String
    let price: Int
    /// In milliseconds since 1970.
    let paid: Int
}

/// A payment as its provider has told of it, before it is validated.
struct Receipt: Sendable, Codable, Equatable {
    let receipt: String
    let merchant: String
    let amount: Int
}

/// A picture that was uploaded; its bytes are on the shelf.
struct StoredFile: Sendable, Codable, Equatable {
    let owner: String
    let contentType: String
    /// The room whose two people alone may see it; nil for every member.
    var room: String?
}
