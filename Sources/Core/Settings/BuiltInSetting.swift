/// A built-in setting: its property in ``ReadingSettings``, and its allowed values.
///
/// This is the table of all built-in settings, the only place that defines what is allowed.
enum BuiltInSetting {
    case toggle(Property<Bool>)
    case number(Property<Int>, ClosedRange<Int>)
    /// One of a few numbers.
    case step(Property<Int>, [Int])
    case choice(SettingChoice)
    case list(Property<[String]>, SettingList)
    case kinds
    /// The built-in languages, and those that the app has besides.
    case language([InterfaceLanguage])

    typealias Property<Value> = WritableKeyPath<ReadingSettings, Value>

    /// The field of a built-in key; nil for any other.
    init?(_ key: SettingKey, languages: [InterfaceLanguage] = []) {
        let field: BuiltInSetting? =
            switch key {
            case .pageSize: .number(\.pageSize, 1...100)
            case .nsfw: .choice(SettingChoice(\.nsfw))
            case .spoilers: .choice(SettingChoice(\.spoilers))
            case .mediaKinds: .kinds
            case .blockedWords: .list(\.blockedWords, .words)
            case .blockedAuthors: .list(\.blockedAuthors, .authors)
            case .blockedDomains: .list(\.blockedDomains, .domains)
            case .blockedSubreddits: .list(\.blockedSubreddits, .subreddits)
            case .blockedFlairs: .list(\.blockedFlairs, .flairs)
            case .hideRead: .toggle(\.hideRead)
            case .autoplay: .toggle(\.autoplay)
            case .theme: .choice(SettingChoice(\.theme))
            case .language: .language(InterfaceLanguage.allCases + languages)
            case .localSaveLimit: .step(\.localSaveLimit, [0, 50, 100, 500])
            case .syncStatuses: .toggle(\.syncStatuses)
            case .showFullMemeInfo: .toggle(\.showFullMemeInfo)
            case .accountLogoutPolicy: .choice(SettingChoice(\.accountLogoutPolicy))
            case .imageCacheMegabytes: .number(\.imageCacheMegabytes, 1...100_000)
            case .packBudgetMegabytes: .number(\.packBudgetMegabytes, 1...100_000)
            case .downloadPolicy: .choice(SettingChoice(\.downloadPolicy))
            case .refreshAgeMinutes: .number(\.refreshAgeMinutes, 1...10_080)
            case .postRetentionDays: .number(\.postRetentionDays, 1...3650)
            case .readRetentionDays: .number(\.readRetentionDays, 1...3650)
            default: nil
            }
        guard let field else { return nil }
        self = field
    }

    /// The word for every kind of media, including kinds of later versions.
    static let all = "all"

    private static let kindNames = Media.Kind.allCases.map(\.rawValue)

    var kind: SettingKind {
        switch self {
        case .toggle: .toggle
        case .number(_, let range): .number(range)
        case .step(_, let numbers): .choice(numbers.map(String.init))
        case .choice(let choice): .choice(choice.words)
        case .language(let languages): .choice(languages.map(\.rawValue))
        case .list: .list
        case .kinds: .selection(Self.kindNames)
        }
    }

    var allowed: String {
        switch self {
        case .toggle: "true or false"
        case .number(_, let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .step(_, let numbers): Self.alternatives(numbers.map(String.init))
        case .choice(let choice): Self.alternatives(choice.words)
        case .language(let languages): Self.alternatives(languages.map(\.rawValue))
        case .list(_, let list): list.allowed
        case .kinds:
            "all, or a list with commas of \(Self.alternatives(Self.kindNames).replacing(" or ", with: " and "))"
        }
    }

    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) or \(last)"
    }

    // MARK: Values

    func value(in settings: ReadingSettings) -> SettingValue {
        switch self {
        case .toggle(let property): .bool(settings[keyPath: property])
        case .number(let property, _), .step(let property, _): .integer(settings[keyPath: property])
        case .choice(let choice): .text(choice.get(settings))
        case .language: .text(settings.language.rawValue)
        case .list(let property, _): .list(settings[keyPath: property])
        case .kinds:
            settings.mediaKinds.map { .list(Self.words(of: $0)) } ?? .text(Self.all)
        }
    }

    /// Sets a value.
    ///
    /// - Throws: The part of the value that is not allowed; nothing is set then.
    func set(_ value: SettingValue, in settings: inout ReadingSettings) throws(NotAllowed) {
        switch self {
        case .toggle(let property):
            guard case .bool(let isOn) = value else { throw NotAllowed(value) }
            settings[keyPath: property] = isOn
        case .number(let property, let range):
            guard let number = Self.wholeNumber(value), range.contains(number) else { throw NotAllowed(value) }
            settings[keyPath: property] = number
        case .step(let property, let numbers):
            guard let number = Self.wholeNumber(value), numbers.contains(number) else { throw NotAllowed(value) }
            settings[keyPath: property] = number
        case .choice(let choice):
            guard case .text(let word) = value, choice.set(word, &settings) else { throw NotAllowed(value) }
        case .language:
            // A language that only another version has texts for is kept.
            guard case .text(let code) = value, InterfaceLanguage(rawValue: code).isWellFormed else {
                throw NotAllowed(value)
            }
            settings.language = InterfaceLanguage(rawValue: code)
        case .list(let property, let list):
            guard let texts = value.texts else { throw NotAllowed(value) }
            settings[keyPath: property] = try list.normalized(texts)
        case .kinds:
            settings.mediaKinds = try Self.kinds(value)
        }
    }

    private static func kinds(_ value: SettingValue) throws(NotAllowed) -> Set<Media.Kind>? {
        if value == .text(all) { return nil }
        guard let names = value.texts, !names.isEmpty else { throw NotAllowed(value) }
        // A word of another version is kept, unless it would be read back as something else.
        for name in names where name.isEmpty || name == all || name.contains(",") { throw NotAllowed(.text(name)) }
        return Set(names.map(Media.Kind.init(rawValue:)))
    }

    /// The words of kinds: those that are known here first, in their order.
    private static func words(of kinds: Set<Media.Kind>) -> [String] {
        let known = Media.Kind.allCases.filter(kinds.contains)
        return known.map(\.rawValue) + kinds.subtracting(known).map(\.rawValue).sorted()
    }

    static func wholeNumber(_ value: SettingValue) -> Int? {
        switch value {
        case .integer(let number): number
        // JSON knows one kind of number: 25.0 is 25.
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    // MARK: Text

    /// The value that a text names; one that cannot be of this setting is the text itself.
    func value(from text: String) -> SettingValue {
        let text = text.trimmingWhiteSpace
        switch self {
        case .toggle: return Bool(text).map(SettingValue.bool) ?? .text(text)
        case .number, .step:
            return Self.digits(text).map(SettingValue.integer) ?? .text(text)
        case .choice, .language: return .text(text)
        case .list: return .list(Self.parts(of: text))
        case .kinds:
            let parts = Self.parts(of: text)
            return text == Self.all || parts.isEmpty ? .text(text) : .list(parts)
        }
    }

    /// The number that a text of digits is.
    static func digits(_ text: String) -> Int? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(text) : nil
    }

    /// The part of a value that a person cannot choose, where more can be stored than chosen; nil for none.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - settings: The current settings: kinds of media that another version has set may stay.
    /// - Returns: That part.
    func notOffered(of value: SettingValue, besides settings: ReadingSettings) -> SettingValue? {
        switch self {
        case .language(let languages): languages.contains { value == .text($0.rawValue) } ? nil : value
        case .kinds:
            (value.texts ?? []).first { word in
                let kind = Media.Kind(rawValue: word)
                return !Media.Kind.allCases.contains(kind) && settings.mediaKinds?.contains(kind) != true
            }.map(SettingValue.text)
        case .toggle, .number, .step, .choice, .list: nil
        }
    }

    static func parts(of text: String) -> [String] {
        text.split(separator: ",").map { String($0).trimmingWhiteSpace }.filter { !$0.isEmpty }
    }

    /// A value that a setting cannot have.
    struct NotAllowed: Error {
        let value: SettingValue

        init(_ value: SettingValue) { self.value = value }
    }
}

/// A property whose values are words.
struct SettingChoice {
    let words: [String]
    let get: (ReadingSettings) -> String
    /// Says whether there is such a word.
    let set: (String, inout ReadingSettings) -> Bool

    init<Value: RawRepresentable<String> & CaseIterable>(_ property: WritableKeyPath<ReadingSettings, Value>) {
        words = Value.allCases.map(\.rawValue)
        get = { $0[keyPath: property].rawValue }
        set = { word, settings in
            guard let value = Value(rawValue: word) else { return false }
            settings[keyPath: property] = value
            return true
        }
    }
}

extension String {
    /// The text without the white space around it.
    var trimmingWhiteSpace: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// The kind of a list setting's entries, with their normalized form.
enum SettingList {
    /// Words and phrases.
    case words
    /// Names of people.
    case authors
    /// Hosts, and `self.NAME`.
    case domains
    /// Names of subreddits or communities.
    case subreddits
    /// Labels of posts.
    case flairs
    /// Any texts.
    case texts

    var allowed: String {
        switch self {
        case .words: "a list with commas of words and phrases; * at a word's end stands for any ending"
        case .authors: "a list with commas of names, such as name or u/name"
        case .texts: "a list with commas of texts"
        case .subreddits: "a list with commas of names, such as name, r/name or name@host"
        case .flairs: "a list with commas of flairs, each as posts have it"
        case .domains: "a list with commas of hosts, such as example.com or self.NAME"
        }
    }

    /// The normalized entries, without empty ones and repetitions in any case.
    ///
    /// - Throws: The first entry that cannot be one.
    func normalized(_ entries: [String]) throws(BuiltInSetting.NotAllowed) -> [String] {
        var kept: [String] = []
        var seen: Set<String> = []
        for entry in entries {
            let text = entry.trimmingWhiteSpace
            guard !text.isEmpty else { continue }
            // An entry with a comma would be two when it is read again.
            guard !text.contains(","), let form = form(of: text) else { throw BuiltInSetting.NotAllowed(.text(entry)) }
            if seen.insert(form.lowercased()).inserted { kept.append(form) }
        }
        return kept
    }

    /// The normalized form of an entry; `nil` for an invalid one.
    func form(of text: String) -> String? {
        switch self {
        case .words:
            let words = text.split(whereSeparator: \.isWhitespace)
            // An asterisk alone would match every word.
            return words.contains { $0.contains { $0 != "*" } } ? words.joined(separator: " ") : nil
        case .authors:
            return Self.name(in: text, behind: ["/u/", "u/", "U/", "/U/"])
        case .subreddits:
            return Self.name(in: text, behind: ["/r/", "r/", "R/", "/R/", "/c/", "c/", "!"])
        case .flairs: return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        case .domains: return Self.host(of: text)
        case .texts: return text
        }
    }

    /// A name, behind one of some prefixes or alone; `nil` where it is none.
    private static func name(in text: String, behind prefixes: [String]) -> String? {
        let prefix = prefixes.first { text.hasPrefix($0) } ?? ""
        let name = text.dropFirst(prefix.count)
        return name.isEmpty || name.contains { $0.isWhitespace || $0 == "/" } ? nil : String(name)
    }

    /// The host in a text: a host, or a URL of which it is a part.
    ///
    /// In small letters, without a port, a dot at the end, and `*.` or a dot at the beginning. A host in letters of
    /// another alphabet is left in them.
    static func host(of text: String) -> String? {
        var rest = text.trimmingWhiteSpace[...]
        // A scheme after a slash belongs to another URL in the query.
        if let scheme = rest.firstRange(of: "://"), !rest[..<scheme.lowerBound].contains(where: isPath) {
            rest = rest[scheme.upperBound...]
        }
        rest = rest.prefix { !isPath($0) }
        if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
        if let port = rest.lastIndex(of: ":") { rest = rest[..<port] }
        if rest.hasPrefix("*.") { rest = rest.dropFirst(2) }
        if rest.hasPrefix(".") { rest = rest.dropFirst() }
        if rest.hasSuffix(".") { rest = rest.dropLast() }
        let labels = rest.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy(isLabel) else { return nil }
        return rest.lowercased()
    }

    private static func isPath(_ character: Character) -> Bool {
        character == "/" || character == "?" || character == "#"
    }

    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty
            && label.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                default: !scalar.isASCII && !scalar.properties.isWhitespace
                }
            }
    }
}
