import CommandKit
import PostFeatures
import Testing

@testable import CommunityKit

@Suite("The program's languages")
struct LanguageTests {
    private func expectAll<Phrase: LocalizedPhrase>(_ type: Phrase.Type) {
        let tables = CommunityLanguages.all.map { Phrase.texts(in: $0) }
        #expect(tables.count == 3)
        for phrase in Phrase.allCases {
            let texts = tables.compactMap { $0[phrase] }
            #expect(texts.count == 3 && Set(texts.map { "\($0)" }).count == 3, "\(phrase)")
        }
    }

    @Test("Every phrase is there in each language, and they differ")
    func phrases() {
        expectAll(CommunityCommandPhrase.self)
        expectAll(CommandPhrase.self)
        expectAll(StorePhrase.self)
    }
}
