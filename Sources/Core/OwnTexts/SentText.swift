package import Foundation

/// A text of an account's own that its server has taken lately: what is shown of it until the server's own copy is
/// believed.
///
/// Answers that were asked for before, or within the settle time after, do not have it yet. It stays until an answer
/// that counts says what became of it, and some time longer, for answers that are older and come later.
package struct SentText: Identifiable, Hashable, Sendable, Codable {
    /// The facts about a text that is new.
    package struct Origin: Hashable, Sendable, Codable {
        /// The entry that made it, whose id named it before.
        package let entry: OutboxEntry.ID
        /// The post or the comment that it answers, or the community that it was posted to.
        package let parent: StatusTarget?
        /// The title of a post.
        package let title: String?
        /// The link of a post.
        package let url: String?
        /// The date at which it was queued.
        package let date: Date
        /// The date at which the server took it; `nil` while it is not sent.
        package let arrived: Date?
    }

    /// The server's taking of a text, an edit or a deletion.
    package struct Arrival: Hashable, Sendable {
        /// The account and the text, by the site's own id.
        package let id: OwnedTarget
        /// The post in whose thread it is; `nil` where that is not known.
        package var thread: Post.ID?
        /// The facts about a new text; `nil` for a change of one.
        let origin: Origin?
        /// The text; `nil` for a deletion.
        let text: String?
        let isDeletion: Bool
        /// The moment of the server's answer.
        package let acknowledgement: ConfirmedState.Acknowledgement
    }

    /// The account and the text, by the site's own id.
    package let id: OwnedTarget
    /// The post in whose thread it is; `nil` where that is not known.
    package private(set) var thread: Post.ID?
    /// The facts about a text that is new; `nil` for one that the server had before.
    package private(set) var origin: Origin?
    /// The text that the server took last; `nil` where it took none.
    package private(set) var text: String?
    /// Whether the server took its deletion.
    package private(set) var isDeleted = false
    /// The number of the commit that noted it first: texts are in the order in which they were sent by it.
    package let since: UInt64
    /// The number of the commit that noted the server's last answer.
    package private(set) var commit: UInt64
    /// The moment of that answer, and the seconds after which its answers to reads are taken to know of it.
    package private(set) var acknowledgement: ConfirmedState.Acknowledgement
    /// Whether an answer that counts has told of the text since, so that the server's copy is shown.
    package private(set) var isSettled = false

    /// The seconds for which a settled text is kept, for answers that were asked for before it settled: longer than any
    /// request lasts.
    private static let lifetime: TimeInterval = 3600

    /// Creates what is kept of a text when the server takes it, or the first change of it.
    ///
    /// - Parameters:
    ///   - arrival: The server's taking.
    ///   - commit: The number of the commit that notes it.
    package init(_ arrival: Arrival, commit: UInt64) {
        id = arrival.id
        since = commit
        self.commit = commit
        acknowledgement = arrival.acknowledgement
        take(arrival, commit: commit)
    }

    /// Notes another change that the server took.
    ///
    /// - Parameters:
    ///   - arrival: The server's taking.
    ///   - commit: The number of the commit that notes it.
    package mutating func take(_ arrival: Arrival, commit: UInt64) {
        thread = thread ?? arrival.thread
        origin = origin ?? arrival.origin
        if arrival.isDeletion { isDeleted = true } else { text = arrival.text }
        (self.commit, acknowledgement, isSettled) = (commit, arrival.acknowledgement, false)
    }

    /// The existence of a text as an answer tells it.
    package enum Finding: Sendable {
        /// The answer has it.
        case present
        /// The answer has the place where it would be, and not the text.
        case absent
        /// The answer leaves that place out.
        case open
    }

    /// Whether an answer may say something about the text: it was asked for after the server took it, and that had
    /// settled.
    ///
    /// - Parameter read: The moment at which the answer was asked for; one that is not known says nothing.
    /// - Returns: True where the answer counts.
    package func isBelieved(_ read: ReadMoment?) -> Bool {
        guard let read, read.commit >= commit else { return false }
        return acknowledgement.isSettled(at: read.begun)
    }

    /// Returns what is kept of the text after an answer of its server.
    ///
    /// - Parameters:
    ///   - finding: What the answer tells of it.
    ///   - read: The moment at which the answer was asked for; `nil` where that is not known.
    /// - Returns: What is kept; `nil` where nothing is needed any more.
    package func read(_ finding: Finding, at read: ReadMoment?) -> SentText? {
        guard isBelieved(read) else { return self }
        var text = self
        switch finding {
        case .present: text.isSettled = true
        case .absent: return nil
        case .open: break
        }
        return text.isSettled && isOld(at: read?.begun) ? nil : text
    }

    private func isOld(at now: OutboxTime?) -> Bool {
        guard let now else { return false }
        return now.boot != acknowledgement.at.boot || now.uptime - acknowledgement.at.uptime >= Self.lifetime
    }
}

extension SentText {
    /// Returns the texts that a step of the outbox has brought to servers.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - now: The moment.
    ///   - native: Gives the site's own id of a target that an entry may have made.
    /// - Returns: The texts, their edits and deletions, in their order; none for what a person says has arrived and of
    ///   which nobody knows the site's id.
    package static func arrivals(
        in step: OutboxStep, at now: OutboxTime, native: (StatusTarget) -> String
    ) -> [Arrival] {
        step.outcomes.compactMap { outcome in
            guard case .arrived(let entry, let result, _) = outcome else { return nil }
            return Arrival(entry, result: result, at: now) { target in
                target.renamed(SentEntry.native(of: native(target)))
            }
        }
    }
}

extension SentText.Arrival {
    fileprivate init?(
        _ entry: OutboxEntry, result: String?, at now: OutboxTime, resolving resolve: (StatusTarget) -> StatusTarget
    ) {
        // A payload that this version cannot read was sent by no version of today.
        guard let content = try? OutboxText(of: entry) else { return nil }
        let target: StatusTarget
        switch entry.kind {
        case .reply, .submit:
            guard let made = result.map(SentEntry.native) else { return nil }
            target = StatusTarget(entry.kind == .reply ? .comment : .post, site: entry.account.site, native: made)
            origin = SentText.Origin(
                entry: entry.id, parent: entry.target.map(resolve), title: content.title, url: content.url,
                date: entry.created, arrived: now.date)
        case .edit, .delete:
            guard let changed = entry.target.map(resolve) else { return nil }
            target = changed
            origin = nil
        default: return nil
        }
        // Deleted before the server had given it an id: there is nothing to show or to hide.
        guard target.isReadable, !OutboxEntry.ID.isID(target.native) else { return nil }
        id = OwnedTarget(.account(entry.account), target)
        thread = target.post ?? entry.thread.flatMap { resolve(.post($0)).post } ?? origin?.parent?.post
        text = content.text
        isDeletion = entry.kind == .delete
        acknowledgement = ConfirmedState.Acknowledgement(at: now, settle: entry.policy.settleTime)
    }
}

extension SentEntry {
    /// The site's own id of what the entry made; `nil` where nothing was made, or its id is not known.
    package var native: String? { kind == .reply ? result.map(Self.native) : result }

    /// Returns the site's own id of a thing by the result of the entry that made it.
    ///
    /// - Parameter result: The result; one of Lemmy's names comments as such.
    /// - Returns: The id.
    package static func native(of result: String) -> String { WritingRules.lemmy.native(of: result) }
}

extension StatusTarget {
    func renamed(_ native: String) -> StatusTarget { StatusTarget(kind, site: site, native: native) }
}
