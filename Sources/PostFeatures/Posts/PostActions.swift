public import Core

/// A list whose posts a person reads, saves, hides and dismisses: the actions that every list of feeds has.
///
/// When an action returns, the list's state shows what it did; a failure is in its banner. One that toggles looks at what is
/// shown when it begins, so whoever starts several at once awaits each before the next.
@MainActor
public protocol PostActions: AnyObject {
    /// Finds a post that the list shows.
    ///
    /// - Parameter id: The post's id.
    /// - Returns: The post as it is shown; `nil` for another one.
    func item(_ id: Post.ID) -> FeedItem?

    /// Makes one change to some posts, in one commit for each site that they are of.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - ids: The posts' ids.
    ///   - isUndoable: Whether ``undoLast()`` takes it back: what a person did, and not what follows from something else.
    func set(_ change: StatusChange, for ids: [Post.ID], isUndoable: Bool) async

    /// Dismisses a post; ``undoLast()`` brings it back.
    ///
    /// - Parameter id: The post's id.
    func dismiss(_ id: Post.ID) async

    /// Takes back the last act that changed something, also one that was made elsewhere or in an earlier run of the app.
    ///
    /// An act is a dismissal or another change of marks, of one post or of several. What a server was told of already, it
    /// is told anew.
    ///
    /// - Returns: What was taken back; `nil` where there was nothing to take back, and after a failure.
    @discardableResult
    func undoLast() async -> UndoneAct?
}

extension PostActions {
    /// Takes back the last act, as ``undoLast()`` does, and says by which change.
    ///
    /// - Returns: The change that took it back, such as `.saved(false)`; `nil` where there was nothing to take back, and
    ///   after a failure.
    @discardableResult
    public func undo() async -> StatusChange? { await undoLast()?.change }

    /// Makes one change to some posts, in one commit for each site that they are of; ``undo()`` takes it back.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - ids: The posts' ids.
    public func set(_ change: StatusChange, for ids: [Post.ID]) async {
        await set(change, for: ids, isUndoable: true)
    }

    /// Opens a post: marks it as read, which is no act to undo.
    ///
    /// - Parameter id: The post's id.
    public func select(_ id: Post.ID) async {
        guard item(id)?.status.isRead != true else { return }
        await set(.read(true), for: [id], isUndoable: false)
    }

    /// Marks a post as read when it is unread, else as unread.
    ///
    /// - Parameter id: The post's id; nothing happens when the list does not show it.
    public func toggleRead(_ id: Post.ID) async {
        guard let item = item(id) else { return }
        await set(.read(!item.status.isRead), for: [id])
    }

    /// Saves a post, or removes it from the saved ones.
    ///
    /// - Parameters:
    ///   - isSaved: Whether it is to be one.
    ///   - id: The post's id.
    public func setSaved(_ isSaved: Bool, for id: Post.ID) async {
        await set(.saved(isSaved), for: [id])
    }

    /// Saves a post when it is not saved, else removes it from the saved ones.
    ///
    /// - Parameter id: The post's id; nothing happens when the list does not show it.
    public func toggleSaved(_ id: Post.ID) async {
        guard let item = item(id) else { return }
        await setSaved(!item.status.isSaved, for: id)
    }

    /// Makes a post a favourite, which is kept with its media, or no longer one.
    ///
    /// - Parameters:
    ///   - isFavourite: Whether it is to be one.
    ///   - id: The post's id.
    public func setFavourite(_ isFavourite: Bool, for id: Post.ID) async {
        await set(.favourite(isFavourite), for: [id])
    }

    /// Makes a post a favourite when it is none, else no longer one.
    ///
    /// - Parameter id: The post's id; nothing happens when the list does not show it.
    public func toggleFavourite(_ id: Post.ID) async {
        guard let item = item(id) else { return }
        await setFavourite(!item.status.isFavourite, for: id)
    }

    /// Votes on a post, or takes the vote back.
    ///
    /// For whoever is signed in at a site that takes votes it is queued for the server, and shown at once; otherwise it
    /// stays on this device.
    ///
    /// - Parameters:
    ///   - vote: The vote; `nil` to take it back.
    ///   - id: The post's id.
    public func setVote(_ vote: Vote?, for id: Post.ID) async {
        await set(.vote(vote), for: [id])
    }

    /// Votes on a post, or takes the vote back where it is the same.
    ///
    /// - Parameters:
    ///   - vote: The vote.
    ///   - id: The post's id; nothing happens when the list does not show it.
    public func toggleVote(_ vote: Vote, for id: Post.ID) async {
        guard let item = item(id) else { return }
        await setVote(item.status.vote == vote ? nil : vote, for: id)
    }

    /// Hides a post from every feed.
    ///
    /// - Parameter id: The post's id.
    public func hide(_ id: Post.ID) async {
        await set(.hidden(true), for: [id])
    }
}

extension StatusMutation {
    /// A change of marks; what brings a dismissed post back is never an act, as it takes one back itself.
    init(_ change: StatusChange, _ ids: [Post.ID], isUndoable: Bool) {
        self = isUndoable && change.mark != .dismissed ? .setUndoably(change, ids) : .set(change, ids)
    }

    /// Whether it lists posts again, once it has come to something.
    func bringsBack(_ outcome: StatusOutcome) -> Bool {
        switch self {
        case .set(let change, _), .setUndoably(let change, _): change.bringsBack
        default: outcome.undone?.bringsBack == true
        }
    }
}

extension StatusChange {
    /// Whether it lists posts again that were put away.
    var bringsBack: Bool { self == .dismissed(false) || self == .hidden(false) }
}
