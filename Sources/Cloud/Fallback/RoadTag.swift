import Core

/// Marks what belongs to one road of a chain: its cursors and its revisions.
///
/// A cursor is stored as `family␟road␟cursor` and a revision as `road␟revision`, where `␟` is U+001F, which is in no
/// road's name. What has no mark was stored before there was a chain.
struct RoadTag: Hashable {
    /// The road's name.
    let road: String
    /// Whose words the cursor is in.
    let family: String
    /// The server's own cursor.
    let cursor: PageCursor

    private static let separator: Character = "\u{1F}"

    init(road: String, family: String, cursor: PageCursor) {
        self.road = road
        self.family = family
        self.cursor = cursor
    }

    /// Reads a marked cursor; `nil` for one without a mark.
    init?(_ cursor: PageCursor) {
        let parts = cursor.rawValue.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        self.init(
            road: String(parts[1]), family: String(parts[0]), cursor: PageCursor(rawValue: String(parts[2])))
    }

    /// The cursor with its mark.
    var marked: PageCursor {
        PageCursor(rawValue: [family, road, cursor.rawValue].joined(separator: String(Self.separator)))
    }

    /// Marks a revision.
    static func mark(_ revision: PageRevision, road: String) -> PageRevision {
        PageRevision(rawValue: road + String(separator) + revision.rawValue)
    }

    /// The road's own words of a marked revision.
    ///
    /// - Returns: `nil` for another road's, and for one without a mark.
    static func unmark(_ revision: PageRevision, road: String) -> PageRevision? {
        let parts = revision.rawValue.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == road else { return nil }
        return PageRevision(rawValue: String(parts[1]))
    }
}
