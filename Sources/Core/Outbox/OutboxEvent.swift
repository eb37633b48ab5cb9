package import Foundation

/// Something that happened to the outbox.
package enum OutboxEvent: Equatable, Sendable {
    /// The outbox was read from the store, by a process that has begun nothing yet.
    case opened
    /// Somebody is signed in to an account, or no longer. The number differs for each sign-in.
    case session(AccountKey, epoch: Int?)
    /// The server has ended the session of an account: nothing begins any more, and what is under way is answered.
    case sessionEnded(AccountKey)
    /// Nothing of an account begins any more: somebody is about to log out, and what is under way may still end.
    case stopping(AccountKey)
    /// Everything that is under way is broken off: the app is suspended.
    case suspended
    /// The app goes on.
    case resumed
    /// A site can be reached: the path returned, or another request succeeded.
    case reachable(Site)
    /// A person wants what an account has to be sent now.
    case sendNow(AccountKey)
    /// Time has passed.
    case woke
    /// The answer to the send of one entry, or of several in one request.
    case answered([OutboxEntry.ID], attempt: Int, OutboxAnswer)
    /// The result of a look for an entry.
    case looked(OutboxEntry.ID, attempt: Int, OutboxFinding)
    /// The result of reading the target of a lane of toggles.
    case read(OutboxLane, attempt: Int, OutboxReading)
    /// A text of one's own was seen on a site, in an answer that was not asked for by a look.
    case seen(AccountKey, thing: String, native: String, payload: RawJSON)
    /// A server told its date.
    case serverDate(Date)
    /// What changed is stored.
    case stored
    /// What changed could not be stored.
    case notStored(OutboxStep)
}

/// The answer to a send, as its sender understands it.
package enum OutboxAnswer: Equatable, Sendable {
    /// The server did it. The id of what it made, where it made something; the value that it now has, for a toggle.
    case done(result: String?, value: String?)
    /// The server did it, but its answer was cut, so that the id of what it made is not known.
    case doneWithoutResult
    /// The server refused it for good.
    case refused(OutboxEntry.Reason)
    /// It was certainly not done, and may be later: after some seconds that the server named, and at a date that it
    /// named at the latest.
    case later(OutboxEntry.Reason, scope: OutboxScope, after: TimeInterval?, until: Date?)
    /// Nobody knows whether it was done. An answered 500 counts as not done once a look finds nothing.
    case unknown(OutboxEntry.Reason, isAnswered: Bool)
    /// The session is over; the entry was certainly not done.
    case sessionOver(OutboxEntry.Reason)
}

/// The result of a look for an entry of which nobody knows whether it arrived.
package enum OutboxFinding: Equatable, Sendable {
    /// It is there: the ids of what could be it, the likeliest first. For an edit, whose text is there: none.
    case found([String])
    /// It is not there. For an edit: the text is as it was before.
    case absent
    /// The look was answered, and does not tell.
    case unclear(OutboxEntry.Reason)
    /// The look failed, for a reason that may pass or not.
    case failed(OutboxEntry.Reason, isPassing: Bool)
    /// The session is over, so that the look was answered as to anybody.
    case sessionOver
}

/// The result of reading the target of a lane of toggles.
package enum OutboxReading: Equatable, Sendable {
    /// The value that the server has.
    case value(String)
    /// The read failed, for a reason that may pass or not.
    case failed(isPassing: Bool)
    /// The session is over, so that the read was answered as to anybody.
    case sessionOver
}

/// Something that the caller of the rules does once the changes of the same step are stored.
package enum OutboxAction: Equatable, Sendable {
    /// Send entries in one request.
    case send([OutboxEntry.ID], attempt: Int)
    /// Look for an entry.
    case look(OutboxEntry.ID, attempt: Int)
    /// Read the target of a lane of toggles, whose last entry this is.
    case read(OutboxEntry, attempt: Int)
}

/// Something that is to be stored or shown with the changes of a step.
package enum OutboxOutcome: Equatable, Sendable {
    /// An entry arrived: the server's id of what it made, and the value that a toggle has there.
    case arrived(OutboxEntry, result: String?, value: String?)
    /// A toggle equals what the server has, so no request is needed.
    case unneeded(OutboxEntry)
    /// A person gave a text up, or deleted it before it was sent; it becomes a draft.
    case draft(OutboxEntry)
    /// The server has this value, whatever was wished, of the target of this entry.
    case confirmed(OutboxEntry, value: String)
    /// The server kept another value although the wish was sent again and again; a notice says so.
    case overruled(OutboxEntry, value: String)
    /// What a person gave up while nobody knew whether it had arrived is there: it is offered for deletion.
    case copy(SentEntry)
}

/// What the rules say after an event.
package struct OutboxStep: Equatable, Sendable {
    /// The keys of all that changed: to be stored in one synced commit, before any of the actions is done.
    package var changes: Set<OutboxKey> = []
    /// What is to be stored or shown in the same commit.
    package var outcomes: [OutboxOutcome] = []
    /// What to do once that is stored.
    package var actions: [OutboxAction] = []

    /// Adds what follows from a later event, to be stored in the same commit.
    ///
    /// - Parameter later: The step after the later event.
    mutating func append(_ later: OutboxStep) {
        changes.formUnion(later.changes)
        outcomes += later.outcomes
        actions += later.actions
    }
}

/// A person's decision about an entry.
package enum OutboxChoice: Equatable, Sendable {
    /// Send it now or again, also from another account.
    case send(as: AccountKey?)
    /// Take it as arrived, with the id of what the server made where that is known.
    case arrived(result: String?, OutboxDependants?)
    /// Give it up; with consent also where its kind asks for that.
    case giveUp(OutboxDependants?, withConsent: Bool = false)
    /// Change its content, and what it is about where another target is given.
    case edit(RawJSON, target: StatusTarget? = nil)
}

/// What becomes of the entries that wait for one that never gets a server's id.
public enum OutboxDependants: String, Hashable, Sendable, Codable {
    /// They are given up too.
    case givenUp
    /// They become drafts.
    case drafts
    /// They answer what it answered.
    case toParent
}

/// The reason for which a person's decision cannot be followed.
package enum OutboxRefusal: Error, Equatable, Sendable {
    /// There is no such entry.
    case unknownEntry
    /// It is being sent or looked for.
    case underWay
    /// Other entries wait for it: what becomes of them has to be said.
    case hasDependants([OutboxEntry.ID])
    /// Nobody knows whether it arrived, so it cannot be edited, nor sent from another account.
    case unsure
    /// It can be sent from another account only once it has failed.
    case notFailed
    /// It was given up already; a draft that is sent again is another entry.
    case givenUp
    /// What it waits for is being deleted.
    case targetDeleted
    /// These are dropped only with consent.
    case needsConsent([OutboxEntry.ID])
    /// Its state has no use for the decision.
    case notApplicable
}
