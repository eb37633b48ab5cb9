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

    /// Forgets the lines of parts that show something else now.
    mutating func forget(unlike rows: [CommentRow], post: Post, now: Date) {
        let minute = Int(now.timeIntervalSince1970 / 60)
        // Ages are written once a minute.
        if minute != self.minute {
            made = [:]
        } else if rows != self.rows {
            let known = Set(self.rows)
            for row in rows where !known.contains(row) { made[.row(row.id)] = nil }
        }
        if post != self.post || rows.isEmpty != self.rows.isEmpty { made[.post] = nil }
        (self.rows, self.post, self.minute) = (rows, post, minute)
    }
}
