import Foundation
import ServerKit

/// The validators of an answer, and the conditional and range requests that use them (RFC 9110, sections 13 and 14).
struct Validators: Sendable {
    let tag: String
    /// Unix time, in seconds.
    let modified: Int

    init(data: Data, modified: Int) {
        tag = "\"" + String(StableHash.fnv1a(data), radix: 16) + "\""
        self.modified = modified
    }

    var headers: [(name: String, value: String)] {
        [(name: "ETag", value: tag), (name: "Last-Modified", value: HTTPDate.text(date))]
    }

    private var date: Date { Date(timeIntervalSince1970: Double(modified)) }

    /// Whether the client has this very answer already; a tag counts for more than a date.
    func isKnown(to request: DemoRequest) -> Bool {
        if let tags = request.header("If-None-Match") {
            return tags.split(separator: ",").contains { entry in
                var entry = entry.trimmingCharacters(in: .whitespaces)
                if entry == "*" { return true }
                if entry.hasPrefix("W/") { entry.removeFirst(2) }
                return entry == tag
            }
        }
        if let since = request.header("If-Modified-Since").flatMap(HTTPDate.date) { return date <= since }
        return false
    }

    /// The part of so many bytes that a request asks for.
    ///
    /// - Returns: nil for the whole, which is also the answer to a range that cannot be read, to several, and to one of
    ///   an older version; an empty range where there is no such part.
    func range(of request: DemoRequest, count: Int) -> Range<Int>? {
        guard let text = request.header("Range"), text.lowercased().hasPrefix("bytes=") else { return nil }
        if let condition = request.header("If-Range") {
            // Only a tag that is exactly the same, or a date that is, says that the rest still fits.
            guard condition == tag || HTTPDate.date(condition) == date else { return nil }
        }
        let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 2 else { return nil }
        switch (parts[0].isEmpty, Int(parts[0]), Int(parts[1])) {
        case (true, _, let suffix?) where suffix >= 0:
            return max(0, count - suffix)..<count
        case (false, let first?, nil) where parts[1].isEmpty:
            return first < count ? first..<count : 0..<0
        case (false, let first?, let last?) where first <= last:
            return first < count ? first..<min(count, last + 1) : 0..<0
        default: return nil
        }
    }
}
