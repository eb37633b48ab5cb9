import Core
import Foundation
import Testing

@testable import Cloud

/// What can be written at all, and what may be done with it.
struct WritingRulesTests {
    private func isRefused(_ work: () throws -> Void) -> Bool {
        do {
            try work()
            return false
        } catch {
            return (error as? DataError)?.code == .invalidInput
        }
    }

    @Test(arguments: [(WritingRules.reddit, 40_000, 300), (.lemmy, 50_000, 200)])
    func textsHaveALength(_ rules: WritingRules, _ post: Int, _ title: Int) throws {
        // Counted in code points: a flag has two.
        let text = { (count: Int) in String(repeating: "🇺🇦", count: count / 2) }
        #expect(!isRefused { try rules.check(comment: text(10_000)) })
        #expect(isRefused { try rules.check(comment: text(10_000) + "a") })
        #expect(!isRefused { try rules.check(title: text(title), text: text(post), url: nil) })
        #expect(isRefused { try rules.check(title: text(title) + "a", text: nil, url: nil) })
        #expect(isRefused { try rules.check(title: "title", text: text(post) + "a", url: nil) })
        #expect(isRefused { try rules.check(post: text(post) + "a") })
    }

    @Test(arguments: [WritingRules.reddit, .lemmy]) func blankTextsAreNone(_ rules: WritingRules) {
        for blank in ["", " ", "\n\t \u{A0}"] {
            #expect(isRefused { try rules.check(comment: blank) })
            #expect(isRefused { try rules.check(title: blank, text: "a", url: nil) })
        }
        #expect(!isRefused { try rules.check(title: "title", text: "", url: nil) })
        #expect(!isRefused { try rules.check(title: "title", text: nil, url: nil) })
    }

    @Test func lemmysTitlesAreOneLineOfThreeCharacters() {
        #expect(isRefused { try WritingRules.lemmy.check(title: "ab", text: nil, url: nil) })
        #expect(isRefused { try WritingRules.lemmy.check(title: " ab ", text: nil, url: nil) })
        #expect(isRefused { try WritingRules.lemmy.check(title: "one\ntwo", text: nil, url: nil) })
        #expect(!isRefused { try WritingRules.reddit.check(title: "ab", text: nil, url: nil) })
    }

    @Test func aPostHasATextOrALink() {
        let rules = WritingRules.reddit
        #expect(isRefused { try rules.check(title: "title", text: "", url: "https://a.org") })
        for url in ["https://a.org/x?y=1#z", "http://a.org"] {
            #expect(!isRefused { try rules.check(title: "title", text: nil, url: url) })
        }
        for url in ["", "a.org", "ftp://a.org", "https://", "javascript:alert(1)"] {
            #expect(isRefused { try rules.check(title: "title", text: nil, url: url) }, "\(url)")
        }
    }

    @Test(arguments: OutboxEntry.Kind.builtIn) func everyKindHasItsRules(_ kind: OutboxEntry.Kind) {
        let policy = WritingRules.reddit.policy(of: kind)
        let isText = kind == .reply || kind == .submit
        #expect(policy.makesThing == isText)
        #expect(policy.ageLimit == (isText ? 259_200 : nil))
        #expect(policy.repetition == (isText ? .never : kind == .edit ? .afterReading : .always))
        #expect(policy.isToggle == [.vote, .save, .hide, .read, .subscribe].contains(kind))
        // Only what may be repeated goes with others: their answers may be lost together.
        #expect(policy.batchLimit == 1 || policy.repetition == .always)
        #expect(OutboxEntry.laneField(of: .edit) == OutboxEntry.laneField(of: .delete))
    }

    @Test func aToggleIsWrittenAsItsWishIs() {
        #expect(["1", "true", "0", "false"].map(FlagText.isOn) == [true, true, false, false])
        for text in [nil, "", "yes", "-1", "TRUE"] { #expect(FlagText.isOn(text) == nil) }
        #expect([true, false].map { FlagText.text($0, as: "1") } == ["1", "0"])
        #expect([true, false].map { FlagText.text($0, as: "false") } == ["true", "false"])
        #expect(FlagText.text(true, as: nil) == "1")
    }

    @Test func hidingAndReadingGoTogether() {
        #expect(WritingRules.reddit.policy(of: .hide).batchLimit == 50)
        #expect(WritingRules.reddit.policy(of: .read).batchLimit == 25)
        #expect(WritingRules.reddit.policy(of: .vote).batchLimit == 1)
    }
}
