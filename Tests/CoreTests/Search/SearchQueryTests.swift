import Core
import Foundation
import Testing

struct SearchQueryTests {
    @Test func aQueryIsItsWords() {
        #expect(SearchQuery("Fox  the FOX\n").words == ["fox", "the"])
        #expect(SearchQuery("Fox the") == SearchQuery(" THE fox "))
        #expect(Set([SearchQuery("Ёлка"), SearchQuery("елка")]).count == 1)
        #expect(SearchQuery("и") != SearchQuery("й"))
        #expect(SearchQuery(" \n\u{2003}").isEmpty)
        #expect(!SearchQuery("a").isEmpty)
    }

    @Test func aQueryWithoutWordsLeavesEverythingInAndMarksNothing() {
        #expect(SearchQuery(" ").matches("text"))
        #expect(SearchQuery("").matches(Post(id: Post.ID(site: .demo, native: "a"), title: "")))
        #expect(SearchQuery(" ").ranges(in: "text").isEmpty)
    }

    @Test func wordsMayBeInDifferentPartsOfAPostButNotAcrossTwo() {
        var post = Post(id: Post.ID(site: .demo, native: "a"), title: "Lighting a lan")
        post.author = "Tern"
        post.text = "with the Їжак"
        #expect(SearchQuery("light їжак tern").matches(post))
        #expect(!SearchQuery("lantern").matches(post))
        #expect(!SearchQuery("light їжак tern").matches(post, in: [.title, .body]))
        #expect(SearchQuery("lan").matches(post, in: [.title]))
        #expect(!SearchQuery("їжак").matches(post, in: [.title]))
    }

    @Test(
        arguments: [
            ("fox", "The Fox, foxes", ["Fox", "fox"]), ("fo ox", "a fox", ["fox"]), ("a", "banana", ["a", "a", "a"]),
            ("an na", "banana", ["anana"]), ("strasse", "Die Straße!", ["Straße"]), ("s", "Maß", ["ß"]),
            ("a", "Æsop", ["Æ"]), ("sop", "Æsop", ["sop"]), ("елка", "Ёлка", ["Ёлка"]), ("й", "ий", ["й"]),
            ("istanbul", "İSTANBUL", ["İSTANBUL"]), ("글", "한글", ["글"]),
            ("cafe", "un cafe\u{301} noir", ["cafe\u{301}"]),
            ("ом", "д\u{301}ом о\u{301}м", ["ом"]), ("👩", "a 👩‍🚀 b", ["👩‍🚀"]), ("fi", "ﬁn", ["ﬁ"]), ("x", "abc", []),
            ("b", "a\r\nb", ["b"]), ("c d", "c d", ["c", "d"]),
        ] as [(String, String, [String])]) func whatIsFoundIsMarkedInTheTextItself(
            query: String, text: String, marked: [String]
        )
    {
        let ranges = SearchQuery(query).ranges(in: text)
        #expect(ranges.map { String(text[$0]) } == marked)
        #expect(SearchQuery(query).firstRange(in: text) == ranges.first)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func rangesAgreeWithLookingAtEachCharacter(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let alphabet = Array(
            "aasSeEéÜßæœıİŉﬁЙйиЁёїҐ한글가\u{1112}\u{1161}\u{11AB}がガΣςά🏮👩 \n\r\u{A0}\u{200D}\u{301}\u{308}\u{306}\u{327}"
                .unicodeScalars)
        func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        for _ in 0..<600 {
            let text = String(String.UnicodeScalarView((0..<below(40)).map { _ in alphabet[below(alphabet.count)] }))
            let scalars = Array(text.unicodeScalars)
            let words = (0...below(3)).map { _ -> String in
                guard !scalars.isEmpty, below(4) > 0 else {
                    return String(alphabet[below(alphabet.count)])
                }
                let start = below(scalars.count)
                return String(
                    String.UnicodeScalarView(scalars[start..<min(scalars.count, start + 1 + below(4))]))
            }
            let query = SearchQuery(words.joined(separator: " "))
            let ranges = query.ranges(in: text)
            let comment: Testing.Comment = "seed \(seed): \(text.debugDescription) \(query.words)"
            #expect(ranges == naiveRanges(of: query, in: text), comment)
            #expect(query.firstRange(in: text) == ranges.first, comment)
            for range in ranges {
                #expect(query.words.contains { SearchQuery($0).matches(String(text[range])) }, comment)
            }
            if query.matches(text), !query.isEmpty { #expect(!ranges.isEmpty, comment) }
        }
    }

    /// Marks each character that some place of some word touches, in the plainest way.
    private func naiveRanges(of query: SearchQuery, in text: String) -> [Range<String.Index>] {
        let folded = TextFolding.fold(text)
        let owners = text.indices.flatMap { index in
            repeatElement(index, count: TextFolding.fold(String(text[index])).count)
        }
        #expect(owners.count == folded.count, "the folding of \(text.debugDescription) is not that of its characters")
        var marked: Set<String.Index> = []
        for word in query.words.map({ Array($0.utf8) }) {
            for place in folded.indices where folded[place...].starts(with: word) {
                marked.formUnion(owners[place..<place + word.count])
            }
        }
        var ranges: [Range<String.Index>] = []
        for index in text.indices where marked.contains(index) {
            let end = text.index(after: index)
            if let last = ranges.last, last.upperBound == index {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append(index..<end)
            }
        }
        return ranges
    }
}
