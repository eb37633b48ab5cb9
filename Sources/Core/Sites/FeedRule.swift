/// A kind of feed that a site has: how people type it, which names it takes, and which names are equal.
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
    package let forms: [String]
    /// Other words that mean this kind where it takes no name, such as `home`.
    package let aliases: [String]
    /// Whether several names may be given, divided by `+`.
    package let takesSeveral: Bool
    /// Whether names that differ only in case are equal.
    package let ignoresCase: Bool
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
    package var takesName: Bool { check != nil }

    /// Makes a source of this kind from a name, and checks the name.
    ///
    /// - Parameter name: The name behind the slash.
    /// - Returns: The source, with the name as the site spells it.
    /// - Throws: ``DataError`` with the code `invalidInput`; its message says what is allowed.
    package func source(named name: String) throws(DataError) -> FeedSource {
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

    /// Returns the canonical form of a source, which is equal for all spellings of one feed.
    func canonical(_ source: FeedSource) -> String {
        guard takesName else { return source.description }
        let name = ignoresCase ? source.name.lowercased() : source.name
        guard takesSeveral else { return "\(kind)/\(name)" }
        return "\(kind)/"
            + Set(name.split(separator: "+", omittingEmptySubsequences: false)).sorted().joined(separator: "+")
    }
}
