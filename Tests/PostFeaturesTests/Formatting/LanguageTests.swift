import Core
import Foundation
import Testing

@testable import PostFeatures

/// Every topic of texts that there is; ``noTopicIsLeftOutHere()`` sees to that.
private let topics: [any LocalizedPhrase.Type] = [
    Phrase.self, ErrorPhrase.self, ErrorDetailPhrase.self, FeedPhrase.self, ListPhrase.self, ActionPhrase.self,
    UndoPhrase.self,
    MediaPhrase.self, FilterPhrase.self, SettingPhrase.self, SettingChoicePhrase.self, SourcePhrase.self,
    SessionPhrase.self, CommentPhrase.self, PackPhrase.self,
    RefreshPhrase.self,
    StoragePhrase.self,
    StatusPhrase.self,
    ArchivePhrase.self, InboxPhrase.self,
    WritingPhrase.self,
]

/// A text of a topic in one language, with every form that it has.
private struct Entry {
    let name: String
    let text: PhraseText?

    static func all(in language: Language) -> [Entry] {
        func entries<Topic: LocalizedPhrase>(of topic: Topic.Type) -> [Entry] {
            let table = Topic.texts(in: language)
            return Topic.allCases.map { Entry(name: "\(Topic.self).\($0)", text: table[$0]) }
        }
        return topics.flatMap { entries(of: $0) }
    }

    var forms: [String] {
        switch text {
        case .fixed(let text), .filled(let text): [text]
        case .counted(let forms): Array(forms.values)
        case nil: []
        }
    }
}

@Suite struct LanguageTests {
    @Test(arguments: Language.allCases)
    func noLanguageMissesATextOrAForm(_ language: Language) {
        for entry in Entry.all(in: language) {
            switch entry.text {
            case nil: Issue.record("\(language) misses \(entry.name)")
            case .fixed(let text): #expect(!text.isEmpty && !text.contains("%"), "\(entry.name)")
            case .filled(let text): #expect(text.count { $0 == "%" } == 1, "\(entry.name)")
            case .counted(let forms):
                #expect(Set(forms.keys) == language.pluralCategories, "\(entry.name)")
                #expect(forms.values.allSatisfy { $0.count { $0 == "%" } == 1 }, "\(entry.name)")
            }
        }
    }

    @Test func textsAreFixedFilledOrCountedInAllLanguagesAlike() {
        for (english, ukrainian) in zip(Entry.all(in: .english), Entry.all(in: .ukrainian)) {
            switch (english.text, ukrainian.text) {
            case (.fixed, .fixed), (.filled, .filled), (.counted, .counted): break
            default: Issue.record("\(english.name)")
            }
        }
    }

    @Test func noTextIsTheSameInBothLanguages() {
        // The languages themselves are called what they call themselves, for who cannot read the other one.
        let endonyms: Set = ["SettingChoicePhrase.inEnglish", "SettingChoicePhrase.inUkrainian"]
        for (english, ukrainian) in zip(Entry.all(in: .english), Entry.all(in: .ukrainian)) {
            let isSame = !Set(english.forms).isDisjoint(with: ukrainian.forms)
            #expect(isSame == endonyms.contains(english.name), "\(english.name)")
        }
    }

    @Test func ukrainianIsWrittenInUkrainianLetters() throws {
        // No other alphabet, none of Russian's letters, and the apostrophe that is a letter's and no quote.
        let foreign = try Regex("[A-Za-zыэёъЫЭЁЪ'`]")
        let names: Set = ["SettingChoicePhrase.inEnglish"]
        for entry in Entry.all(in: .ukrainian) where !names.contains(entry.name) {
            for form in entry.forms {
                // What is typed, or written so everywhere, is the same in each language.
                let words = ["Wi-Fi", "https://", "http://", "example.com", "u/name", "r/name", "name"]
                    .reduce(form) { $0.replacing($1, with: "") }
                #expect(words.firstMatch(of: foreign) == nil, "\(entry.name): \(form)")
            }
        }
    }

    @Test func englishIsWrittenInEnglishLetters() throws {
        let cyrillic = try Regex("[\u{400}-\u{52F}]")
        for entry in Entry.all(in: .english) where entry.name != "SettingChoicePhrase.inUkrainian" {
            #expect(entry.forms.allSatisfy { $0.firstMatch(of: cyrillic) == nil }, "\(entry.name)")
        }
    }

    @Test func noTextBeginsOrEndsWithASpace() {
        for language in Language.allCases {
            for entry in Entry.all(in: language) {
                for form in entry.forms {
                    // Units stand behind their number with the space that never breaks.
                    #expect(!form.hasPrefix(" ") && !form.hasSuffix(" ") && !form.contains("  "), "\(entry.name)")
                }
            }
        }
    }

    @Test func noTopicIsLeftOutHere() throws {
        let declaration = try Regex(#"enum (\w+): String, LocalizedPhrase"#, as: (Substring, Substring).self)
        let found = try SourceFiles.all(in: "Sources/PostFeatures").flatMap { file in
            file.code.matches(of: declaration).map { String($0.output.1) }
        }
        #expect(Set(found) == Set(topics.map { "\($0)" }))
        #expect(found.count == topics.count)
    }

    @Test(arguments: Language.allCases)
    func everyNumberHasAFormThatTheLanguageKnows(_ language: Language) {
        for number in -1...200 {
            #expect(language.pluralCategories.contains(language.pluralCategory(of: number)))
        }
    }

    @Test(arguments: [
        (["uk-UA", "en"], Language.ukrainian), (["uk_UA.UTF-8"], .ukrainian), (["de", "uk"], .ukrainian),
        (["en-GB", "uk"], .english), (["de-DE", "fr"], .english), ([], .english), (["ukr"], .english),
    ])
    func theFirstKnownLanguageOfAPersonIsTaken(_ preferred: [String], _ expected: Language) {
        #expect(Language.preferred(from: preferred) == expected)
        #expect(Language.chosen(.system, preferred: preferred) == expected)
        #expect(Language.chosen(.ukrainian, preferred: preferred) == .ukrainian)
        #expect(Language.chosen(.english, preferred: preferred) == .english)
    }

    // MARK: Texts and languages of an app's own

    @Test func anAppsOwnTextsHaveRightPlurals() {
        #expect(PostFormat(language: .english).text(ShelfPhrase.shelves, counting: 1) == "1 shelf")
        let ukrainian = PostFormat(language: ShelfPhrase.inUkrainian)
        #expect(ukrainian.text(ShelfPhrase.shelves, counting: 22) == "22 полиці")
        #expect(ukrainian.text(ListPhrase.gap) == PostFormat(language: .ukrainian).text(ListPhrase.gap))
    }

    @Test func missingTextsAreShownInEnglishPhraseByPhrase() {
        let korean = Language("ko", plurals: .none).adding([ListPhrase.gap: .fixed("글이 빠져 있습니다")])
            .adding([Phrase.comments: .counted([.other: "댓글 %개"]), .points: .counted([.few: "%점"])])
        let format = PostFormat(language: korean)
        #expect(format.text(ListPhrase.gap) == "글이 빠져 있습니다")
        #expect(format.comments(1) == "댓글 1개" && format.comments(1200) == "댓글 1.2k개")
        #expect(format.points(1) == "1 point" && format.points(2) == "2 points", "a form that it lacks")
        #expect(format.comments(0) == "no comments")
        #expect(format.text(ShelfPhrase.empty) == "Nothing here")
        #expect(format.relativeDate(.distantPast, now: .distantPast) == "just now")
        #expect(
            format.message(for: .notFound) == DataError(.notFound).message, "a sentence that nobody has translated")
    }

    @Test func laterTextsReplaceEarlierOnes() {
        let louder = Language.ukrainian.adding([ListPhrase.gap: .fixed("ДІРА")])
        #expect(PostFormat(language: louder).text(ListPhrase.gap) == "ДІРА")
        #expect(PostFormat(language: louder).comments(22) == "22 коментарі")
        #expect(PostFormat(language: .ukrainian).text(ListPhrase.gap) != "ДІРА")
    }

    @Test func anAppMayReplaceEnglishTexts() {
        let own = Language.english.adding([ListPhrase.gap: .fixed("A hole")])
            .adding([Phrase.comments: .counted([.other: "% remarks"]), .points: .counted([.one: "% star"])])
            .adding([ErrorPhrase.notFound: .fixed("Gone.")])
        let (format, plain) = (PostFormat(language: own), PostFormat(language: .english))
        #expect(format.text(ListPhrase.gap) == "A hole" && plain.text(ListPhrase.gap) != "A hole")
        #expect(format.comments(7) == "7 remarks" && format.comments(1) == "1 comment", "a form that it lacks")
        #expect(format.points(1) == "1 star" && format.points(2) == "2 points")
        #expect(own.text(of: ListPhrase.gap) == .fixed("A hole") && own.text(of: ListPhrase.allCases[0]) != nil)
        // The sentence of a code is one too; a sentence that names more stays.
        #expect(format.message(for: DataError(.notFound)) == "Gone." && format.message(for: .notFound) == "Gone.")
        #expect(format.message(for: DataError(.notFound, message: "There is no 'x'.")) == "There is no 'x'.")
        #expect(plain.message(for: DataError(.notFound)) == DataError(.notFound).message)
    }

    @Test func aLanguageOfAnAppCanBeChosenAndOneThatNobodyKnowsIsEnglish() {
        let (korean, brazilian) = (Language("ko", plurals: .none), Language("pt-BR"))
        let all = Language.allCases + [korean, brazilian]
        #expect(Language.preferred(from: ["ko-KR", "en"], among: all) == korean)
        #expect(Language.preferred(from: ["pt_BR.UTF-8"], among: all) == brazilian)
        #expect(Language.preferred(from: ["pt-PT", "uk"], among: all) == .ukrainian)
        #expect(Language.chosen(InterfaceLanguage(rawValue: "ko"), preferred: ["uk"], among: all) == korean)
        #expect(Language.chosen(InterfaceLanguage(rawValue: "xx"), preferred: ["uk"], among: all) == .english)
        #expect(PostFormat(language: .ukrainian).choiceName(InterfaceLanguage(rawValue: "xx")) == "xx")
    }
}

private enum ShelfPhrase: String, LocalizedPhrase {
    case empty
    case shelves

    var english: PhraseText {
        switch self {
        case .empty: .fixed("Nothing here")
        case .shelves: .counted([.one: "% shelf", .other: "% shelves"])
        }
    }

    static let inUkrainian = Language.ukrainian.adding([
        ShelfPhrase.shelves: .counted([.one: "% полиця", .few: "% полиці", .many: "% полиць"])
    ])
}
