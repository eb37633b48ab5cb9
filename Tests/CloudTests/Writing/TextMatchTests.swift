import Core
import Foundation
import Testing

@testable import Cloud

/// A text is recognised after what a server did to it, and no other text is taken for it.
struct TextMatchTests {
    @Test(arguments: [
        ("words", "words"), ("  words \n", "words"), ("a\r\nb", "a\nb"), ("a\rb", "a\nb"),
        ("a < b & c", "a &lt; b &amp; c"),
        ("a &amp; b", "a & b"), ("a &lt; b", "a &amp;lt; b"), ("“q” 🏮\n\n* x", "“q” 🏮\n\n* x\n"), ("e\u{301}", "é"),
        ("it's", "it&#39;s"), ("", "\n"),
    ])
    func whatAServerDoesToATextIsNoDifference(_ sent: String, _ found: String) {
        #expect(TextMatch.areEqual(sent, found))
    }

    @Test(arguments: [
        ("words", "word"), ("words", "Words"), ("a b", "a  b"), ("a\n\nb", "a\nb"), ("a  \nb", "a\nb"),
        ("a < b", "a &amp;lt; b"), ("", "words"), ("a&b", "a&&b"),
    ])
    func anythingElseIs(_ sent: String, _ found: String) {
        #expect(!TextMatch.areEqual(sent, found))
    }

    @Test func aTitleIsOneLine() {
        #expect(TextMatch.areTitlesEqual(" a  b\nc ", "a b c"))
        #expect(TextMatch.areTitlesEqual("a & b", "a &amp; b"))
        #expect(!TextMatch.areTitlesEqual("a b", "ab"))
    }

    @Test func aHashKnowsItsText() {
        let hash = TextMatch.hash("a < b\r\nc\n")
        #expect(hash.count == 64)
        #expect(TextMatch.isText(of: hash, " a < b\nc"))
        #expect(TextMatch.isText(of: hash, "a &lt; b\nc"))
        #expect(!TextMatch.isText(of: hash, "a < b c"))
        #expect(TextMatch.hash("é") == TextMatch.hash("e\u{301}"))
    }

    @Test func aFormIsExact() {
        let form = FormBody([("b", "1 2+3&4=5%"), ("a", "ü\r\n~-._*'"), ("a", "")])
        #expect(
            String(decoding: form.data, as: UTF8.self) == "b=1%202%2B3%264%3D5%25&a=%C3%BC%0D%0A~-._%2A%27&a=")
        #expect(FormBody([]).data.isEmpty)
    }
}
