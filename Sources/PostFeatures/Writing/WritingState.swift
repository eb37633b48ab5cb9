public import Core
public import Foundation

/// Whether somebody can write at a site.
public enum WritingAccess: Hashable, Sendable, CaseIterable {
    /// It is not known yet.
    case unknown
    /// Somebody is signed in, and the site takes what is written.
    case allowed
    /// Nobody is signed in: what is written is kept as a draft.
    case signedOut
    /// This app cannot write to the site.
    case unsupported
}

/// What became of a text.
public enum WritingProgress: Hashable, Sendable {
    /// It is being stored.
    case queueing
    /// It is in the outbox, and can be taken back until a date.
    case undoable(until: Date)
    /// It is in the outbox, and goes out at once.
    case queued
    /// It is in the outbox, and goes out when that is possible; with the reason, where it was tried already.
    case waiting(OutboxItem.Reason?)
    /// It is being sent.
    case sending
    /// It may have arrived, and is being looked for.
    case checking
    /// Nobody knows whether it arrived: a person has to say.
    case unsure
    /// It was refused; the text is there to be changed and sent again.
    case refused(OutboxItem.Reason?)
    /// It arrived; with the site's own id of what was made, where that is known.
    case sent(result: String?)
    /// It is kept as a draft.
    case draft
    /// It was thrown away.
    case discarded
}

/// The part of the state of a writing screen that is not what is written.
public struct WritingState: Equatable, Sendable {
    /// Whether somebody can write here.
    public internal(set) var access: WritingAccess
    /// The accounts of the site on this device, one of which writes.
    public internal(set) var accounts: [SignedInAccount]
    /// The account that writes; `nil` for nobody, and while that is not known.
    public internal(set) var account: AccountKey?
    /// What became of the text; `nil` while it is written.
    public internal(set) var progress: WritingProgress?
    /// What kept the text from being queued, until something is typed.
    public internal(set) var problem: WritingProblem?
    /// The date of the stored draft; `nil` where none is stored.
    public internal(set) var draftDate: Date?
    /// Whether the screen was opened with a stored draft.
    public internal(set) var isRestored: Bool
    /// Whether the text that is edited is another one than when the draft of the edit was begun.
    public internal(set) var isBaseChanged: Bool
    /// The error of the last call, until the next success.
    public internal(set) var banner: Banner?

    /// Creates a state, for a preview.
    ///
    /// - Parameters:
    ///   - access: Whether somebody can write here; not known by default.
    ///   - accounts: The accounts of the site on this device.
    ///   - account: The account that writes.
    ///   - progress: What became of the text.
    ///   - problem: What kept the text from being queued.
    ///   - draftDate: The date of the stored draft.
    ///   - isRestored: Whether the screen was opened with a stored draft.
    ///   - isBaseChanged: Whether the text that is edited is another one than when the edit was begun.
    ///   - banner: The error of the last call.
    public init(
        access: WritingAccess = .unknown, accounts: [SignedInAccount] = [], account: AccountKey? = nil,
        progress: WritingProgress? = nil, problem: WritingProblem? = nil, draftDate: Date? = nil,
        isRestored: Bool = false, isBaseChanged: Bool = false, banner: Banner? = nil
    ) {
        self.access = access
        self.accounts = accounts
        self.account = account
        self.progress = progress
        self.problem = problem
        self.draftDate = draftDate
        self.isRestored = isRestored
        self.isBaseChanged = isBaseChanged
        self.banner = banner
    }

    /// Whether what is written would be sent.
    public var canWrite: Bool { access == .allowed }

    /// Whether the text is on its way or gone, so that it is not changed here.
    public var isLocked: Bool {
        switch progress {
        case nil, .refused, .draft: false
        default: true
        }
    }

    /// Whether the text can be taken back now: it is stored, and no request of it was begun.
    public var canTakeBack: Bool {
        switch progress {
        case .undoable, .queued, .waiting: true
        default: false
        }
    }
}

/// The choices of an app for its writing screens.
public struct WritingConfiguration: Hashable, Sendable {
    /// The time in which a text can be taken back before it is sent.
    public var undo: Duration
    /// The longest time from a change until it is stored is this, and the time of one commit.
    public var draftDelay: Duration

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - undo: The time in which a text can be taken back; none by default.
    ///   - draftDelay: The time from a change until it is stored; 0.4 seconds by default.
    public init(undo: Duration = .zero, draftDelay: Duration = .milliseconds(400)) {
        self.undo = undo
        self.draftDelay = draftDelay
    }
}
