/// The tag that says which backend a stored cursor or revision came from.
///
/// A cursor is stored as `family␟name␟cursor` and a revision as `name␟revision`, where `␟` is U+001F, which is in no
/// name of a chain. A cursor without a tag was stored before cursors had one.
package struct BackendTag: Hashable {
    /// The backend's name.
    package let backend: String
    /// The family of backends that understand the cursor.
    package let family: String
    /// The server's own cursor.
    package let cursor: PageCursor

    private static let separator: Character = "\u{1F}"

    /// Creates a tag from its parts.
    package init(backend: String, family: String, cursor: PageCursor) {
        self.backend = backend
        self.family = family
        self.cursor = cursor
    }

    /// Whether a text can name a backend or a family: 1 to 64 of `A-Z a-z 0-9 . _ -`.
    package static func isName(_ text: String) -> Bool {
        let isAllowed: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        return (1...64).contains(text.utf8.count) && text.allSatisfy(isAllowed)
    }

    /// Reads a tagged cursor; `nil` for one without a tag.
    package init?(_ cursor: PageCursor) {
        let parts = cursor.rawValue.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        self.init(
            backend: String(parts[1]), family: String(parts[0]), cursor: PageCursor(rawValue: String(parts[2])))
    }

    /// The cursor with its tag.
    package var tagged: PageCursor {
        PageCursor(rawValue: [family, backend, cursor.rawValue].joined(separator: String(Self.separator)))
    }

    /// The error for a cursor whose backend is not in use any more.
    package var notInUse: DataError {
        DataError(.invalidInput, message: "This page came from '\(backend)', which is not in use. Refresh the feed.")
    }

    /// Tags a revision.
    package static func tag(_ revision: PageRevision, backend: String) -> PageRevision {
        PageRevision(rawValue: backend + String(separator) + revision.rawValue)
    }

    /// Returns the revision without its tag, as the backend gave it.
    ///
    /// - Returns: `nil` for another backend's, and for one without a tag.
    package static func untag(_ revision: PageRevision, backend: String) -> PageRevision? {
        let parts = revision.rawValue.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == backend else { return nil }
        return PageRevision(rawValue: String(parts[1]))
    }

    /// Whether a revision has a tag.
    package static func isTagged(_ revision: PageRevision) -> Bool { revision.rawValue.contains(separator) }

    /// Returns a page with tags on its cursor and its revision, as it is stored.
    ///
    /// - Parameters:
    ///   - page: The page as the server gave it.
    ///   - asked: The request as it came in, with its tags.
    ///   - own: The request as the server got it.
    ///   - backend: The name of what answered.
    ///   - family: The name of the family of backends that understand its cursors.
    /// - Returns: The page with tags.
    package static func tagging(
        _ page: Page, asked: PageRequest, own: PageRequest, backend: String, family: String
    ) -> Page {
        var page = page
        page.next = page.next.map { next in
            // A cursor that the server repeats is the end of the feed: whoever asked has to recognise it.
            if let cursor = asked.cursor, next == own.cursor { return cursor }
            return BackendTag(backend: backend, family: family, cursor: next).tagged
        }
        page.revision = page.revision.map { tag($0, backend: backend) }
        return page
    }
}
