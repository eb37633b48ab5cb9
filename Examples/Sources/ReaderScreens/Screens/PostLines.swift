import AppScreens
import ConsoleKit
import Core
import PostFeatures
import ScreenKit

/// The two lines of a post in a list.
@MainActor
struct PostLines {
    private let row: PostRow
    private let item: FeedItem
    private let availability: PostAvailability?
    private let context: ReaderContext

    init(_ row: PostRow, item: FeedItem, availability: PostAvailability?, context: ReaderContext) {
        self.row = row
        self.item = item
        self.availability = availability
        self.context = context
    }

    /// The title, behind a mark where it is unread and before its badges.
    func title(isChosen: Bool, columns: Int) -> StyledText {
        var badges = StyledText()
        for text in [(row.removal ?? row.mediaLabel).map { "[\($0)]" }].compactMap(\.self) + row.badges.map(\.text) {
            badges.append(" \(text)", CellStyle(item.post.isNSFW == true ? .red : .magenta))
        }
        // Where a badge would take the title's room, it is left out whole.
        if badges.columns > columns / 2 { badges = StyledText() }
        let words = row.title.trimmingWhitespace
        let style = CellStyle(
            attributes: row.isRead ? (isChosen ? [.underlined] : .dim) : isChosen ? [.bold, .underlined] : .bold)
        let unread = StyledText(row.isRead ? "  " : context.sign("● ", .unread), CellStyle(.cyan))
        let room = max(0, columns - 2 - badges.columns)
        let title = StyledText(words.isEmpty ? context.format.text(ListPhrase.untitled) : words, style)
        return unread + title.truncated(toColumns: room) + badges
    }

    /// The second line: community, age, numbers, and the parts of the post that are on this device.
    func details(columns: Int) -> StyledText {
        let place = item.post.subreddit.map { "r/\($0)" }
        let points = context.format.points(item.shownScore)
        let pending = context.text(ofOwn: item.own?.state, isPending: !row.pending.isEmpty)
        // That the text is there, one sees.
        let isKept = availability?.level == .partial || availability?.level == .full
        let kept = availability.flatMap { isKept ? context.format.text(of: $0) : nil }
        let vote = context.text(ofVote: row.vote)
        let parts = [place, row.meta, points, vote, pending, kept].compactMap(\.self).filter { !$0.isEmpty }
        return StyledText("  " + parts.joined(separator: " · "), .dim).truncated(toColumns: columns)
    }
}

extension ReaderContext {
    /// The person's own vote in a sign that needs no colour, or in words; nil for none.
    func text(ofVote vote: Vote?) -> String? {
        switch vote {
        case .up: isPlain ? format.text(StatusPhrase.votedUp) : "+1"
        case .down: isPlain ? format.text(StatusPhrase.votedDown) : "-1"
        default: nil
        }
    }

    /// Says of what a person wrote that a server has refused it, or that it is not sent yet; nil for neither.
    func text(ofOwn state: OutboxItem.State?, isPending: Bool) -> String? {
        state == .failed ? text(ScreenPhrase.refused) : isPending ? text(AppPhrase.unsent) : nil
    }
}

extension StringProtocol {
    /// The text without blanks and line ends at both ends.
    var trimmingWhitespace: String {
        var rest = Substring(self)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
