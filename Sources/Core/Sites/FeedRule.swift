/// One kind of feed that a site has: how people type it, which names it takes, and which names are one.
///
/// A rule that refuses names says in its closure what it throws:
///
/// ```swift
/// FeedRule(FeedKind(rawValue: "tag")) { name throws(DataError) in
///     guard !name.isEmpty else { throw DataError(.invalidInput, message: "A tag is a word, as in tag/sunset.") }
///     return name
/// }
/// ```
public struct FeedRule: Sendable {
    /// The kind.
    public let kind: FeedKind
    /// The forms that people type, for messages, such as `r/NAME`.
    public let forms: [String]
    /// Other words that mean this kind where it takes no name, such as `home`.
    public let aliases: [String]
    /// Whether several names may be given, divided by `+`.
    public let takesSeveral: Bool
    /// Whether names that differ in case are one.
    public let ignoresCase: Bool
    private let check: (@Sendable (String) throws(DataError) -> String)?

    /// Creates the rule of a kind without names, such as a front page.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - aliases: Other words that mean it.
    public init(_ kind: FeedKind, aliases: [String] = []) {
        self.kind = kind
        self.aliases = aliases
        forms = [kind.rawValue]
        (takesSeveral, ignoresCase, check) = (false, true, nil)
    }

    /// Creates the rule of a kind that a name belongs to, such as a hashtag.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - forms: The forms that people type, for messages; `KIND/NAME` by default.
    ///   - takesSeveral: Whether several names may be given, divided by `+`; their order does not matter then.
    ///   - ignoresCase: Whether names that differ in case are one; true by default.
    ///   - check: Gives a typed name back as the site spells it, or throws ``DataError`` with the code `invalidInput`
    ///     and a message that says what is allowed. Pure and quick.
    public init(
        _ kind: FeedKind, forms: [String]? = nil, takesSeveral: Bool = false, ignoresCase: Bool = true,
        check: @escaping @Sendable (String) throws(DataError) -> String
    ) {
        self.kind = kind
        self.forms = forms ?? ["\(kind)/NAME"]
        aliases = []
        self.takesSeveral = takesSeveral
        self.ignoresCase = ignoresCase
        self.check = check
    }

    /// Whether a name belongs to the kind.
    public var takesName: Bool { check != nil }

    /// Checks the name of a source of this kind.
    ///
    /// - Parameter name: The name behind the slash.
    /// - Returns: The source, with the name as the site spells it.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message says what is allowed.
    public func source(named name: String) throws(DataError) -> FeedSource {
        guard let check else {
            guard name.isEmpty else {
                throw DataError(.invalidInput, message: "'\(kind)/\(name)' is no feed: '\(kind)' takes no name.")
            }
            return FeedSource(kind)
        }
        guard takesSeveral else { return FeedSource(kind, try check(name)) }
        var names: [String] = []
        for part in name.split(separator: "+", omittingEmptySubsequences: false) {
            names.append(try check(String(part)))
        }
        return FeedSource(kind, names.joined(separator: "+"))
    }

    /// The form of a source that all sources have which are the same feed.
    func canonical(_ source: FeedSource) -> String {
        guard takesName else { return source.description }
        let name = ignoresCase ? source.name.lowercased() : source.name
        guard takesSeveral else { return "\(kind)/\(name)" }
        return "\(kind)/"
            + Set(name.split(separator: "+", omittingEmptySubsequences: false)).sorted().joined(separator: "+")
    }
}
