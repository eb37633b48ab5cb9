import Core
import Foundation

/// A change of statuses, or a visit to a thread, that another process has left for the one that writes.
struct StatusHandover: Codable, Sendable {
    private enum Action: Codable {
        case set(StatusChange, posts: [Post.ID])
        case mark(StatusChange, targets: [OwnedTarget])
        case dismiss(posts: [Post.ID])
        case undoDismiss
        case setUndoably(StatusChange, posts: [Post.ID])
        case undo
        case keepAct([UndoableAct.Part])
        case takeBack(act: Int, posts: [Post.ID])
        case visit(post: Post.ID)
        case collapse([Collapse], post: Post.ID)
    }

    private struct Collapse: Codable {
        let comment: Comment.ID
        /// `nil` for the server's choice.
        let isCollapsed: Bool?
    }

    private let owner: String
    private let date: Date
    private let action: Action

    static let kind = HandoverKind<StatusHandover>(name: "statuses") { try $0.apply(to: &$1) }

    /// A change of posts; all of a feed are those that are in it now.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - changed: The posts that it changes as far as is known, for a change that does not name them.
    ///   - owner: The owner of the marks.
    ///   - date: The date of the change.
    init(_ mutation: StatusMutation, changed: [Post.ID], owner: MarkOwner, date: Date) {
        self.owner = owner.description
        self.date = date
        switch mutation {
        case .set(let change, let posts): action = .set(change, posts: posts)
        case .dismiss(let posts): action = .dismiss(posts: posts)
        case .dismissAll: action = .dismiss(posts: changed)
        case .undoDismiss: action = .undoDismiss
        case .setUndoably(let change, let posts): action = .setUndoably(change, posts: posts)
        case .undo: action = .undo
        }
    }

    /// A change of posts and comments.
    init(_ change: StatusChange, of targets: [StatusTarget], owner: MarkOwner, date: Date) {
        self.owner = owner.description
        self.date = date
        action = .mark(change, targets: targets.filter(\.isReadable).map { OwnedTarget(owner, $0) })
    }

    /// An act of which a server is told.
    init(keeping parts: [UndoableAct.Part], owner: MarkOwner, date: Date) {
        self.owner = owner.description
        self.date = date
        action = .keepAct(parts)
    }

    /// The undo of an act.
    init(takingBack act: UndoableAct, of posts: [Post.ID], owner: MarkOwner, date: Date) {
        self.owner = owner.description
        self.date = date
        action = .takeBack(act: act.id, posts: posts)
    }

    /// A visit to a thread.
    init(visitOf post: Post.ID, owner: MarkOwner, date: Date) {
        self.owner = owner.description
        self.date = date
        action = .visit(post: post)
    }

    /// Comments of a thread that were collapsed or expanded.
    init(_ collapsed: [Comment.ID: Bool?], of post: Post.ID, owner: MarkOwner, date: Date) {
        self.owner = owner.description
        self.date = date
        let changes = collapsed.map { Collapse(comment: $0.key, isCollapsed: $0.value) }
        action = .collapse(changes.sorted { $0.comment < $1.comment }, post: post)
    }

    private func apply(to transaction: inout WriteTransaction) throws {
        // An account that this version cannot read has no marks here.
        guard let owner = MarkOwner(owner) else { return }
        switch action {
        case .set(let change, let posts):
            _ = try transaction.apply(.set(change, posts), for: Viewers(everywhere: owner), at: date)
        case .mark(let change, let targets):
            _ = try transaction.apply(change, to: targets.map(\.target), for: owner, at: date)
        case .dismiss(let posts):
            _ = try transaction.apply(.dismiss(posts), for: Viewers(everywhere: owner), at: date)
        case .undoDismiss:
            _ = try transaction.apply(.undoDismiss, for: Viewers(everywhere: owner), at: date)
        case .setUndoably(let change, let posts):
            _ = try transaction.apply(.setUndoably(change, posts), for: Viewers(everywhere: owner), at: date)
        case .undo:
            _ = try transaction.apply(.undo, for: Viewers(everywhere: owner), at: date)
        case .keepAct(let parts):
            try transaction.remember(parts, for: Viewers(everywhere: owner), at: date, isTold: true)
        case .takeBack(let act, let posts):
            _ = try transaction.takeBack(act, of: Set(posts), for: Viewers(everywhere: owner), at: date)
        case .visit(let post):
            _ = try transaction.visit(post, for: owner, at: date, known: nil)
        case .collapse(let changes, let post):
            let collapsed = Dictionary(changes.map { ($0.comment, $0.isCollapsed) }) { $1 }
            try transaction.setCollapsed(collapsed, of: post, for: owner, at: date)
        }
    }
}
