/// What names may look like on a site.
///
/// Names become parts of paths, queries and keys, so what no server would have is refused before anybody asks.
enum FeedNames {
    /// Reddit, and what is modelled on it.
    case reddit
    /// A Lemmy server.
    ///
    /// A server's own names are 3 to 20 letters, digits and `_` unless its admin allows more, in newer versions also of
    /// other alphabets (`is_valid_actor_name` in LemmyNet/lemmy, `crates/utils/src/utils/validation.rs`). Communities of
    /// other servers, which need not run Lemmy, have their own: dots and hyphens are common there.
    case lemmy

    /// The rule of a site.
    init(on site: Site) {
        self = site.rawValue.hasPrefix("lemmy:") ? .lemmy : .reddit
    }

    /// What a feed can be, for people.
    var forms: String {
        switch self {
        case .reddit: "home, r/NAME, r/A+B, u/NAME, saved, favourites or downloads"
        case .lemmy: "home, r/NAME, r/NAME@HOST, u/NAME, u/NAME@HOST, saved, favourites or downloads"
        }
    }

    /// The names behind `r/`.
    func subreddits(_ text: Substring) throws(DataError) -> [String] {
        let names = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        switch self {
        case .reddit:
            return try names.map { name throws(DataError) in try Self.checkSubreddit(name) }
        case .lemmy:
            guard names.count == 1 else {
                throw DataError(
                    .invalidInput,
                    message: "'\(text)' names several communities. A Lemmy server shows one at a time: use r/NAME.")
            }
            return [try Self.checkActor(String(text), called: "community")]
        }
    }

    /// The name behind `u/`.
    func user(_ text: Substring) throws(DataError) -> String {
        switch self {
        case .reddit: try Self.checkUser(String(text))
        case .lemmy: try Self.checkActor(String(text), called: "user")
        }
    }

    // MARK: Reddit

    private static func checkSubreddit(_ name: String) throws(DataError) -> String {
        guard (2...21).contains(name.utf8.count), name.utf8.allSatisfy(isNameByte) else {
            throw DataError(
                .invalidInput,
                message: "'\(name)' is no subreddit's name. It is 2 to 21 of the characters A-Z a-z 0-9 and _.")
        }
        return name
    }

    private static func checkUser(_ name: String) throws(DataError) -> String {
        let isAllowed = name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "-") }
        guard (2...20).contains(name.utf8.count), isAllowed else {
            throw DataError(
                .invalidInput,
                message: "'\(name)' is no user's name. It is 2 to 20 of the characters A-Z a-z 0-9 _ and -.")
        }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: Lemmy

    private static func checkActor(_ text: String, called kind: String) throws(DataError) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), isActorName(parts[0]), parts.count == 1 || isHost(parts[1]) else {
            throw DataError(
                .invalidInput,
                message:
                    "'\(text)' is no \(kind)'s name. It is NAME or NAME@HOST, like news or news@lemmy.world; "
                    + "NAME has letters, digits, _ - and .")
        }
        return text
    }

    private static func isActorName(_ name: Substring) -> Bool {
        // A dot at the beginning is no name's, and two of them would be a path's.
        guard (1...255).contains(name.utf8.count), name.first != "." else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
                return isNameByte(byte) || "-.".utf8.contains(byte)
            }
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
            default: return false
            }
        }
    }

    /// A host as it stands behind the `@`: labels of ASCII, and a port where servers are tried out.
    private static func isHost(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), (UInt16(parts[1]) ?? 0) > 0 else {
                return false
            }
        }
        guard (1...253).contains(parts[0].utf8.count) else { return false }
        return parts[0].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            let isHyphen = { (byte: UInt8?) in byte == UInt8(ascii: "-") }
            return (1...63).contains(label.utf8.count) && !isHyphen(label.utf8.first) && !isHyphen(label.utf8.last)
                && label.utf8.allSatisfy { isNameByte($0) && $0 != UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        }
    }
}
