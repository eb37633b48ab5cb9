import Core
import Foundation
import PostFeatures
import Testing

/// How long a text can be taken back is said in seconds, as long as they are few.
struct UndoTimeTextTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let utc = TimeZone(secondsFromGMT: 0) ?? .current

    private func text(_ seconds: Double, _ language: Language = .english) -> String {
        PostFormat(language: language).text(of: .undoable(until: now + seconds), now: now, timeZone: utc)
    }

    @Test func aShortTimeIsSaidInSeconds() {
        #expect(text(5) == "Can be taken back for 5 s more")
        // A moment before or behind a second is that second.
        #expect(text(5.1) == "Can be taken back for 5 s more" && text(3.9) == "Can be taken back for 4 s more")
        #expect(text(119) == "Can be taken back for 119 s more")
        #expect(text(4, .ukrainian) == "Можна забрати назад ще 4 с")
    }

    @Test func nothingIsSaidToBeOverBeforeItIs() {
        #expect(text(0.1) == "Can be taken back for 1 s more")
        #expect(text(-1) == "Can be taken back for 1 s more")
    }

    @Test func aLongTimeIsSaidByItsEnd() { #expect(text(600).hasPrefix("Can be taken back until ")) }
}
