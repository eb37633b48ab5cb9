/// What the entries of a list in the settings are, and the form in which they are kept.
enum SettingList {
    /// Words and phrases.
    case words
    /// Names of people.
    case authors
    /// Hosts, and `self.NAME`.
    case domains
    /// Whatever an app lists.
    case texts

    var allowed: String {
        switch self {
        case .words: "a list with commas of words and phrases; * at a word's end stands for any ending"
        case .authors: "a list with commas of names, such as name or u/name"
        case .texts: "a list with commas of texts"
        case .domains: "a list with commas of hosts, such as example.com or self.NAME"
        }
    }

    /// The entries in the form in which they are kept: empty ones and repetitions in any case left out.
    ///
    /// - Throws: The first entry that cannot be one.
    func normalized(_ entries: [String]) throws(SettingField.NotAllowed) -> [String] {
        var kept: [String] = []
        var seen: Set<String> = []
        for entry in entries {
            let text = entry.trimmingWhiteSpace
            guard !text.isEmpty else { continue }
            // An entry with a comma would be two when it is read again.
            guard !text.contains(","), let form = form(of: text) else { throw SettingField.NotAllowed(.text(entry)) }
            if seen.insert(form.lowercased()).inserted { kept.append(form) }
        }
        return kept
    }

    /// The form in which an entry is kept; `nil` for what cannot be one.
    func form(of text: String) -> String? {
        switch self {
        case .words:
            let words = text.split(whereSeparator: \.isWhitespace)
            // With nothing but an ending, each word would be one.
            return words.contains { $0.contains { $0 != "*" } } ? words.joined(separator: " ") : nil
        case .authors:
            var name = text[...]
            for prefix in ["/u/", "u/", "U/", "/U/"] where name.hasPrefix(prefix) {
                name = name.dropFirst(prefix.count)
                break
            }
            return name.isEmpty || name.contains { $0.isWhitespace || $0 == "/" } ? nil : String(name)
        case .domains: return Self.host(of: text)
        case .texts: return text
        }
    }

    /// The host in a text: a host, or a URL of which it is a part.
    ///
    /// In small letters, without a port, a dot at the end, and `*.` or a dot at the beginning. A host in letters of
    /// another alphabet is left in them.
    static func host(of text: String) -> String? {
        var rest = text.trimmingWhiteSpace[...]
        // One behind a slash belongs to another URL, in the query of this one.
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
