import PostFeatures
import Testing

struct TextEntryRuleTests {
    private let rule = TextEntryRule(maximumLength: 5, isOneLine: true)

    @Test(arguments: [
        ("", ""), ("abcde", "abcde"), ("abcdef", "abcde"), ("a\nb", "a b"), ("a\r\nb", "a b"),
        ("\u{2028}a", " a"),
        // A character is not cut in two: this one has two code points, and would be the fifth and sixth.
        ("abcde\u{301}", "abcd"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("a👩‍👩‍👧", "a"),
    ])
    func aTextIsCutBetweenCharactersAndHasOneLine(_ typed: String, _ kept: String) {
        #expect(rule.text(typed) == kept)
    }

    @Test func whileAnInputMethodComposesNothingIsCutButNoLineBegins() {
        #expect(rule.text("ab\ncdefgh", isComposing: true) == "ab cdefgh")
        #expect(rule.text("ab cdefgh") == "ab cd")
    }

    @Test func withoutALimitEverythingIsAllowed() {
        let free = TextEntryRule()
        #expect(free.text("a\nb") == "a\nb" && free.remaining(in: "abc") == nil)
        #expect(rule.remaining(in: "abc") == 2 && rule.remaining(in: "abcdefg") == -2)
    }
}
