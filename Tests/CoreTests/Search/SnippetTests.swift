import Core
import Foundation
import Testing

struct SnippetTests {
    private func snippet(_ text: String, _ query: String, _ length: Int = 30) -> HighlightedText? {
        HighlightedText.snippet(of: text, query: SearchQuery(query), length: length)
    }

    private func marked(_ text: HighlightedText?) -> [String] {
        text?.pieces.filter(\.isHighlighted).map { String($0.text) } ?? []
    }

    @Test func aShortTextIsShownWhole() {
        #expect(snippet("A lantern.", "LANTERN")?.text == "A lantern.")
        #expect(marked(snippet("A lantern.", "LANTERN")) == ["lantern"])
        #expect(snippet(" \n a\n\n lantern\t \n", "lantern")?.text == "a lantern")
    }

    @Test func aLongTextIsCutBetweenWords() {
        let text = "one two three four five six lantern seven eight nine ten eleven"
        #expect(snippet(text, "lantern")?.text == "…six lantern seven eight nine…")
        #expect(snippet(text, "one")?.text == "one two three four five six…")
        #expect(snippet(text, "eleven")?.text == "…ten eleven")
        #expect(marked(snippet(text, "seven lantern")) == ["lantern", "seven"])
    }

    @Test func aTextWithoutSpacesIsCutBetweenCharacters() {
        let text = String(repeating: "灯", count: 50) + "光" + String(repeating: "籠", count: 50)
        let found = snippet(text, "光", 10)
        #expect(found?.text == "…灯灯灯光籠籠籠籠籠籠…")
        #expect(marked(found) == ["光"])
    }

    @Test func aTextWithoutMatchesHasNoSnippet() {
        #expect(snippet("A lantern.", "torch") == nil)
        #expect(snippet("A lantern.", "") == nil)
        #expect(snippet("", "a") == nil)
    }

    @Test func aFoundWordIsCompleteEvenInAShortSnippet() {
        #expect(snippet("an extraordinary lantern", "extraordinary", 3)?.text == "…extraordinary…")
        #expect(snippet("an extraordinary lantern", "extraordinary", 0)?.text == "…extraordinary…")
    }

    @Test func aWordThatIsEverywhereGivesAShortSnippet() {
        let text = String(repeating: "灯", count: 5_000)
        #expect(snippet(text, "灯", 10)?.text == String(repeating: "灯", count: 10) + "…")
        #expect(marked(snippet(text, "灯", 10)) == [String(repeating: "灯", count: 10)])
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func aSnippetShowsWhatWasFoundAndKeepsToItsLength(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        let words = ["lantern", "Ліхтар", "灯籠", "한글", "a", "é\u{301}", "👩‍🚀", "\n", "  ", "straße", "\u{301}x"]
        for _ in 0..<300 {
            let text = (0..<1 + below(60)).map { _ in words[below(words.count)] }
                .joined(separator: below(3) == 0 ? "" : " ")
            let word = ["LANTERN", "ліх", "籠", "글", "strasse", "e"][below(6)]
            let length = below(50)
            let found = snippet(text, word, length)
            #expect((found == nil) == SearchQuery(word).ranges(in: text).isEmpty, "seed \(seed): \(text)")
            guard let found else { continue }
            #expect(!found.ranges.isEmpty, "seed \(seed): \(text)")
            let longest = max(length, SearchQuery(word).words[0].utf8.count)
            #expect(found.text.count <= longest + 2, "seed \(seed): \(text) → \(found.text)")
            #expect(!found.text.contains("\n"))
            #expect(found.pieces.map { String($0.text) }.joined() == found.text)
        }
    }

    @Test func aMatchNamesThePartsInWhichWordsWereFound() {
        var post = Post(id: Post.ID(site: .demo, native: "a"), title: "A Lantern")
        post.author = "lamplighter"
        post.text = "How to light a lantern."
        let match = PostMatch(FeedItem(post: post), query: SearchQuery("lantern light"))
        #expect(match.fields == [.title, .author, .body])
        #expect(marked(match.title) == ["Lantern"])
        #expect(marked(match.author) == ["light"])
        #expect(marked(match.snippet()) == ["light", "lantern"])
        let other = PostMatch(FeedItem(post: post), query: SearchQuery("lamp"))
        #expect(other.fields == [.author])
        #expect(other.snippet() == nil)
    }
}
