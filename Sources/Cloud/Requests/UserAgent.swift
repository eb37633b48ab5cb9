public import Core
import Foundation

/// A value of the header `User-Agent` in the form that Reddit asks for.
///
/// `<platform>:<app id>:<version> (by /u/<name>)`, such as `ios:org.example.reader:1.2.0 (by /u/example)`. Servers
/// throttle or close what they cannot tell apart: the names that libraries send by default, and masks that look like a
/// browser. (Source: Reddit's rules for its API.)
///
/// Checked when it is made, so that a name that would be throttled is found where the app is put together and not in
/// the middle of a night.
public struct UserAgent: Sendable, Hashable, CustomStringConvertible {
    /// The text of the header.
    package let text: String

    /// Creates a value from a text, and checks that Reddit would accept it.
    ///
    /// - Parameter text: The whole text of the header.
    /// - Throws: `DataError` with the code `invalidInput`; its message says what is wrong and what the form is.
    public init(reddit text: String) throws(DataError) {
        try Self.checkReddit(text)
        self.text = text
    }

    /// Creates a value from its parts, and checks that Reddit would accept it.
    ///
    /// - Parameters:
    ///   - platform: `ios`, `macos`, `linux`.
    ///   - app: The app's id, such as `org.example.reader`.
    ///   - version: The app's version, such as `1.2.0`.
    ///   - user: The Reddit name of who answers for the app, without `/u/`.
    /// - Throws: `DataError` with the code `invalidInput`; its message says what is wrong and what the form is.
    public init(platform: String, app: String, version: String, user: String) throws(DataError) {
        try self.init(reddit: "\(platform):\(app):\(version) (by /u/\(user))")
    }

    public var description: String { text }

    /// Throws for a text that Reddit would throttle or refuse.
    ///
    /// - Parameter text: The whole text of the header.
    /// - Throws: `DataError` with the code `invalidInput`; its message says what is wrong and what the form is.
    package static func checkReddit(_ text: String) throws(DataError) {
        guard !text.allSatisfy(\.isWhitespace) else { throw refusal("is missing") }
        guard text.utf8.count <= maximumLength else { throw refusal("is longer than \(maximumLength) characters") }
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), text.first != " ", text.last != " " else {
            throw refusal("has blanks at an end, or something that is not ASCII")
        }
        let lowercased = text.lowercased()
        if let mask = masks.first(where: lowercased.contains) {
            throw refusal("names '\(mask)', which is a browser or a library and not your app")
        }
        // A form that was copied and never filled in.
        guard !text.contains(where: { "<>".contains($0) }) else { throw refusal("has a part that was not filled in") }
        let end = text.firstIndex(of: " ") ?? text.endIndex
        let parts = text[..<end].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.contains(where: \.isLetter) || $0.contains(where: \.isNumber) })
        else { throw refusal("does not begin with platform, app and version, divided by colons") }
        guard parts[2].contains(where: \.isNumber) else { throw refusal("has no number in its version") }
        let comment = text[end...].dropFirst()
        guard comment.hasPrefix("("), comment.hasSuffix(")"), comment.contains(where: \.isLetter) else {
            throw refusal("does not say in brackets whose it is")
        }
        if let mark = comment.range(of: "/u/") {
            let name = comment[mark.upperBound...].prefix { $0 != " " && $0 != ")" && $0 != "," && $0 != ";" }
            guard (2...20).contains(name.utf8.count), name.utf8.allSatisfy(isNameByte) else {
                throw refusal("names no Reddit user behind '/u/'")
            }
        }
    }

    /// More than any app needs, and less than any server refuses.
    private static let maximumLength = 256

    /// The names of browsers and libraries that Reddit refuses, in lowercase.
    private static let masks = [
        "mozilla/", "applewebkit", "chrome/", "safari/", "cfnetwork", "darwin/", "curl/", "wget/", "python-requests",
        "python-urllib", "aiohttp/", "httpx/", "okhttp", "go-http-client", "java/", "libwww", "node-fetch", "axios/",
        "alamofire/", "postmanruntime", "googlebot",
    ]

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func refusal(_ problem: String) -> DataError {
        DataError(
            .invalidInput,
            message: "The User-Agent \(problem). Reddit wants <platform>:<app id>:<version> (by /u/<name>), "
                + "like ios:org.example.reader:1.2.0 (by /u/example).")
    }
}
