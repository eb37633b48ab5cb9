import Testing

@testable import PostFeatures

@Suite struct LanguageTests {
    @Test(arguments: Language.allCases)
    func noLanguageMissesAPhraseOrAForm(_ language: Language) {
        for phrase in Phrase.allCases {
            switch language.table[phrase] {
            case nil: Issue.record("\(language) misses \(phrase)")
            case .fixed(let text): #expect(!text.isEmpty && !text.contains("%"), "\(phrase)")
            case .filled(let text): #expect(text.count { $0 == "%" } == 1, "\(phrase)")
            case .counted(let forms):
                #expect(Set(forms.keys) == language.pluralCategories, "\(phrase)")
                #expect(forms.values.allSatisfy { $0.contains("%") }, "\(phrase)")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func everyNumberHasAFormThatTheLanguageKnows(_ language: Language) {
        for number in -1...200 {
            #expect(language.pluralCategories.contains(language.pluralCategory(of: number)))
        }
    }

    @Test func phrasesAreFixedFilledOrCountedInAllLanguagesAlike() {
        for phrase in Phrase.allCases {
            let kinds = Language.allCases.map { language in
                switch language.table[phrase] {
                case .fixed: "fixed"
                case .filled: "filled"
                case .counted: "counted"
                case nil: "missing"
                }
            }
            #expect(Set(kinds).count == 1, "\(phrase)")
        }
    }

    @Test(arguments: [
        (["uk-UA", "en"], Language.ukrainian), (["uk_UA.UTF-8"], .ukrainian), (["de", "uk"], .ukrainian),
        (["en-GB", "uk"], .english), (["de-DE", "fr"], .english), ([], .english), (["ukr"], .english),
    ])
    func theFirstKnownLanguageOfAPersonIsTaken(_ preferred: [String], _ expected: Language) {
        #expect(Language.preferred(from: preferred) == expected)
    }
}
