public import Foundation

/// One comment as its server describes it.
///
/// What a server leaves out is `nil`, never a guess.
///
/// A value whose copies share one object until one of them is changed: threads of thousands are copied, sorted and
/// compared by reference. The texts of a comment that was read from a store are decoded each time they are asked for,
/// so that opening a thread decodes those only that are drawn.
public struct Comment: Identifiable, Sendable {
    private var storage: CommentStorage

    /// Creates a comment whose other fields are unknown.
    ///
    /// - Parameters:
    ///   - id: The id of the comment.
    ///   - parent: The post or the comment that it answers.
    ///   - depth: Its nesting level, from 0.
    public init(id: ID, parent: Parent, depth: Int = 0) {
        storage = CommentStorage(id: id, parent: parent, depth: depth, texts: .known(Texts()))
    }

    /// Creates a comment whose texts are decoded when they are asked for.
    ///
    /// - Parameters:
    ///   - id: The id of the comment.
    ///   - parent: The post or the comment that it answers.
    ///   - depth: Its nesting level, from 0.
    ///   - rating: The fields that most comments of a thread have each for itself.
    ///   - state: The fields that most comments of a thread have alike.
    ///   - source: The source of the texts.
    ///   - place: The place of the texts there.
    package init(
        id: ID, parent: Parent, depth: Int, rating: Rating = Rating(), state: State = State(),
        source: any TextSource, place: Int
    ) {
        storage = CommentStorage(
            id: id, parent: parent, depth: depth, texts: .stored(source, place), rating: rating, state: state)
    }

    /// Sets the fields that most comments of a thread have alike, in one step.
    package mutating func setState(_ state: State) {
        own().set(state)
    }

    /// Sets the fields that most comments of a thread have each for itself, in one step.
    package mutating func setRating(_ rating: Rating) {
        own().set(rating)
    }

    /// The site and the native id of the comment.
    public var id: ID { storage.id }

    /// The post or the comment that this comment answers.
    public var parent: Parent {
        get { storage.parent }
        set { own().parent = newValue }
    }

    /// The nesting level in the server's answer, from 0: counted, whatever level the server states.
    public var depth: Int {
        get { storage.depth }
        set { own().depth = newValue }
    }

    /// The author's name, as the server says it; `[deleted]` included.
    public var author: String? {
        get { storage.knownAuthor }
        set { own().changeTexts { $0.author = newValue } }
    }

    /// The author's stable id on the server, where there is one.
    public var authorFullname: String? {
        get { storage.knownTexts.authorFullname }
        set { own().changeTexts { $0.authorFullname = newValue } }
    }

    /// The text as it was written (Markdown on Reddit and Lemmy).
    public var body: String? {
        get { storage.knownTexts.body }
        set { own().changeTexts { $0.body = newValue } }
    }

    /// The number of votes for it less the votes against it.
    public var score: Int? {
        get { storage.score }
        set { own().score = newValue }
    }

    /// Whether the server asks not to show the score yet.
    public var isScoreHidden: Bool? {
        get { storage.isScoreHidden }
        set { own().isScoreHidden = newValue }
    }

    /// The date it was written.
    public var created: Date? {
        get { storage.created }
        set { own().created = newValue }
    }

    /// Whether and when it was edited.
    public var edited: Post.Edited? {
        get { storage.edited }
        set { own().edited = newValue }
    }

    /// Whether it is pinned above the others.
    public var isStickied: Bool? {
        get { storage.isStickied }
        set { own().isStickied = newValue }
    }

    /// Whether its author is the author of the post.
    public var isSubmitter: Bool? {
        get { storage.isSubmitter }
        set { own().isSubmitter = newValue }
    }

    /// The role that its author wrote it in: `moderator`, `admin`, `special`.
    public var distinguished: String? {
        get { storage.distinguished }
        set { own().distinguished = newValue }
    }

    /// Whether the server shows it collapsed.
    public var isCollapsed: Bool? {
        get { storage.isCollapsed }
        set { own().isCollapsed = newValue }
    }

    /// The reason why the server shows it collapsed: `LOW_SCORE`, `BLOCKED_AUTHOR`, `DELETED`.
    public var collapsedReason: String? {
        get { storage.collapsedReason }
        set { own().collapsedReason = newValue }
    }

    /// The party that removed the comment's text; `nil` while the text is there.
    ///
    /// Its replies stay.
    public var removal: Removal? {
        get { storage.removal }
        set { own().removal = newValue }
    }

    /// Whether this is the comment that a site has under a name; the id is not copied for it.
    package func isNamed(_ native: String, on site: Site) -> Bool {
        storage.id.native == native && storage.id.site == site
    }

    /// All texts, decoded once.
    package var texts: Texts { storage.knownTexts }

    /// Whether another comment is a copy of this one, which neither has changed since.
    package func isCopy(of other: Comment) -> Bool { storage === other.storage }

    /// The object to change: this value's alone.
    private mutating func own() -> CommentStorage {
        if !isKnownUniquelyReferenced(&storage) { storage = CommentStorage(copying: storage) }
        return storage
    }
}

extension Comment {
    /// The texts of a comment that was read from a store and not decoded.
    package protocol TextSource: AnyObject, Sendable {
        /// Decodes the texts of a comment.
        ///
        /// - Parameter place: The place that the comment was made with.
        /// - Returns: Its texts.
        func texts(at place: Int) -> Texts

        /// Decodes the name of a comment's author alone, as a filter asks for it.
        ///
        /// - Parameter place: The place that the comment was made with.
        /// - Returns: The name.
        func author(at place: Int) -> String?
    }

    /// The fields of a comment that most comments of a thread have alike.
    package struct State: Sendable {
        package var isStickied: Bool?
        package var isSubmitter: Bool?
        package var distinguished: String?
        package var isCollapsed: Bool?
        package var collapsedReason: String?
        package var removal: Removal?

        /// Creates a state of which nothing is known.
        package init() {}
    }

    /// The fields of a comment that most comments of a thread have each for itself.
    package struct Rating: Sendable {
        package var score: Int?
        package var isScoreHidden: Bool?
        package var created: Date?
        package var edited: Post.Edited?

        /// Creates a rating; one of which nothing is known by default.
        package init(
            score: Int? = nil, isScoreHidden: Bool? = nil, created: Date? = nil, edited: Post.Edited? = nil
        ) {
            self.score = score
            self.isScoreHidden = isScoreHidden
            self.created = created
            self.edited = edited
        }
    }

    /// The texts of a comment, most of what there is to decode of it.
    package struct Texts: Hashable, Sendable {
        /// The author's name.
        package var author: String?
        /// The author's stable id.
        package var authorFullname: String?
        /// The text as it was written.
        package var body: String?

        /// Creates texts.
        package init(author: String? = nil, authorFullname: String? = nil, body: String? = nil) {
            self.author = author
            self.authorFullname = authorFullname
            self.body = body
        }
    }
}

/// The fields of a comment, shared by its copies.
// `@unchecked` because of the variables: they change only while one comment alone refers to the object.
private final class CommentStorage: @unchecked Sendable {
    enum Texts {
        case known(Comment.Texts)
        case stored(any Comment.TextSource, Int)
    }

    let id: Comment.ID
    var parent: Comment.Parent
    var depth: Int
    var texts: Texts
    var score: Int?
    var created: Date?
    var edited: Post.Edited?
    var distinguished: String?
    var collapsedReason: String?
    var removal: Comment.Removal?
    var isScoreHidden: Bool?
    var isStickied: Bool?
    var isSubmitter: Bool?
    var isCollapsed: Bool?

    init(
        id: Comment.ID, parent: Comment.Parent, depth: Int, texts: Texts, rating: Comment.Rating = Comment.Rating(),
        state: Comment.State = Comment.State()
    ) {
        self.id = id
        self.parent = parent
        self.depth = depth
        self.texts = texts
        // Not by `set`, which would release what was there before, for each of thousands.
        score = rating.score
        isScoreHidden = rating.isScoreHidden
        created = rating.created
        edited = rating.edited
        isStickied = state.isStickied
        isSubmitter = state.isSubmitter
        distinguished = state.distinguished
        isCollapsed = state.isCollapsed
        collapsedReason = state.collapsedReason
        removal = state.removal
    }

    init(copying other: CommentStorage) {
        id = other.id
        parent = other.parent
        depth = other.depth
        texts = other.texts
        score = other.score
        created = other.created
        edited = other.edited
        distinguished = other.distinguished
        collapsedReason = other.collapsedReason
        removal = other.removal
        isScoreHidden = other.isScoreHidden
        isStickied = other.isStickied
        isSubmitter = other.isSubmitter
        isCollapsed = other.isCollapsed
    }

    func set(_ rating: Comment.Rating) {
        score = rating.score
        isScoreHidden = rating.isScoreHidden
        created = rating.created
        edited = rating.edited
    }

    func set(_ state: Comment.State) {
        isStickied = state.isStickied
        isSubmitter = state.isSubmitter
        distinguished = state.distinguished
        isCollapsed = state.isCollapsed
        collapsedReason = state.collapsedReason
        removal = state.removal
    }

    var knownTexts: Comment.Texts {
        switch texts {
        case .known(let texts): texts
        case .stored(let source, let place): source.texts(at: place)
        }
    }

    var knownAuthor: String? {
        switch texts {
        case .known(let texts): texts.author
        case .stored(let source, let place): source.author(at: place)
        }
    }

    func changeTexts(_ change: (inout Comment.Texts) -> Void) {
        var known = knownTexts
        change(&known)
        texts = .known(known)
    }

    func hasEqualTexts(_ other: CommentStorage) -> Bool {
        if case .stored(let source, let place) = texts, case .stored(let otherSource, let otherPlace) = other.texts,
            source === otherSource, place == otherPlace
        {
            return true
        }
        return knownTexts == other.knownTexts
    }

    func isEqual(_ other: CommentStorage) -> Bool {
        id == other.id && parent == other.parent && depth == other.depth && score == other.score
            && created == other.created && edited == other.edited && distinguished == other.distinguished
            && collapsedReason == other.collapsedReason && removal == other.removal
            && isScoreHidden == other.isScoreHidden && isStickied == other.isStickied
            && isSubmitter == other.isSubmitter && isCollapsed == other.isCollapsed && hasEqualTexts(other)
    }
}

extension Comment: Hashable {
    public static func == (left: Comment, right: Comment) -> Bool {
        left.storage === right.storage || left.storage.isEqual(right.storage)
    }

    /// Hashes what tells comments of one thread apart; no text is decoded for it.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(depth)
        hasher.combine(score)
    }
}

extension Comment {
    /// Returns this comment with its unknown fields filled from an older copy.
    ///
    /// A poorer backend of the same site never overwrites what a better one said, and no text that is known is lost but
    /// to one that says who took it away.
    ///
    /// - Parameters:
    ///   - stored: The older copy, of the same id.
    ///   - completeness: How much the backend knows that this comment came from. A partial one, whose answers are flat,
    ///     never moves a reply to the top, and replaces a text that is known only when it says that the comment was
    ///     edited since, or taken away: what it has is no more than a rendering of that text.
    /// - Returns: The merged comment.
    public func filled(from stored: Comment, completeness: Completeness = .full) -> Comment {
        let isPartial = completeness == .partial
        if isCopy(of: stored) { return self }
        var merged = self
        if isPartial, case .post = parent { merged.parent = stored.parent }
        merged.author = author ?? stored.author
        merged.authorFullname = authorFullname ?? stored.authorFullname
        merged.score = score ?? stored.score
        merged.isScoreHidden = isScoreHidden ?? stored.isScoreHidden
        merged.created = created ?? stored.created
        merged.edited = edited ?? stored.edited
        merged.isStickied = isStickied ?? stored.isStickied
        merged.isSubmitter = isSubmitter ?? stored.isSubmitter
        merged.isCollapsed = isCollapsed ?? stored.isCollapsed
        if isPartial {
            merged.distinguished = distinguished ?? stored.distinguished
            merged.collapsedReason = collapsedReason ?? stored.collapsedReason
        }
        guard removal == nil else { return merged }
        let isRendering = isPartial && stored.body != nil && (edited == nil || edited == stored.edited)
        if body == nil || isRendering { (merged.body, merged.removal) = (stored.body, stored.removal) }
        return merged
    }
}
