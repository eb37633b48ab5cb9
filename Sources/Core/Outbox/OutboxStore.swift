package import Foundation

/// A place in which an outbox is kept.
///
/// Contract:
/// - A commit is whole or not there; when it has returned, it survives power loss.
/// - After an error nothing of the commit is there, unless its code is `outcomeUnknown`: then the outbox is to be read
///   again before anything else is done.
/// - Once another process has had the store to write to, a commit throws an error with the code `superseded`, until the
///   outbox was read again.
package protocol OutboxStore: Sendable {
    /// Whether another process may have changed what is kept since the last ``content()``; false by default.
    var isChangedByOthers: Bool { get }

    /// Reads everything that is kept.
    ///
    /// - Returns: The content; of records that cannot be read by this version, their number.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func content() async throws -> OutboxContent

    /// Commits the changes of a step with what belongs to them.
    ///
    /// - Parameter commit: The changes; one that changes nothing is no commit.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func commit(_ commit: OutboxCommit) async throws
}

extension OutboxStore {
    package var isChangedByOthers: Bool { false }
}

/// The changes of a step of the outbox, with what is stored beside them, all or nothing.
package struct OutboxCommit: Sendable, Equatable {
    /// The changed records.
    package var changes: OutboxChanges
    /// The values that the server has after intents of accounts.
    package var acknowledged: [OutboxAcknowledgement] = []
    /// The intents that take the place of their account's own mark, so that what the server says counts from now on.
    package var untouched: [StatusIntent] = []
    /// The intent of another process that is over with this commit; `nil` for none.
    package var handed: OutboxEntry.ID?
    /// The drafts that texts become which were given up; a text that is stored takes the place of the draft of its id.
    package var drafts: [Draft] = []
    /// The drafts that are gone, besides those of the ids of new entries: their words are in an entry.
    package var clearedDrafts: Set<OutboxEntry.ID> = []
    /// The texts that servers have taken, with edits and deletions: shown until the servers' copies are believed.
    package var texts: [SentText.Arrival] = []
    /// The changes of resources' values that servers took.
    package var resources: [ResourceAcknowledgement] = []

    /// Creates a commit of changes alone.
    ///
    /// - Parameter changes: The changed records.
    package init(_ changes: OutboxChanges) {
        self.changes = changes
    }
}

extension OutboxCommit {
    /// Makes drafts of the texts that were given up.
    ///
    /// - Parameters:
    ///   - outcomes: The outcomes of the step.
    ///   - date: The date of the drafts.
    mutating func addDrafts(of outcomes: [OutboxOutcome], at date: Date) {
        let givenUp = outcomes.compactMap { outcome in
            if case .draft(let entry) = outcome { entry } else { nil }
        }
        for entry in givenUp {
            guard var draft = Draft(entry, id: entry.id.draftID, date: date) else { continue }
            // What it answers has gone with it, and is to be sent again before it.
            for parent in givenUp where parent.id != entry.id {
                draft.rename(parent.id.rawValue, to: parent.id.draftID.rawValue)
            }
            drafts.append(draft)
        }
    }
}

/// The value that a server has after an intent of an account.
package struct OutboxAcknowledgement: Sendable, Equatable {
    /// The account and the target, by the site's own id.
    package var id: OwnedTarget
    /// The values.
    package var values: ConfirmedValues
    /// The moment of the server's answer, and the seconds until reads are believed that contradict it.
    package var acknowledgement: ConfirmedState.Acknowledgement
    /// The date of the intent.
    package var date: Date

    /// Creates an acknowledgement.
    ///
    /// - Parameters:
    ///   - id: The account and the target, by the site's own id.
    ///   - values: The values.
    ///   - acknowledgement: The moment of the server's answer, and the seconds until reads are believed that contradict
    ///     it.
    ///   - date: The date of the intent.
    package init(
        id: OwnedTarget, values: ConfirmedValues, acknowledgement: ConfirmedState.Acknowledgement, date: Date
    ) {
        self.id = id
        self.values = values
        self.acknowledgement = acknowledgement
        self.date = date
    }
}

/// A memory of the things that an app knew of before an attempt, so that a look does not take one of them for what that
/// attempt made.
package protocol KnownThings: Sendable {
    /// Returns the things that were certainly stored before a moment.
    ///
    /// It errs on one side only: what is not certain is left out. Where nothing is known of a thing, that says nothing.
    ///
    /// - Parameters:
    ///   - things: The things.
    ///   - date: The moment, by the clock that dates what is stored.
    /// - Returns: Those of them that were certainly stored then.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func stored(_ things: [StatusTarget], before date: Date) async throws -> Set<StatusTarget>

    /// Returns the stored comments that answer something, as the server has them.
    ///
    /// - Parameters:
    ///   - parent: What they answer.
    ///   - post: The post of the thread.
    /// - Returns: The comments, in the thread's order; none where the thread is not stored.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func comments(below parent: Comment.Parent, in post: Post.ID) async throws -> [Comment]

    /// Returns what is stored of a post or a comment.
    ///
    /// - Parameter thing: The post or the comment.
    /// - Returns: Its author and text; `nil` where it is not stored.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func text(of thing: StatusTarget) async throws -> StoredText?
}

/// What is kept of an outbox.
package struct OutboxContent: Sendable {
    /// All entries.
    package var entries: [OutboxEntry]
    /// The records of lanes of toggles.
    package var lanes: [OutboxLaneRecord]
    /// What is kept of what was sent.
    package var sent: [SentEntry]
    /// The pauses that hold more than one entry.
    package var pauses: [OutboxHold: OutboxPause]
    /// The newest date that a server has told.
    package var serverDate: Date?
    /// The number of entries that this version cannot read.
    package var unreadableCount = 0

    /// Creates content; none by default.
    ///
    /// - Parameters:
    ///   - entries: All entries.
    ///   - lanes: The records of lanes of toggles.
    ///   - sent: What is kept of what was sent.
    ///   - pauses: The pauses that hold more than one entry.
    ///   - serverDate: The newest date that a server has told.
    package init(
        entries: [OutboxEntry] = [], lanes: [OutboxLaneRecord] = [], sent: [SentEntry] = [],
        pauses: [OutboxHold: OutboxPause] = [:], serverDate: Date? = nil
    ) {
        self.entries = entries
        self.lanes = lanes
        self.sent = sent
        self.pauses = pauses
        self.serverDate = serverDate
    }
}

/// The changed records of a step; `nil` for one that is gone.
package struct OutboxChanges: Sendable, Equatable {
    /// The entries.
    package private(set) var entries: [OutboxEntry.ID: OutboxEntry?] = [:]
    /// The records of lanes.
    package private(set) var lanes: [OutboxLane: OutboxLaneRecord?] = [:]
    /// What is kept of what was sent.
    package private(set) var sent: [OutboxEntry.ID: SentEntry?] = [:]
    /// The pauses.
    package private(set) var pauses: [OutboxHold: OutboxPause?] = [:]
    /// The newest date that a server has told, where it changed.
    package private(set) var serverDate: Date?

    /// Gathers the changed records.
    ///
    /// - Parameters:
    ///   - keys: The keys of what changed.
    ///   - outbox: The outbox after the change.
    package init(_ keys: Set<OutboxKey>, of outbox: Outbox) {
        for key in keys {
            switch key {
            case .entry(let id): entries.updateValue(outbox.entries[id], forKey: id)
            case .lane(let lane): lanes.updateValue(outbox.lanes[lane], forKey: lane)
            case .sent(let id): sent.updateValue(outbox.sent[id], forKey: id)
            case .pause(let hold): pauses.updateValue(outbox.pauses[hold], forKey: hold)
            case .serverDate: serverDate = outbox.serverDate
            }
        }
    }
}

extension Outbox {
    /// Creates an outbox from what is stored.
    ///
    /// - Parameters:
    ///   - content: What is stored.
    ///   - limits: The numbers that hold for the whole outbox.
    package init(_ content: OutboxContent, limits: Limits) {
        self.init(
            entries: content.entries, lanes: content.lanes, sent: content.sent, pauses: content.pauses,
            serverDate: content.serverDate, limits: limits)
    }

    /// Creates an outbox from what is stored now, in the place of one that has read it before.
    ///
    /// What that one has begun is taken over as at a launch: answers to it count for nothing.
    ///
    /// - Parameters:
    ///   - content: What is stored.
    ///   - limits: The numbers that hold for the whole outbox.
    ///   - old: The outbox before.
    init(_ content: OutboxContent, limits: Limits, after old: Outbox) {
        self.init(content, limits: limits)
        (sessions, stopping, isSuspended) = (old.sessions, old.stopping, old.isSuspended)
        (nextStart, lastAttempt) = (old.nextStart, old.lastAttempt)
    }
}
