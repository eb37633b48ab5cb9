import Foundation

/// The equality of a text with what a server made of it.
///
/// Servers cut white space off at both ends, write line ends in their own way, and some write or read HTML's entities
/// once. Everything else has to be the same.
package enum TextMatch {
    /// Returns whether a text that is found can be the one that was sent.
    ///
    /// - Parameters:
    ///   - sent: The text as it was sent.
    ///   - found: The text as a server gives it.
    /// - Returns: True where they differ in nothing but what a server does to a text.
    package static func areEqual(_ sent: String, _ found: String) -> Bool {
        let (sent, found) = (normal(sent), normal(found))
        return sent == found || sent == normal(decoded(found)) || normal(decoded(sent)) == found
    }

    /// Returns whether a title that is found can be the one that was sent, which some servers put on one line.
    ///
    /// - Parameters:
    ///   - sent: The title as it was sent.
    ///   - found: The title as a server gives it.
    /// - Returns: True where they differ in white space, or in what a server does to a text.
    package static func areTitlesEqual(_ sent: String, _ found: String) -> Bool {
        areEqual(onOneLine(sent), onOneLine(found))
    }

    /// Returns a hash by which a text is recognised, whatever a server did to its ends.
    ///
    /// - Parameter text: The text.
    /// - Returns: SHA-256 of its normal form, as hexadecimal digits.
    package static func hash(_ text: String) -> String {
        SHA256.hash(Data(normal(text).precomposedStringWithCanonicalMapping.utf8)).hexadecimal
    }

    /// Returns whether a text that is found is the one of which a hash was kept.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - found: The text as a server gives it.
    /// - Returns: True where it is that text, or that text with its entities written once.
    package static func isText(of hash: String, _ found: String) -> Bool {
        self.hash(found) == hash || self.hash(decoded(found)) == hash
    }

    private static func normal(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func onOneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func decoded(_ text: String) -> String { HTMLEntities.decoded(Array(text.utf8)[...]) }
}
