public import Core

extension SourceListViewModel {
    /// The phase of the list.
    public enum Phase: Hashable, Sendable {
        /// Not loaded yet.
        case initial
        /// Reading the list for the first time.
        case loading
        /// Loaded; the list may be empty.
        case idle
        /// The list cannot be read; the banner gives the reason.
        case failed
    }

    /// The checked text of the field for a new source.
    public enum Field: Equatable, Sendable {
        /// No text.
        case empty
        /// Not a name yet; the error says what is allowed.
        case tooShort(DataError)
        /// Not a name; the error says what is allowed.
        case invalid(DataError)
        /// The name of a source that is in the list already.
        case duplicate(SubscribedSource.ID)
        /// A name that can be added.
        case ok(SourceName)

        /// Whether it can be added.
        public var canBeAdded: Bool {
            if case .ok = self { true } else { false }
        }
    }

    /// The state of the list, to draw.
    public struct State: Equatable, Sendable {
        /// The sources, in ``order``.
        public var rows: [SourceRow] = []
        /// The order of the rows; the person's own at first.
        public var order = SourceOrder.own
        /// The phase of the list.
        public var phase = Phase.initial
        /// The text of the field for a new source.
        public var text = ""
        /// The result of checking ``text``.
        public var field = Field.empty
        /// Whether a source is being added.
        public var isAdding = false
        /// Whether pending sources are being verified.
        public var isVerifying = false
        /// The source that was added last, to scroll to; `nil` where none was added, or it was removed again.
        public var added: SubscribedSource.ID?
        /// The source that ``SourceListViewModel/undoRemove()`` restores; `nil` for none.
        public var undo: SourceRow?
        /// The subscriptions of the account that looks, on the server, of those sources of which something is known.
        public var subscriptions: [SubscribedSource.ID: Subscription] = [:]
        /// Whether accounts can subscribe on the server of this site.
        public var canSubscribe = false
        /// The last failure, or the reason that an added source is not verified, until the next action.
        public var banner: Banner?

        /// The number of pending sources.
        public var pendingCount: Int { rows.count { $0.state == .pending } }

        /// Creates the state of a list that was not loaded yet; set its properties for previews and snapshot tests.
        public init() {}
    }
}
