import Core
import Foundation

/// An act that can be undone: a dismissal, or a change of other marks.
///
/// A version of Lantern that knows dismissals only takes the second kind for one of which nothing is put away, and
/// forgets it.
struct ActRecord: StoredRecord {
    /// Larger is newer.
    let id: Int
    /// The posts whose marks the act changed.
    let posts: [Post.ID]
    let date: Date
    /// The changes that give the marks back; nil for a dismissal.
    private var restores: [UndoableAct.Part]?
    /// Whether a server is told of the marks, so that they are not given back here; nil for false.
    private var isTold: Bool?
    /// The account that dismissed them, as it is written; nil for nobody.
    private var account: String?
    /// The first record of the same act, where a person changed posts of sites at which different owners look; nil
    /// for an act of one owner.
    private var act: Int?

    init(
        id: Int, restoring parts: [UndoableAct.Part], date: Date, owner: MarkOwner, act: Int? = nil,
        isTold: Bool = false
    ) {
        self.id = id
        posts = parts.posts
        self.date = date
        self.act = act
        account = owner == .nobody ? nil : owner.description
        restores = parts.contains { $0.change != .dismissed(false) } ? parts : nil
        self.isTold = isTold ? true : nil
    }

    /// The number of the act that it belongs to.
    var actNumber: Int { act ?? id }

    /// Whether it is a dismissal.
    var isDismissal: Bool { restores == nil }

    /// Whether a server has to be told to undo it.
    var needsServer: Bool { isTold ?? false }

    /// The changes that give the marks back.
    var parts: [UndoableAct.Part] { restores ?? [UndoableAct.Part(.dismissed(false), posts)] }

    /// The number of acts that each owner can undo, one after the other.
    static let limit = 20

    /// The owner whose act it is; nil for an account that this version cannot read.
    var owner: MarkOwner? { account.map { MarkOwner($0) } ?? .nobody }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(posts, forKey: .posts)
        try container.encode(date, forKey: .date)
        // Nobody's are written as they always were.
        if let account { try container.encode(account, forKey: .account) }
        if let act { try container.encode(act, forKey: .act) }
        if let restores { try container.encode(restores, forKey: .restores) }
        if let isTold { try container.encode(isTold, forKey: .isTold) }
    }
}

extension ActRecord {
    /// Whether its owner is one of those who look: at their own site, or for nobody at the site of one of its posts.
    func isSeen(by viewers: Viewers) -> Bool {
        guard let owner else { return false }
        guard let account = owner.account else {
            return posts.contains { viewers.owner(on: $0.site) == .nobody }
        }
        return viewers.owner(on: account.site) == owner
    }
}

extension StoreSnapshot {
    /// The acts that an owner can undo, the oldest first.
    func acts(of owner: MarkOwner) throws -> [ActRecord] {
        try window(of: StatusSchemas.dismissals).filter { $0.owner == owner }
    }

    /// Whether an owner has an act to undo.
    func canUndo(for owner: MarkOwner) throws -> Bool {
        guard try count(of: StatusSchemas.dismissals) > 0 else { return false }
        // An act may have thousands of posts: where no account has marks, all are nobody's and none is read.
        if owner == .nobody, try count(of: StatusSchemas.marks) == 0 { return true }
        return try !acts(of: owner).isEmpty
    }

    /// Whether those who look have an act to undo.
    func canUndo(for viewers: Viewers) throws -> Bool {
        if viewers.isNobody { return try canUndo(for: MarkOwner.nobody) }
        guard try count(of: StatusSchemas.dismissals) > 0 else { return false }
        return try window(of: StatusSchemas.dismissals).contains { $0.isSeen(by: viewers) }
    }

    /// The acts that those who look can undo, the oldest first, each with its records.
    func acts(for viewers: Viewers) throws -> [[ActRecord]] {
        var acts: [[ActRecord]] = []
        for record in try window(of: StatusSchemas.dismissals) where record.isSeen(by: viewers) {
            if let number = acts.last?[0].actNumber, number == record.actNumber {
                acts[acts.count - 1].append(record)
            } else {
                acts.append([record])
            }
        }
        return acts
    }
}
