import AppScreens
import ConsoleKit
import Core
import Foundation
import PostFeatures
import ScreenKit

/// What is said below a text that is written: why it cannot be, what is wrong, what became of it, and the keys.
@MainActor
struct WritingNotes {
    private let context: ReaderContext
    private let writing: WritingState

    init(_ context: ReaderContext, _ writing: WritingState) {
        (self.context, self.writing) = (context, writing)
    }

    /// The lines.
    ///
    /// - Parameters:
    ///   - columns: The number of cells of a line.
    ///   - isLocked: Whether nothing can be typed now.
    /// - Returns: The lines; none where there is no room.
    func lines(columns: Int, isLocked: Bool) -> [StyledText] {
        let format = context.format
        var notes: [(String, CellStyle)] = []
        if let reason = format.reason(for: writing.access) { notes.append((reason, .bold)) }
        if let problem = writing.problem { notes.append((format.text(of: problem), .problem)) }
        if let progress = writing.progress {
            notes.append((format.text(of: progress, now: context.now, timeZone: .current), .bold))
        } else if writing.isRestored {
            notes.append((context.text(.draftRestored), .dim))
        }
        if !isLocked {
            notes.append((format.text(ScreenPhrase.replyHint, filling: context.key(.send, whileWriting: true)), .dim))
        }
        guard columns > 0 else { return [] }
        return notes.flatMap { words, style in
            TextLines.wrapped(words.harmless, toColumns: columns).map { StyledText($0, style) }
        }
    }
}
