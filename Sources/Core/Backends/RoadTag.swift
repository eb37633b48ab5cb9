/// Marks what belongs to one backend of a site: its cursors and its revisions.
///
/// A cursor is stored as `family␟name␟cursor` and a revision as `name␟revision`, where `␟` is U+001F, which is in no
/// name of a chain. What has no mark was stored before cursors had one.
package struct RoadTag: Hashable {
    /// The backend's name; in a chain that of the road.
    package let road: String
    /// The family of backends that understand the cursor.
    package let family: String
    /// The server's own cursor.
    package let cursor: PageCursor

    private static let separator: Character = "\u{1F}"

    /// Creates a mark from its parts.
    package init(road: String, family: String, cursor: PageCursor) {
        self.road = road
        self.family = family
        self.cursor = cursor
    }

    /// Whether a text can name a backend or a family: 1 to 64 of `A-Z a-z 0-9 . _ -`.
    package static func isName(_ text: String) -> Bool {
        let isAllowed: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        return (1...64).contains(text.utf8.count) && text.allSatisfy(isAllowed)
    }

    /// Reads a marked cursor; `nil` for one without a mark.
    package init?(_ cursor: PageCursor) {
        let parts = cursor.rawValue.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        self.init(
            road: String(parts[1]), family: String(parts[0]), cursor: PageCursor(rawValue: String(parts[2])))
    }

    /// The cursor with its mark.
    package var marked: PageCursor {
        PageCursor(rawValue: [family, road, cursor.rawValue].joined(separator: String(Self.separator)))
    }

    /// Why nobody goes on behind the cursor where its backend is not there any more.
    package var notInUse: DataError {
        DataError(.invalidInput, message: "This page came from '\(road)', which is not in use. Refresh the feed.")
    }

    /// Marks a revision.
    package static func mark(_ revision: PageRevision, road: String) -> PageRevision {
        PageRevision(rawValue: road + String(separator) + revision.rawValue)
    }

    /// The road's own words of a marked revision.
    ///
    /// - Returns: `nil` for another road's, and for one without a mark.
    package static func unmark(_ revision: PageRevision, road: String) -> PageRevision? {
        let parts = revision.rawValue.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == road else { return nil }
        return PageRevision(rawValue: String(parts[1]))
    }

    /// Whether a revision has a mark.
    package static func isMarked(_ revision: PageRevision) -> Bool { revision.rawValue.contains(separator) }

    /// The page as it is stored: with marks on its cursor and its revision.
    ///
    /// - Parameters:
    ///   - page: The page as the server gave it.
    ///   - asked: The request as it came in, with its marks.
    ///   - own: The request as the server got it.
    ///   - road: The name of what answered.
    ///   - family: Whose words its cursors are in.
    /// - Returns: The page with marks.
    package static func marking(
        _ page: Page, asked: PageRequest, own: PageRequest, road: String, family: String
    ) -> Page {
        var page = page
        page.next = page.next.map { next in
            // A cursor that the server repeats is the end of the feed: whoever asked has to recognise it.
            if let cursor = asked.cursor, next == own.cursor { return cursor }
            return RoadTag(road: road, family: family, cursor: next).marked
        }
        page.revision = page.revision.map { mark($0, road: road) }
        return page
    }
}
