import Core
import Foundation
import PostFeatures
import ScreenKit

/// The lines of the parts of a thread, each made once for what it shows.
struct PostBlockLines {
    /// The values that the lines of the post itself depend on.
    struct Post: Equatable {
        var item: FeedItem?
        var availability: PostAvailability?
        var phase = PostDetailViewModel.Phase.initial
        var threadPhase = CommentThreadViewModel.Phase.initial
        var pictures = PostPictures.Key()
    }

    /// The rows that the lines are of.
    private(set) var rows: [CommentRow] = []
    /// The places of the rows: there may be thousands, too many to look through at every key.
    private var places: [CommentRow.ID: Int] = [:]
    private var areExpanding = false
    private var columns = 0
    private var made: [PostScreen.Block: [StyledText]] = [:]
    private var post = Post()
    private var minute = 0

    /// Returns the lines of a part.
    mutating func lines(
        of block: PostScreen.Block, columns: Int, _ make: (Int) -> [StyledText]
    ) -> [StyledText] {
        if columns != self.columns {
            self.columns = columns
            made = [:]
        }
        if let lines = made[block] { return lines }
        let lines = make(columns)
        made[block] = lines
        return lines
    }

    /// Returns the place of a row among the rows.
    func index(of id: CommentRow.ID) -> Int? { places[id] }

    /// Returns whether some of the rows are being fetched.
    func isExpanding(among rows: [CommentRow]) -> Bool {
        rows.sharesStorage(with: self.rows) ? areExpanding : rows.contains { $0.isExpanding }
    }

    /// Forgets the lines of parts that show something else now.
    mutating func forget(unlike rows: [CommentRow], post: Post, now: Date) {
        let minute = Int(now.timeIntervalSince1970 / 60)
        if post != self.post || rows.isEmpty != self.rows.isEmpty { made[.post] = nil }
        // Ages are written once a minute.
        if minute != self.minute { made = [:] }
        (self.post, self.minute) = (post, minute)
        if !rows.sharesStorage(with: self.rows) { take(rows) }
    }

    private mutating func take(_ rows: [CommentRow]) {
        let (oldRows, oldPlaces) = (self.rows, places)
        self.rows = rows
        areExpanding = false
        places = Dictionary(minimumCapacity: rows.count)
        for (place, row) in rows.enumerated() {
            places[row.id] = place
            if row.isExpanding { areExpanding = true }
        }
        // Only what was seen has lines.
        for case .row(let id) in Array(made.keys) {
            if let old = oldPlaces[id], let new = places[id], oldRows[old] == rows[new] { continue }
            made[.row(id)] = nil
        }
    }
}
