import Core
import Foundation

/// The collections of the answers to accounts; both can be fetched again.
///
/// Whether an answer is read is not in them: the server says it to the account, as of a vote
/// (``StatusSchemas/confirmed``).
enum AnswerSchemas {
    /// The answers of an owner by their dates.
    static let byDate = CompoundIndex<AnswerRecord, String, Date>("newest", \.owner, \.date)

    /// The answers, each by the account that it is for and the comment.
    static let answers = CollectionSchema<AnswerRecord>(name: "answers", indexes: [byDate.index]).replaceable()

    /// What is known of the list on the server, for each account.
    static let inboxes = CollectionSchema<InboxRecord>(name: "inboxes").replaceable()

    static let all = [AnyCollectionSchema(answers), AnyCollectionSchema(inboxes)]
}

/// A stored answer.
struct AnswerRecord: StoredRecord, Equatable {
    /// The account that it is for, and the comment.
    let id: OwnedTarget
    var post: Post.ID?
    var parent: Comment.Parent?
    var author: String?
    var body: String?
    var created: Date?
    var community: String?
    var postTitle: String?
    var notices: [Notice]
    /// The date at which it was stored first.
    var stored: Date

    /// What the server keeps of having told of it, without its mark.
    struct Notice: Codable, Equatable, Sendable {
        let native: String
        let kind: Answer.Kind
    }

    init(_ answer: Answer, stored: Date) {
        id = OwnedTarget(.account(answer.id.account), .comment(answer.comment))
        post = answer.post
        parent = answer.parent
        author = answer.author
        body = answer.body
        created = answer.created
        community = answer.community
        postTitle = answer.postTitle
        notices = answer.notices.map { Notice(native: $0.native, kind: $0.kind) }
        self.stored = stored
    }

    /// The answer, of which nothing is read; `nil` for what is none.
    var answer: Answer? {
        guard let account = id.owner.account, let comment = id.target.comment else { return nil }
        let notices = notices.map { Answer.Notice($0.native, kind: $0.kind, isRead: false) }
        var answer = Answer(Answer.ID(account, comment), notices: notices)
        answer.post = post
        answer.parent = parent
        answer.author = author
        answer.body = body
        answer.created = created
        answer.community = community
        answer.postTitle = postTitle
        return answer
    }

    /// The date that counts for its place and its age.
    var date: Date { created ?? stored }

    /// The targets of its marks.
    var targets: [StatusTarget] {
        notices.map { StatusTarget(.answer, site: id.target.site, native: $0.native) }
    }

    /// The account, as ``MarkOwner`` writes it.
    var owner: String { id.owner.description }
}

/// What is known of the list of answers on the server.
struct InboxRecord: StoredRecord, Equatable {
    /// The account, as ``MarkOwner`` writes it.
    let id: String
    /// The position of the next page behind what is stored; `nil` at the end.
    var next: PageCursor?
    /// The date at which the newest were last fetched.
    var refreshed: Date

    static func id(of account: AccountKey) -> String { MarkOwner.account(account).description }
}
