public import Core

extension SourceListViewModel {
    /// What the list is doing.
    public enum Phase: Hashable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// It reads the list for the first time.
        case loading
        /// The list is there; it may be empty.
        case idle
        /// The list cannot be read, for the reason in the banner.
        case failed
    }

    /// What stands in the field for a new source.
    public enum Field: Equatable, Sendable {
        /// Nothing.
        case empty
        /// No name yet; the error says what is allowed.
        case tooShort(DataError)
        /// No name; the error says what is allowed.
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

    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The sources, in the order that is shown.
        public internal(set) var rows: [SourceRow] = []
        /// In which order they are shown; the person's own at first.
        public internal(set) var order = SourceOrder.own
        /// What the list is doing.
        public internal(set) var phase = Phase.initial
        /// What stands in the field for a new source.
        public internal(set) var text = ""
        /// What that is.
        public internal(set) var field = Field.empty
        /// Whether a source is being added.
        public internal(set) var isAdding = false
        /// Whether sources are being checked.
        public internal(set) var isVerifying = false
        /// The source that was added last, to scroll to; `nil` until one is, and once it was removed here.
        public internal(set) var added: SubscribedSource.ID?
        /// What ``SourceListViewModel/undoRemove()`` would put back; `nil` for nothing.
        public internal(set) var undo: SourceRow?
        /// What could not be done, or was done and is not as it should be, until the next action.
        public internal(set) var banner: Banner?

        /// How many sources were not checked yet.
        public var pendingCount: Int { rows.count { $0.state == .pending } }

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - rows: The sources, in the order that is shown.
        ///   - order: In which order they are shown.
        ///   - phase: What the list is doing.
        ///   - text: What stands in the field for a new source.
        ///   - field: What that is.
        ///   - isAdding: Whether a source is being added.
        ///   - isVerifying: Whether sources are being checked.
        ///   - added: The source that was added last, to scroll to.
        ///   - undo: What `undoRemove()` would put back.
        ///   - banner: What could not be done, or was done and is not as it should be, until the next action.
        public init(
            rows: [SourceRow] = [], order: SourceOrder = .own, phase: Phase = .initial, text: String = "",
            field: Field = .empty, isAdding: Bool = false, isVerifying: Bool = false, added: SubscribedSource.ID? = nil,
            undo: SourceRow? = nil, banner: Banner? = nil
        ) {
            self.rows = rows
            self.order = order
            self.phase = phase
            self.text = text
            self.field = field
            self.isAdding = isAdding
            self.isVerifying = isVerifying
            self.added = added
            self.undo = undo
            self.banner = banner
        }
    }
}
