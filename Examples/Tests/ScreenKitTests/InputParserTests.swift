import Foundation
import ScreenKit
import TestSupport
import Testing

/// Keys, pasted texts, the mouse and answers are known in whatever pieces their bytes come.
struct InputParserTests {
    private func key(_ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers = []) -> InputEvent {
        .key(KeyPress(key, modifiers))
    }

    private func write(_ character: Character) -> InputEvent { .key(.character(character)) }

    /// The events of a text, fed in pieces of each size up to its length, which all have to give the same.
    private func events(_ text: String) -> [InputEvent] {
        let bytes = Array(text.utf8)
        var whole = InputParser()
        let all = whole.feed(bytes)
        for size in 1..<max(2, bytes.count) {
            var parser = InputParser()
            var found: [InputEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += parser.feed(bytes[start..<min(bytes.count, start + size)])
            }
            #expect(found == all, "in pieces of \(size)")
        }
        return all
    }

    @Test func keysOfAllTerminalsAreKnown() {
        #expect(
            events("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD\u{1B}[5~\u{1B}[6~")
                == [key(.up), key(.down), key(.right), key(.left), key(.pageUp), key(.pageDown)])
        #expect(
            events("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~")
                == [key(.home), key(.end), key(.home), key(.home), key(.end), key(.home), key(.end)])
        #expect(
            events("\u{1B}[2~\u{1B}[3~\r\n\t\u{7F}\u{8}").map(\.self) == [
                key(.insert), key(.delete), key(.enter), key(.enter), key(.tab), key(.backspace), key(.backspace),
            ])
        #expect(
            events("\u{1B}OP\u{1B}[11~\u{1B}[[A\u{1B}[15~\u{1B}[24~")
                == [key(.function(1)), key(.function(1)), key(.function(1)), key(.function(5)), key(.function(12))])
    }

    @Test func heldKeysAreKnown() {
        #expect(
            events("\u{1}\u{1A}\u{0}\u{1F}")
                == [.key(.control("a")), .key(.control("z")), .key(.control(" ")), .key(.control("_"))])
        #expect(
            events("\u{1B}[1;5A\u{1B}[1;2B\u{1B}[3;3~\u{1B}[Z\u{1B}[1;9C")
                == [
                    key(.up, .control), key(.down, .shift), key(.delete, .alt), key(.tab, .shift), key(.right),
                ])
        #expect(events("\u{1B}x\u{1B}é") == [key(.character("x"), .alt), key(.escape), write("é")])
    }

    @Test func lettersOfAllLanguagesAreKeys() {
        #expect(events("qé日😀") == [write("q"), write("é"), write("日"), write("😀")])
        var parser = InputParser()
        // A byte that continues nothing, a beginning that is not continued, and an overlong form.
        #expect(parser.feed([0x80, 0xC3, 0x61, 0xC0, 0xAF, 0xE6, 0x97, 0x62]) == [write("a"), write("b")])
    }

    @Test func theEscapeKeyIsTheOneThatNothingComesBehind() {
        var parser = InputParser()
        #expect(parser.feed([0x1B]).isEmpty && parser.isWaiting)
        #expect(parser.flush() == [key(.escape)] && !parser.isWaiting)
        #expect(parser.flush().isEmpty)
        #expect(parser.feed([0x1B, 0x1B]) == [key(.escape)] && parser.isWaiting)
        #expect(parser.feed(Array("[A".utf8)) == [key(.up)] && !parser.isWaiting)
        for (bytes, character) in [("\u{1B}[", "["), ("\u{1B}O", "O"), ("\u{1B}]", "]"), ("\u{1B}P", "P")] {
            #expect(parser.feed(Array(bytes.utf8)).isEmpty && parser.isWaiting)
            #expect(parser.flush() == [key(.character(Character(character)), .alt)])
        }
        // The beginning of a key that never ends is none.
        #expect(parser.feed(Array("\u{1B}[12".utf8)).isEmpty && parser.flush().isEmpty)
        #expect(parser.feed(Array("A".utf8)) == [write("A")])
    }

    @Test func whatIsPastedIsOneTextWithLineFeeds() {
        #expect(
            events("a\u{1B}[200~one\r\ntwo\rthree\u{1B}[Aq\u{1B}[201~b")
                == [write("a"), .paste("one\ntwo\nthree\u{1B}[Aq"), write("b")])
        var parser = InputParser()
        #expect(parser.feed(Array("\u{1B}[200~".utf8)).isEmpty && !parser.isWaiting)
        let much = Array(repeating: UInt8(ascii: "x"), count: InputParser.longestPaste + 5)
        #expect(parser.feed(much).isEmpty)
        #expect(
            parser.feed(Array("\u{1B}[201~".utf8))
                == [.paste(String(repeating: "x", count: InputParser.longestPaste))])
    }

    @Test func theMouseSaysWhere() {
        let place = Screen.Place(row: 4, column: 9)
        #expect(
            events("\u{1B}[<0;10;5M\u{1B}[<0;10;5m\u{1B}[<64;10;5M\u{1B}[<65;10;5M\u{1B}[<2;10;5M\u{1B}[<35;10;5M")
                == [
                    .mouse(MouseEvent(.press, at: place)), .mouse(MouseEvent(.release, at: place)),
                    .mouse(MouseEvent(.wheelUp, at: place)), .mouse(MouseEvent(.wheelDown, at: place)),
                ])
        #expect(events("\u{1B}[<0;0;5M\u{1B}[<0;10M\u{1B}[<;10;5M").isEmpty)
    }

    @Test func answersAreNoKeys() {
        #expect(
            events("\u{1B}[?62;4c\u{1B}[?2026;2$y\u{1B}[24;80R\u{1B}_Gi=1;OK\u{1B}\\\u{1B}]11;rgb:0/0/0\u{7}q")
                == [
                    .reply(.attributes([62, 4])), .reply(.mode(2026, state: 2)),
                    .reply(.cursor(Screen.Place(row: 23, column: 79))), .reply(.application("Gi=1;OK")),
                    .reply(.system("11;rgb:0/0/0")), write("q"),
                ])
    }

    @Test func theRestOfAnAnswerIsWaitedForLonger() {
        #expect(events("\u{1B}P>|kitty(0.36.1)\u{1B}\\q") == [.reply(.version("kitty(0.36.1)")), write("q")])
        for answer in ["\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[?62;4c", "\u{1B}P>|tmux 3.3a\u{1B}\\"] {
            let bytes = Array(answer.utf8)
            for cut in 3..<bytes.count {
                var parser = InputParser()
                #expect(parser.feed(bytes[..<cut]).isEmpty && parser.isWaiting && parser.isAnswering, "\(cut)")
                #expect(parser.feed(bytes[cut...]).count == 1 && !parser.isAnswering)
            }
        }
        // Keys are told from answers.
        for key in ["\u{1B}", "\u{1B}_", "\u{1B}[1", "\u{1B}O", "a"] {
            var parser = InputParser()
            _ = parser.feed(Array(key.utf8))
            #expect(!parser.isAnswering)
        }
    }

    @Test func whatNobodyKnowsIsLeftOut() {
        #expect(events("\u{1B}[99;5Xg\u{1B}[>1;2cq\u{1B}Ozr").map(\.self) == [write("g"), write("q"), write("r")])
        let long = "\u{1B}[" + String(repeating: "1;", count: 5_000) + "Aq"
        var parser = InputParser()
        #expect(parser.feed(Array(long.utf8)) == [write("q")])
        #expect(parser.feed(Array(("\u{1B}_" + String(repeating: "x", count: 9_000) + "\u{7}q").utf8)) == [write("q")])
    }

    @Test func anyBytesAreTakenAndTheNextKeyIsKnown() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = Seeded(seed: seed)
            var parser = InputParser()
            _ = parser.feed((0..<200).map { _ in UInt8.random(in: 0...255, using: &random) })
            _ = parser.flush()
            // A text that was begun with ESC and 200~ is one until its end.
            _ = parser.feed(Array("\u{1B}[201~".utf8))
            #expect(parser.feed(Array("q".utf8)).last == write("q"), "seed \(seed)")
        }
    }

    @Test func namesOfKeysAreReadAsTheyAreWritten() {
        let presses: [KeyPress] =
            [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .insert, .delete, .backspace, .enter, .tab]
            .map { KeyPress($0) } + [
                KeyPress(.escape), KeyPress(.function(5)), .character(" "), .character("g"), .character("G"),
                .character("-"), .character("?"), .character("é"), .control("l"), KeyPress(.character("x"), .alt),
                KeyPress(.tab, .shift), KeyPress(.up, [.control, .alt]), KeyPress(.character("-"), .control),
            ]
        for press in presses { #expect(KeyPress(name: press.name) == press, "\(press.name)") }
        #expect(KeyPress.control("l").name == "ctrl-l" && KeyPress(.tab, .shift).name == "shift-tab")
        for name in ["", "ctrl-", "nokey", "f0", "f25", "ab"] { #expect(KeyPress(name: name) == nil, "\(name)") }
    }
}
