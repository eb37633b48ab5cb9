import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// What was taken back is said in a sentence.
struct UndoTextTests {
    private static let acts: [(StatusChange, Int, String)] = [
        (.read(false), 3, "Taken back: read mark of 3 posts"), (.read(true), 1, "Taken back: 1 post marked as unread"),
        (.saved(false), 1, "Taken back: 1 post saved"),
        (.saved(true), 2, "Taken back: 2 posts removed from the saved ones"),
        (.savedSince(.distantPast), 1, "Taken back: 1 post removed from the saved ones"),
        (.favourite(false), 1, "Taken back: 1 post made a favourite"),
        (.favouriteSince(.distantPast), 2, "Taken back: 2 posts removed from the favourites"),
        (.dismissed(false), 12, "Taken back: 12 posts dismissed"), (.hidden(false), 1, "Taken back: 1 post hidden"),
        (.hidden(true), 1, "Taken back: 1 post shown again"), (.vote(nil), 1, "Taken back: vote on 1 post"),
    ]

    private func posts(_ count: Int) -> [Post.ID] {
        (0..<count).map { .mock("p\($0)") }
    }

    @Test(arguments: acts) func anActIsNamedByWhatItDid(_ change: StatusChange, _ count: Int, _ words: String) {
        #expect(PostFormat(language: .english).text(of: UndoneAct(change, of: posts(count))) == words)
    }

    @Test func inUkrainianWithItsPlurals() {
        let format = PostFormat(language: .ukrainian)
        #expect(format.text(of: UndoneAct(.read(false), of: posts(3))) == "Скасовано: позначка прочитаного в 3 дописах")
        #expect(format.text(of: UndoneAct(.vote(.up), of: posts(1))) == "Скасовано: голос щодо 1 допису")
    }
}
