import Core
import Foundation

/// A dismissal that can be undone.
struct DismissalRecord: StoredRecord {
    /// Larger is newer.
    let id: Int
    /// The posts that were not dismissed before.
    let posts: [Post.ID]
    let date: Date
    /// The account that dismissed them, as it is written; nil for nobody.
    private var account: String?

    init(id: Int, posts: [Post.ID], date: Date, owner: MarkOwner) {
        self.id = id
        self.posts = posts
        self.date = date
        account = owner == .nobody ? nil : owner.description
    }

    /// The number of dismissals that each owner can undo, one after the other.
    static let limit = 20

    /// The owner who dismissed them; nil for an account that this version cannot read.
    var owner: MarkOwner? { account.map { MarkOwner($0) } ?? .nobody }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(posts, forKey: .posts)
        try container.encode(date, forKey: .date)
        // Nobody's are written as they always were.
        if let account { try container.encode(account, forKey: .account) }
    }
}

extension StoreSnapshot {
    /// The dismissals that an owner can undo, the oldest first.
    func dismissals(of owner: MarkOwner) throws -> [DismissalRecord] {
        try window(of: StatusSchemas.dismissals).filter { $0.owner == owner }
    }

    /// Whether an owner has a dismissal to undo.
    func canUndo(for owner: MarkOwner) throws -> Bool {
        guard try count(of: StatusSchemas.dismissals) > 0 else { return false }
        // A dismissal may have thousands of posts: where no account has marks, all are nobody's and none is read.
        if owner == .nobody, try count(of: StatusSchemas.marks) == 0 { return true }
        return try !dismissals(of: owner).isEmpty
    }
}
