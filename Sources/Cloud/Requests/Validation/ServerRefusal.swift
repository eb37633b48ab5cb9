import Core
import Foundation

/// The reason of a refusal in the server's own words: the `underlying` of a `NetworkError` with a status from 400 to
/// 499.
///
/// Only single words of ASCII are kept, so neither a token nor what a person typed can be in it.
package struct ServerRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The word behind `error`, such as `invalid_grant`; a number as text.
    package let error: String?
    /// The word behind `reason`, such as `private`.
    package let reason: String?
    /// Whether the answer was a page for browsers, perhaps from a proxy.
    package let isPage: Bool

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - error: The word behind `error`.
    ///   - reason: The word behind `reason`.
    ///   - isPage: Whether a page for browsers came instead.
    package init(error: String? = nil, reason: String? = nil, isPage: Bool = false) {
        (self.error, self.reason, self.isPage) = (error, reason, isPage)
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - body: The whole body; one of more than 64 KB has no words worth reading.
    ///   - contentType: What the answer calls itself.
    init(body: Data, contentType: String?) {
        let kind = BodyKind(of: body)
        // A body that is no JSON has no words, and that is all there is to say about it.
        let json = kind == .json && body.count <= 1 << 16 ? try? JSONValue(parsing: body) : nil
        let error = json?["error"]
        self.init(
            error: (error?.string ?? (error?.kind == .number ? error?.int.map(String.init) : nil)).flatMap(Self.word),
            reason: json?["reason"]?.string.flatMap(Self.word), isPage: kind.isPage(contentType: contentType))
    }

    package var description: String {
        [error, reason, isPage ? "page" : nil].compactMap { $0 }.joined(separator: " ")
    }

    /// A text that is one word.
    ///
    /// - Parameter text: What a server wrote.
    /// - Returns: The text, `nil` unless it is 1 to 64 of `A-Z a-z 0-9 _ -`.
    static func word(_ text: String) -> String? {
        let isWord = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
        return isWord && (1...64).contains(text.utf8.count) ? text : nil
    }
}
