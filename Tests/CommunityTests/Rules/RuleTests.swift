import Community
import Testing

struct RuleTests {
    @Test(arguments: [
        ("", FieldRule.State.empty), ("a@b.co", .tooShort), ("abcdefghi", .tooShort), ("abcdefghij", .noMatch),
        ("abcd@ef.gh", .match), ("ab cd@ef.gh", .match), ("?!abc@de.fg!", .match), ("abcdefg@.co", .noMatch),
        ("@abcdefg.co", .noMatch), ("abcdefgh@i.j", .noMatch), ("abcdefg@hi.j1", .noMatch),
        ("a.b-c_d%e+f@g.hi", .match),
        ("abcd@ef.gh\n", .noMatch), ("\nabcd@ef.gh", .noMatch), ("ab\u{2028}cd@ef.gh", .noMatch),
        ("한글한글@한글.한글한", .noMatch), ("한글a@bcdef.co", .match), ("a@b@cdef.gh", .match), ("abcde@f..gh", .match),
    ])
    func email(text: String, state: FieldRule.State) {
        #expect(FieldRule.email.state(of: text) == state)
    }

    @Test(arguments: [
        ("", FieldRule.State.empty), ("12345", .tooShort), ("123456", .match), ("비밀번호비번", .match),
        ("abcdef\n", .noMatch),
        ("abc\rdef", .noMatch), ("     ", .tooShort),
    ])
    func password(text: String, state: FieldRule.State) {
        #expect(FieldRule.password.state(of: text) == state)
    }

    @Test(arguments: [
        ("", FieldRule.State.empty), ("ab", .tooShort), ("abc", .match), ("앤앤앤", .match), ("ㅎㅏㄴ", .match),
        ("\u{1112}\u{1161}\u{11AB}", .match), ("\u{318D}\u{318D}\u{318D}", .match), ("a b", .noMatch),
        ("ann_1", .noMatch),
        ("앤99", .match), ("あああ", .noMatch), ("abc\n", .noMatch), ("한글글\n", .noMatch), ("한글글\u{2029}", .noMatch),
        ("éclair", .noMatch),
    ])
    func nick(text: String, state: FieldRule.State) {
        #expect(FieldRule.nick.state(of: text) == state)
    }

    @Test(arguments: [
        ("", FieldRule.State.empty), ("1234567", .tooShort), ("12345678", .match), ("1234-5678", .noMatch),
        ("٠١٢٣٤٥٦٧", .noMatch), ("12345678\n", .noMatch), ("+821012345678", .noMatch),
    ])
    func phone(text: String, state: FieldRule.State) {
        #expect(FieldRule.phone.state(of: text) == state)
    }

    @Test func lengthsAreCodePoints() {
        // One character of two code points.
        #expect(FieldRule.password.state(of: "e\u{301}e\u{301}e\u{301}") == .match)
        #expect(TextRule.message.problem(of: String(repeating: "e\u{301}", count: 100)) == nil)
        #expect(TextRule.message.problem(of: String(repeating: "e\u{301}", count: 101)) == .tooLong)
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func aLineEndIsRefusedWhereverItStands(end: String) {
        for text in ["abc\(end)", "\(end)abc", "ab\(end)c", "한글\(end)", "ㅎ\(end)"] {
            #expect(TextRule.comment.problem(of: text) == .tooManyLines)
            #expect(TextRule.message.problem(of: text) == .tooManyLines)
            var entry = TextEntry(.comment)
            entry.set("abc")
            entry.set(text)
            #expect(entry.text == "abc" && entry.isValid)
            entry.set(text, isComposing: true)
            #expect(entry.text == "abc")
        }
        #expect(TextRule.post.problem(of: "a\(end)b\(end)c\(end)d") == nil)
        #expect(TextRule.post.problem(of: "a\(end)b\(end)c\(end)d\(end)") == .tooManyLines)
    }

    @Test(arguments: [
        (TextRule.post, 49), (.comment, 300), (.message, 200),
    ])
    func aTextHasALimit(rule: TextRule, limit: Int) {
        #expect(rule.problem(of: "") == .empty)
        #expect(rule.problem(of: "가") == nil)
        #expect(rule.problem(of: String(repeating: "가", count: limit)) == nil)
        #expect(rule.problem(of: String(repeating: "가", count: limit + 1)) == .tooLong)
    }

    @Test func aPostOf49AndALineEndIsTooLong() {
        #expect(TextRule.post.problem(of: String(repeating: "a", count: 49) + "\n") == .tooLong)
    }

    @Test func whatIsRefusedFallsBackToTheLastTextThatWasAllowed() {
        var entry = TextEntry(TextRule(limit: 3))
        for (typed, shown) in [
            ("a", "a"), ("ab", "ab"), ("abc", "abc"), ("abcd", "abc"), ("", ""), ("abcd", ""), ("xy", "xy"),
        ] {
            entry.set(typed)
            #expect(entry.text == shown)
        }
    }

    @Test func hangulIsNotRefusedWhileItIsComposed() {
        var entry = TextEntry(TextRule(limit: 3))
        entry.set("한글")
        // The last syllable, as an input method builds it.
        for typed in ["한글ㄴ", "한글느", "한글는"] {
            entry.set(typed, isComposing: true)
            #expect(entry.text == typed && entry.isValid)
        }
        // A part more than there is room for is shown while it is composed, and gone when that ends.
        entry.set("한글는ㅎ", isComposing: true)
        #expect(entry.text == "한글는ㅎ" && !entry.isValid)
        entry.set("한글는하", isComposing: false)
        #expect(entry.text == "한글는" && entry.isValid)
        // The return key ends a composition: the syllable stays, the line end does not.
        entry.set("한그", isComposing: true)
        entry.set("한그\n", isComposing: true)
        #expect(entry.text == "한그")
        entry.set("한그\n")
        #expect(entry.text == "한그")
    }

    @Test func aFieldSaysNothingWrongOfWhatIsBeingComposed() {
        var entry = FieldEntry(.nick)
        entry.set("앤앤·", isComposing: true)
        #expect(entry.text == "앤앤·" && entry.state == .tooShort)
        entry.set("앤앤·")
        #expect(entry.state == .noMatch)
        entry.set("앤앤아", isComposing: true)
        #expect(entry.state == .match)
        entry.set("앤앤아\n")
        #expect(entry.text == "앤앤아" && !entry.isComposing)
    }

    @Test func aPasswordIsNeverPrinted() {
        var entry = FieldEntry(.password)
        entry.set("hidden-1")
        var dumped = ""
        dump(entry, to: &dumped)
        #expect(!"\(entry)\(String(reflecting: entry))\(dumped)".contains("hidden-1"))
    }

    @Test(arguments: [
        ("", []), ("no tags", []), ("#", []), ("# space", []), ("#sun", ["#sun"]), ("a #해변 b#c_1", ["#해변", "#c_1"]),
        ("##two", ["#two"]), ("#one#two", ["#one", "#two"]), ("#sun-set", ["#sun"]), ("#e\u{301}te!", ["#e\u{301}te"]),
        ("#ㅎㅎ\n#1", ["#ㅎㅎ", "#1"]), ("#😀", []),
    ])
    func hashtags(text: String, tags: [String]) {
        #expect(Hashtags.ranges(in: text).map { String(text[$0]) } == tags)
    }

    @Test func amounts() {
        #expect(Amounts.all == [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000])
        #expect(Amounts.isAllowed(Amounts.preset))
        for amount in [0, 500, 1500, 11_000, -1000] { #expect(!Amounts.isAllowed(amount)) }
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1.0K"), (1249, "1.2K"), (1250, "1.3K"), (999_949, "999.9K"), (999_950, "1.0M"),
        (1_200_000, "1.2M"), (999_950_000, "1.0B"), (12_340_000_000, "12.3B"), (-5, "0"), (Int.max, "9223372036.9B"),
    ])
    func shortCounts(count: Int, text: String) {
        #expect(ShortCount.text(count) == text)
    }
}
