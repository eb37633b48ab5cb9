import Foundation
import Testing

@testable import Core

struct TextFoldingTests {
    private func fold(_ text: String) -> String { String(decoding: TextFolding.fold(text), as: UTF8.self) }

    private func isFound(_ words: String, in text: String) -> Bool {
        SearchQuery(words).matches(text)
    }

    @Test(arguments: [
        ("", ""), ("Plain ASCII @[`{", "plain ascii @[`{"), ("ÀÉÎõü ÇÑ", "aeiou cn"),
        ("Łódź Øre Đ Ħ Ŧ", "lodz ore d h t"),
        ("Æsop œuvre", "aesop oeuvre"), ("Straße STRASSE Weiẞ", "strasse strasse weiss"),
        ("İstanbul ısı", "istanbul isi"),
        ("Việt Nam", "viet nam"), ("ǅ Ǆ ǆ", "ǆ ǆ ǆ"), ("ſ K Å", "s k a"), ("ﬁn", "fin"), ("þ ð", "þ ð"),
        ("ЙОГО Їжак ҐАНОК", "його їжак ґанок"), ("Ёлка елка", "елка елка"), ("Ѐ Ў Ќ", "ѐ ў ќ"), ("Ӂ", "ӂ"),
        ("ΟΔΟΣ οδός ὈΔΌΣ", "οδοσ οδόσ ὀδόσ"), ("ᾳ ᾼ", "αι αι"), ("ՎԵՒ և", "վեւ եւ"), ("ᲐᲑ აბ", "აბ აბ"),
        ("한글", "한글"), ("が カ゚", "が カ゚"), ("🏮 ‘a’ – b", "🏮 ‘a’ – b"), ("हिन्दी", "हिन्दी"), ("מִלָּה", "מִלָּה"),
    ]) func theTableOfFolding(text: String, folded: String) {
        #expect(fold(text) == folded.precomposedStringWithCanonicalMapping)
        #expect(fold(text).utf8.elementsEqual(folded.precomposedStringWithCanonicalMapping.utf8))
        #expect(fold(text.decomposedStringWithCanonicalMapping).utf8.elementsEqual(fold(text).utf8))
        #expect(fold(text.precomposedStringWithCanonicalMapping).utf8.elementsEqual(fold(text).utf8))
        #expect(fold(fold(text)).utf8.elementsEqual(fold(text).utf8))
    }

    @Test func theFastWayAndTheCompleteOneAreTheSameForEachScalar() {
        for scalar in (UInt32(0)...0x1FFFF).compactMap(Unicode.Scalar.init) {
            let text = "a\(scalar)B"
            if TextFolding.fold(text) != TextFolding.foldCompletely(text) {
                Issue.record("U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func equivalentTextsHaveTheSameBytes(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let alphabet = Array(
            "aEéÜøŞžZ« \n\tЙйЁёїҐА한글가がガΣςάß🏮İı’\u{301}\u{308}\u{306}\u{327}\u{1100}\u{1161}\u{11A8}".unicodeScalars)
        for _ in 0..<2_000 {
            let scalars = (0..<random.next() % 12).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
            let text = String(String.UnicodeScalarView(scalars))
            let folded = TextFolding.fold(text)
            #expect(folded == TextFolding.fold(text.decomposedStringWithCanonicalMapping), "seed \(seed): \(text)")
            #expect(folded == TextFolding.fold(text.precomposedStringWithCanonicalMapping), "seed \(seed): \(text)")
            #expect(folded == TextFolding.foldCompletely(text), "seed \(seed): \(text)")
        }
    }

    /// Folded in steps, and a letter of several bytes stands across each border.
    @Test func longTextsAreFoldedAsShortOnesAre() {
        for letters in ["ЇabЖÉЩ", "ŉÜ🏮", "ﬁ Ё", "日本、コーヒー。Ａ", "e\u{301}Й Ab"] {
            for count in 0..<12 {
                let text = String(repeating: "x", count: count) + String(repeating: letters, count: 300)
                #expect(TextFolding.fold(text) == TextFolding.foldCompletely(text), "\(count) \(letters)")
            }
        }
    }

    @Test(arguments: [
        ("fox", "The Quick Fox"), ("fox quick", "The Quick Fox"), ("QUI", "the quick"), (" fox\n", "fox"),
        ("елка", "Ёлка"),
        ("їжак", "ЇЖАК"), ("strasse", "Straße"), ("istanbul", "İSTANBUL"), ("글", "한글"), ("𝒳", "a 𝒳 b"),
        ("οδος", "ΟΔΟΣ"),
    ]) func wordsAreFoundInAnyOrder(words: String, text: String) {
        #expect(isFound(words, in: text))
    }

    @Test(arguments: [
        ("foxes", "fox"), ("fox dog", "the fox"), ("и", "й"), ("і", "ї"), ("하", "한"),
        ("a", ""),
    ]) func whatIsNotThereIsNotFound(words: String, text: String) {
        #expect(!isFound(words, in: text))
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func aWordIsFoundWhereverItStands(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<3_000 {
            // Three letters, so that beginnings and ends of the word stand everywhere.
            let text = (0..<random.next() % 150).map { _ in UInt8(0x60 + random.next() % 3) }
            let word = (0..<1 + random.next() % 9).map { _ in UInt8(0x60 + random.next() % 3) }
            let expected = text.indices.contains { text[$0...].starts(with: word) }
            #expect(text.withUnsafeBytes { SearchWord(word).isContained(in: $0) } == expected, "seed \(seed)")
        }
    }

    @Test func aWordIsFoundAtEachPlaceOfALongText() {
        for place in 0..<200 {
            var text = [UInt8](repeating: 0x61, count: 203)
            text.replaceSubrange(place..<place + 3, with: Array("abc".utf8))
            #expect(SearchQuery("abc").matches(folded: text))
            #expect(!SearchQuery("abca b").matches(folded: Array(text[..<(place + 3)])))
        }
    }
}
