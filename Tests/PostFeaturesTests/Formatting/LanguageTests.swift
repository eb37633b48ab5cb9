import Core
import Foundation
import Testing

@testable import PostFeatures

/// Every topic of texts that there is; ``noTopicIsLeftOutHere()`` sees to that.
private let topics: [any LocalizedPhrase.Type] = [
    Phrase.self, ErrorPhrase.self, ErrorDetailPhrase.self, FeedPhrase.self, ListPhrase.self, ActionPhrase.self,
    MediaPhrase.self, FilterPhrase.self, SettingPhrase.self, SettingChoicePhrase.self, SourcePhrase.self,
    SessionPhrase.self, CommentPhrase.self, PackPhrase.self, RefreshPhrase.self,
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
        let endonyms: Set = ["SettingChoicePhrase.english", "SettingChoicePhrase.ukrainian"]
        for (english, ukrainian) in zip(Entry.all(in: .english), Entry.all(in: .ukrainian)) {
            let isSame = !Set(english.forms).isDisjoint(with: ukrainian.forms)
            #expect(isSame == endonyms.contains(english.name), "\(english.name)")
        }
    }

    @Test func ukrainianIsWrittenInUkrainianLetters() throws {
        // No other alphabet, none of Russian's letters, and the apostrophe that is a letter's and no quote.
        let foreign = try Regex("[A-Za-zыэёъЫЭЁЪ'`]")
        let names: Set = ["SettingChoicePhrase.english"]
        for entry in Entry.all(in: .ukrainian) where !names.contains(entry.name) {
            for form in entry.forms {
                // What is typed, or written so everywhere, is the same in each language.
                let words = ["Wi-Fi", "example.com", "u/name", "name"].reduce(form) { $0.replacing($1, with: "") }
                #expect(words.firstMatch(of: foreign) == nil, "\(entry.name): \(form)")
            }
        }
    }

    @Test func englishIsWrittenInEnglishLetters() throws {
        let cyrillic = try Regex("[\u{400}-\u{52F}]")
        for entry in Entry.all(in: .english) where entry.name != "SettingChoicePhrase.ukrainian" {
            #expect(entry.forms.allSatisfy { $0.firstMatch(of: cyrillic) == nil }, "\(entry.name)")
        }
    }

    @Test func noTextBeginsOrEndsWithABlank() {
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
        let found = try SourceFiles.all(in: "Sources").flatMap { file in
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

    @Test func anAppsOwnTextsHaveRightPlurals() {
        #expect(PostFormat(language: .english).text(ShelfPhrase.shelves, counting: 1) == "1 shelf")
        #expect(PostFormat(language: .ukrainian).text(ShelfPhrase.shelves, counting: 22) == "22 полиці")
        #expect(PostFormat(language: .english).text(ShelfPhrase.missing) == "missing", "its name stands in for it")
    }
}

private enum ShelfPhrase: String, LocalizedPhrase {
    case shelves
    case missing

    static func texts(in language: Language) -> [ShelfPhrase: PhraseText] {
        switch language {
        case .english: [.shelves: .counted([.one: "% shelf", .other: "% shelves"])]
        case .ukrainian: [.shelves: .counted([.one: "% полиця", .few: "% полиці", .many: "% полиць"])]
        }
    }
}
