import AppScreens
import ConsoleKit
import Core
import PostFeatures
import ScreenKit

/// The lines of a post that is open.
@MainActor
struct PostText {
    private let context: ReaderContext

    init(_ context: ReaderContext) {
        self.context = context
    }

    /// Makes the lines.
    ///
    /// - Parameters:
    ///   - item: The post.
    ///   - availability: What of it is on this device; nil where that is not known.
    ///   - link: The address of its page; nil for none.
    ///   - pictures: The lines of its pictures.
    ///   - columns: The width of the screen.
    /// - Returns: The lines.
    func lines(
        of item: FeedItem, availability: PostAvailability?, link: String?, pictures: [StyledText] = [], columns: Int
    ) -> [StyledText] {
        let width = max(8, context.readingWidth(columns))
        let format = context.format
        let row = PostRow(item, now: context.now, format: format)
        let words = row.title.harmless.trimmingWhitespace
        var lines = TextLines.wrapped(words.isEmpty ? format.text(ListPhrase.untitled) : words, toColumns: width)
            .map { StyledText($0, .bold) }
        let details = [
            item.post.subreddit.map { "r/\($0)" }, row.meta, format.points(item.shownScore),
            context.text(ofVote: row.vote),
            context.text(ofOwn: item.own?.state, isPending: !row.pending.isEmpty),
            availability.flatMap { $0.level == .none ? nil : format.text(of: $0) },
        ].compactMap(\.self).filter { !$0.isEmpty }
        lines += wrapped(details.joined(separator: " · "), .dim, width)
        if !row.badges.isEmpty {
            lines += wrapped(row.badges.map(\.text).joined(separator: " · "), CellStyle(.magenta), width)
        }
        if let removal = row.removal { lines += wrapped(removal, CellStyle(.magenta), width) }
        if item.post.crosspostParent != nil {
            let words = format.text(MediaPhrase.showsAnother)
            lines += wrapped("\(words) (\(context.key(.original)))", CellStyle(.cyan), width)
        }
        if let cover = row.cover { lines += wrapped(cover, CellStyle(.magenta), width) }
        if !pictures.isEmpty { lines += [""] + pictures.dropLast() }
        if let text = item.post.text, !text.trimmingWhitespace.isEmpty {
            lines.append("")
            lines += paragraphs(text, width)
        }
        lines.append("")
        // What is shown, or named in the place of pictures, needs no label.
        let isShown = !pictures.isEmpty && [.image, .animated, .gallery].contains(item.post.media.kind)
        if let label = row.mediaLabel, !isShown { lines.append(StyledText("[\(label)]", CellStyle(.magenta))) }
        if let words = row.thumbnailText { lines += wrapped(words, .dim, width) }
        if let link { lines += wrapped(link, CellStyle(.blue, attributes: .underlined), width) }
        return lines
    }

    /// The lines that stand in the place of a post that is not there.
    func missing(_ phase: PostDetailViewModel.Phase) -> [StyledText] {
        [StyledText(context.format.text(phase == .missing ? ListPhrase.nothing : .loading), .dim)]
    }

    /// The lines that stand in the place of comments where there are none.
    func notice(of state: CommentThreadViewModel.State) -> [StyledText] {
        guard state.rows.isEmpty else { return [] }
        switch state.phase {
        case .initial, .loading: return ["", StyledText(context.format.text(ListPhrase.loading), .dim)]
        case .idle, .missing: return ["", StyledText(context.text(.noComments), .dim)]
        case .failed, .reloading: return []
        }
    }

    /// The lines of a text with its own line ends.
    func paragraphs(_ text: String, _ width: Int, _ style: CellStyle = .plain) -> [StyledText] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
            wrapped(String(paragraph), style, width)
        }
    }

    private func wrapped(_ text: String, _ style: CellStyle, _ width: Int) -> [StyledText] {
        TextLines.wrapped(text.harmless, toColumns: width).map { StyledText($0, style) }
    }
}

/// The lines of a comment, behind as many rules as it is deep.
@MainActor
struct CommentText {
    /// The least width of a text; deeper replies are drawn no further to the right.
    private static let minimumRoom = 24

    private let context: ReaderContext

    init(_ context: ReaderContext) {
        self.context = context
    }

    /// Makes the lines of a row, with a blank one above a comment on the post itself.
    ///
    /// - Parameters:
    ///   - row: The comment, or the place where comments were left out.
    ///   - columns: The width of the screen.
    /// - Returns: The lines.
    func lines(of row: CommentRow, columns: Int) -> [StyledText] {
        let width = max(8, context.readingWidth(columns))
        let levels = context.isPlain ? 0 : min(row.depth, max(0, (width - Self.minimumRoom) / 2))
        let rules = StyledText(String(repeating: "│ ", count: levels), .dim)
        let room = max(8, width - 2 * levels)
        return lines(of: row, room: room).map { rules + $0 } + [row.isCollapsed ? nil : rules].compactMap(\.self)
    }

    private func lines(of row: CommentRow, room: Int) -> [StyledText] {
        guard let comment = row.comment else {
            let text = context.format.placeholder(row) ?? ""
            return [StyledText("… \(text) (\(context.key(.open)))", CellStyle(.cyan)).truncated(toColumns: room)]
        }
        let format = context.format
        let author = comment.author ?? format.text(CommentPhrase.unknownAuthor)
        let level =
            context.isPlain && row.depth > 0 ? format.text(AppPhrase.level, filling: "\(row.depth + 1)") + ", " : ""
        var head = StyledText(level + author, comment.removal == nil ? .bold : .dim)
        if row.isNew { head.append(" · \(format.text(CommentPhrase.isNew))", CellStyle(.cyan, attributes: .bold)) }
        let score = comment.isScoreHidden == true ? nil : comment.score.map { $0 + row.marks.voteDelta }
        let parts = [
            comment.isSubmitter == true ? format.text(CommentPhrase.originalPoster) : nil,
            comment.distinguished.map { format.role($0) },
            context.text(ofVote: row.marks.vote), format.points(score),
            row.marks.isSaved ? format.text(.saved) : nil,
            context.text(ofOwn: row.own?.state, isPending: row.own?.state != nil),
            format.relativeDate(comment.created, now: context.now),
        ].compactMap(\.self)
        for part in parts { head.append(" · \(part)", .dim) }
        if row.isCollapsed {
            head.append(" · \(format.collapsedText(of: row) ?? "…")", CellStyle(.cyan))
            return [head.truncated(toColumns: room)]
        }
        let isDim = comment.removal != nil || comment.body == nil
        let body = PostText(context).paragraphs(
            comment.body ?? format.text(CommentPhrase.noText), room, isDim ? .dim : .plain)
        return [head.truncated(toColumns: room)] + body
    }
}
