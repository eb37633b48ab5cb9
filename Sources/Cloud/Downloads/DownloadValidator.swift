import Core
import Foundation

/// The validator of a download, by which a server knows the same bytes again: its strong ETag, or else a date that is
/// as good as one.
enum DownloadValidator {
    /// The validator of an answer.
    ///
    /// A weak tag stands for what means the same, not for what is the same to the byte. A date counts when the answer
    /// was made at least a second later (RFC 9110, section 8.8.2.2): within one second a file can change twice.
    ///
    /// - Parameter head: The answer.
    /// - Returns: The text for `If-Range`; `nil` when the answer cannot be gone on from.
    static func text(of head: NetworkResponse) -> String? {
        // Of a body that is compressed on its way, nobody can ask for a part by its own bytes.
        guard isPlain(head), head.header("Accept-Ranges")?.lowercased() != "none" else { return nil }
        if let tag = tag(of: head) { return tag }
        guard let modified = head.header("Last-Modified"), modified.utf8.count <= 64,
            let changed = HTTPDate.date(from: modified),
            let made = head.header("Date").flatMap(HTTPDate.date(from:)), made.timeIntervalSince(changed) >= 1
        else { return nil }
        return modified
    }

    /// Whether an answer is of other bytes than a validator stands for.
    ///
    /// - Parameters:
    ///   - head: An answer with a part.
    ///   - validator: What was kept.
    /// - Returns: True when the answer has a validator of the same kind, and another one.
    static func contradicts(_ head: NetworkResponse, _ validator: String) -> Bool {
        if validator.hasPrefix("\"") { return head.header("ETag").map { $0 != validator } ?? false }
        return head.header("Last-Modified").map { $0 != validator } ?? false
    }

    /// Whether the bytes of the body are those of the file.
    ///
    /// - Parameter head: The answer.
    /// - Returns: True for a body without an encoding.
    static func isPlain(_ head: NetworkResponse) -> Bool {
        head.header("Content-Encoding").map { $0.lowercased() == "identity" } ?? true
    }

    private static func tag(of head: NetworkResponse) -> String? {
        guard let tag = head.header("ETag"), (2...256).contains(tag.utf8.count), tag.first == "\"", tag.last == "\"",
            tag.utf8.dropFirst().dropLast().allSatisfy({ $0 == 0x21 || (0x23...0x7E).contains($0) })
        else { return nil }
        return tag
    }
}
