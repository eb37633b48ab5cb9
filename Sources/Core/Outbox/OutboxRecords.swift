package import Foundation

/// A lane: entries of one account that keep their order.
package struct OutboxLane: Hashable, Sendable, Codable, Comparable {
    /// The account.
    package internal(set) var account: AccountKey
    /// What of the thing the lane changes, such as `vote`; `text` for what answers it.
    package let field: String
    /// The native id of the thing, or the id of the entry that made it: so a lane stays the same when what is unsent
    /// gets its server's id.
    package internal(set) var thing: String

    /// Creates a lane.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - field: What of the thing the lane changes.
    ///   - thing: The native id of the thing, or the id of the entry that made it.
    package init(account: AccountKey, field: String, thing: String) {
        self.account = account
        self.field = field
        self.thing = thing
    }

    package static func < (left: OutboxLane, right: OutboxLane) -> Bool {
        if left.field != right.field { return left.field < right.field }
        if left.thing != right.thing { return left.thing < right.thing }
        return left.account.description < right.account.description
    }
}

/// What is kept of a lane of toggles after an attempt of which nobody knows whether it arrived.
///
/// The lane is read once, a settle time after the server's last answer, and the wish is sent again where the server has
/// another value. Until then the record stays; it is no entry, and nobody counts it as unsent.
package struct OutboxLaneRecord: Identifiable, Hashable, Sendable, Codable {
    /// The lane.
    package internal(set) var id: OutboxLane
    /// The last entry of the lane, which is sent again if the server has another value.
    package internal(set) var entry: OutboxEntry
    /// Whether the server took the wish; otherwise its own value counts when the lane is read.
    package internal(set) var isWished = false
    /// The number of times that the wish was sent again.
    package internal(set) var tries = 0
    /// The number of reads in a row that failed.
    package internal(set) var failures = 0
    /// The time until the lane is read; `nil` while an entry of it is unsettled.
    package internal(set) var reading: OutboxPause?
}

/// What is kept of an entry after it has left: what the server made of it.
///
/// Other entries that name the entry's id find the server's through it, and "recently sent" shows it. It stays for 30
/// days, and longer while something needs it.
package struct SentEntry: Identifiable, Hashable, Sendable, Codable {
    /// The entry's id.
    package let id: OutboxEntry.ID
    /// The account that sent it.
    package let account: AccountKey
    /// Its kind.
    package let kind: OutboxEntry.Kind
    /// What it was about.
    package let target: StatusTarget?
    /// The thing that the lane it was in is about.
    package let thing: String
    /// The site's own id of what the server made; `nil` where it is not known.
    package internal(set) var result: String?
    /// The date at which it left.
    package let date: Date
    /// The content of a text that a person gave up while nobody knew whether it had arrived; `nil` for what was sent.
    ///
    /// A copy that is found later is offered for deletion.
    package let givenUp: RawJSON?
    /// The date of the first attempt of a text that was given up; `nil` where it is not known.
    package internal(set) var since: Date?
    /// The wish of a toggle that the server did not take; `nil` for everything else.
    package internal(set) var wish: String?
    /// The value that the server kept, although that wish was sent again and again; `nil` for everything else.
    package internal(set) var overruled: String?
    /// The date at which a person dismissed what is said of it; `nil` while that is shown, and where there is nothing.
    package internal(set) var dismissed: Date?

    /// The seconds for which it is kept at least.
    package static let lifetime: TimeInterval = 30 * 86400
}

/// The key of something that the outbox stores.
package enum OutboxKey: Hashable, Sendable {
    /// An entry.
    case entry(OutboxEntry.ID)
    /// The record of a lane.
    case lane(OutboxLane)
    /// What is kept of a sent entry.
    case sent(OutboxEntry.ID)
    /// A pause that holds more than one entry.
    case pause(OutboxHold)
    /// The newest date that a server has told.
    case serverDate
}

/// What a pause holds.
package enum OutboxScope: Hashable, Sendable {
    /// One entry.
    case entry
    /// All entries of one kind and account.
    case kind
    /// All entries of one account.
    case account
    /// All entries of the site.
    case site

    /// What a pause of an entry in this scope holds; `nil` for the entry alone.
    func hold(of entry: OutboxEntry) -> OutboxHold? {
        switch self {
        case .entry: nil
        case .kind: OutboxHold(site: entry.account.site, account: entry.account, kind: entry.kind)
        case .account: OutboxHold(site: entry.account.site, account: entry.account)
        case .site: OutboxHold(site: entry.account.site)
        }
    }
}

/// What a pause holds that is for more than one entry: a site, an account of it, or one kind of that account.
package struct OutboxHold: Hashable, Sendable, Codable {
    /// The site.
    package let site: Site
    /// The account; `nil` for all of the site.
    package let account: AccountKey?
    /// The kind; `nil` for all of the account.
    package let kind: OutboxEntry.Kind?

    /// Creates a hold.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - account: The account; all of the site by default.
    ///   - kind: The kind; all of the account by default.
    package init(site: Site, account: AccountKey? = nil, kind: OutboxEntry.Kind? = nil) {
        self.site = site
        self.account = account
        self.kind = kind
    }
}
