import ConsoleKit
import Foundation
import Testing

@testable import ReaderKit

/// The text output: widths, titles without control characters, no colours in a pipe.
@Suite(.timeLimit(.minutes(5)))
struct TextTests {
    @Test(arguments: [
        ("plain", 5), ("", 0), ("жовтий", 6), ("漢字", 4), ("한글", 4), ("ｗｉｄｅ", 8), ("é", 1), ("e\u{301}", 1), ("🏮", 2),
        ("👩‍🚀", 2), ("🇺🇦", 2), ("❤️", 2), ("❤", 1), ("a\u{200B}b", 2), ("שלום", 4), ("ไทย", 3), ("①", 1),
    ]) func widthIsCountedAsATerminalShowsIt(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test func noLetterIsTakenForOneThatHasAWidthOrNone() {
        let zero: [Unicode.GeneralCategory] = [
            .nonspacingMark, .enclosingMark, .format, .control, .surrogate, .lineSeparator, .paragraphSeparator,
        ]
        for scalar in (0x20...0x30FF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            // The inner letters of a Hangul syllable are drawn into its first one.
            guard !(0x1160...0x11FF).contains(scalar.value) else { continue }
            let isNothing = zero.contains(scalar.properties.generalCategory)
            #expect((DisplayWidth.of(Character(scalar)) == 0) == isNothing, "\(String(scalar.value, radix: 16))")
            guard scalar.properties.isEmojiPresentation else { continue }
            #expect(DisplayWidth.of(Character(scalar)) == 2, "\(String(scalar.value, radix: 16))")
        }
    }

    @Test func aTextIsCutAtColumnsAndNeverInACharacter() {
        #expect("漢字漢字".truncated(toColumns: 8) == "漢字漢字")
        #expect("漢字漢字".truncated(toColumns: 7) == "漢字漢…")
        #expect("漢字漢字".truncated(toColumns: 6) == "漢字…")
        #expect("two words".truncated(toColumns: 5) == "two…")
        #expect("abc".truncated(toColumns: 0) == "")
        #expect("👩‍🚀👩‍🚀".truncated(toColumns: 3) == "👩‍🚀…")
        #expect(DisplayWidth.of("漢".padded(toColumns: 5)) == 5)
        #expect("漢".aligned(rightToColumns: 3) == " 漢")
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"), ("a\nb\tc\rd", "a b c d"), ("\u{7F}\u{9B}", "␡\u{FFFD}"),
        ("\u{202E}reversed\u{2066}", "reversed"), ("bell\u{7}", "bell␇"), ("жовтий 🏮 漢字", "жовтий 🏮 漢字"),
    ]) func controlCharactersAreMadeVisible(text: String, harmless: String) {
        #expect(text.harmless == harmless)
        #expect(!text.harmless.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }

    @Test func aLongTextIsWrappedAtSpacesAndALongWordIsBroken() {
        #expect(PostPage.wrapped("one two three", toColumns: 7) == ["one two", "three"])
        #expect(PostPage.wrapped("abcdefghij k", toColumns: 4) == ["abcd", "efgh", "ij k"])
        #expect(PostPage.wrapped("漢字漢字", toColumns: 5) == ["漢字", "漢字"])
        #expect(PostPage.wrapped("", toColumns: 5) == [""])
    }

    @Test func aPipeGetsNoColoursAndNoLineIsTooLong() async throws {
        try await ReaderFixture.run { fixture in
            let list = try await fixture.reader(
                "list", "--limit", "100", "--pages", "5", format: "text", environment: ["COLUMNS": "80"])
            #expect(list.status == 0)
            #expect(!list.output.contains("\u{1B}"))
            for line in list.output.split(separator: "\n") { #expect(DisplayWidth.of(line) <= 80, "\(line)") }
            // The demonstration has a title with an escape sequence in it.
            #expect(list.output.contains("␛"))
        }
    }

    @Test(arguments: [40, 20], ["en", "uk"]) func nothingIsWiderThanANarrowTerminal(columns: Int, language: String)
        async throws
    {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "settings", "set", "language", language)
            let ids = try await fixture.call(.demo, "list", "--limit", "100", "--pages", "4").ids
            for command in ["save", "favourite"] { _ = try await fixture.call(.demo, [command] + ids) }
            _ = try await fixture.call(
                .demo,
                "settings", "set", "blockedWords", "some words, \(String(repeating: "w", count: 50))")
            for name in ["swift", "private", "u/OksanaReads"] {
                _ = try await fixture.call(.demo, "sources", "add", name)
            }
            _ = try await fixture.call(.demo, "sources", "add", "a_very_long_name_here", "--offline")
            for arguments in [
                ["list", "--limit", "100", "--pages", "4"], ["list", "--feed", "r/swift+pics+memes+balconygarden"],
                ["list", "--feed", "downloads"], ["saved"], ["search", "a"],
                ["search", "xylophage and more than that"],
                ["sources"], ["settings"],
            ] {
                let page = try await fixture.reader(
                    arguments, format: "text", environment: ["COLUMNS": "\(columns)"])
                #expect(page.status == 0, "\(page.errors)")
                for line in page.output.split(separator: "\n") {
                    #expect(DisplayWidth.of(line) <= columns, "\(arguments): \(line)")
                }
                // What a person types is never cut off.
                if arguments == ["saved"] { #expect(ids.allSatisfy { page.output.contains($0) }) }
            }
        }
    }

    @Test func theDataFolderIsThePlatforms() {
        #if os(Linux)
            #expect(DataFolder.path(of: "lantern/reader", environment: ["XDG_DATA_HOME": "/x"]) == "/x/lantern/reader")
            #expect(
                DataFolder.path(of: "lantern/reader", environment: ["XDG_DATA_HOME": "relative", "HOME": "/home/me"])
                    == "/home/me/.local/share/lantern/reader")
        #endif
    }
}
