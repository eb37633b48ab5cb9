/// A provider of what people have begun to write.
///
/// Contract:
/// - A draft that was stored survives the process and power loss; nothing that makes room removes it.
/// - A draft whose item is in the outbox, or was sent, is not stored again: its words are on their way.
/// - The commit that stores an item removes the draft of its id. A text that is given up becomes the draft of the id
///   ``OutboxItem/ID/draftID``, in the commit in which it leaves.
/// - Once what is answered is sent, drafts name it by the site's own id.
/// - Safe from any thread.
public protocol DraftProvider: Sendable {
    /// Returns the drafts of all accounts and of nobody.
    ///
    /// - Returns: The drafts, what was changed last first.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func drafts() async throws -> [Draft]

    /// Stores a draft, in the place of the one with its id.
    ///
    /// - Parameter draft: The draft.
    /// - Returns: Whether it is stored; false where an item has its id.
    /// - Throws: A ``CodedError`` when it cannot be stored.
    @discardableResult
    func store(_ draft: Draft) async throws -> Bool

    /// Removes a draft; one that is not there is no error.
    ///
    /// - Parameter id: The draft.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func remove(_ id: Draft.ID) async throws

    /// Observes the drafts.
    ///
    /// - Returns: What ``drafts()`` returns, at once and after each change, newest only; a stream for each call. It
    ///   throws as ``drafts()`` does, and ends when the store is closed.
    func observe() -> AsyncThrowingStream<[Draft], any Error>
}

extension Sequence<Draft> {
    /// Returns the draft with which somebody goes on writing.
    ///
    /// - Parameters:
    ///   - kind: What is written.
    ///   - target: What is answered or edited.
    ///   - account: Who writes; `nil` for nobody.
    /// - Returns: The one that was changed last; `nil` where there is none.
    package func latest(_ kind: OutboxItem.Kind, of target: StatusTarget, by account: AccountKey?) -> Draft? {
        filter { $0.kind == kind && $0.target == target && $0.account == account }.max { $0.date < $1.date }
    }

    /// Returns the draft of a post with which somebody goes on writing.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - community: The community, without regard to case; `nil` for a draft without one.
    ///   - account: Who writes; `nil` for nobody.
    /// - Returns: The one that was changed last; `nil` where there is none.
    package func latestPost(on site: Site, to community: String?, by account: AccountKey?) -> Draft? {
        func name(_ text: String?) -> String {
            text.map { (WritingRules.community($0) ?? $0).lowercased() } ?? ""
        }
        let wanted = name(community)
        return filter {
            $0.kind == .submit && $0.site == site && $0.account == account && name($0.community) == wanted
        }.max { $0.date < $1.date }
    }
}
