import Community
import Core
import Foundation
import PostFeatures
import Testing

struct TextTests {
    private static let languages = CommunityFormat.languages

    private func missing<Topic: LocalizedPhrase>(_ topic: Topic.Type, in language: Language) -> [String] {
        Set(Topic.allCases).subtracting(topic.texts(in: language).keys).map(\.rawValue).sorted()
    }

    /// Whether two texts have the same places.
    private func hasSameForm(_ left: PhraseText, _ right: PhraseText) -> Bool {
        switch (left, right) {
        case (.fixed, .fixed): true
        case (.filled(let left), .filled(let right)): left.contains("%") && right.contains("%")
        case (.counted, .counted(let forms)): forms.values.allSatisfy { $0.contains("%") }
        default: false
        }
    }

    private func check<Topic: LocalizedPhrase>(_ topic: Topic.Type, in language: Language) {
        #expect(missing(topic, in: language).isEmpty)
        for (phrase, text) in topic.texts(in: language) {
            #expect(hasSameForm(phrase.english, text), "\(language) \(phrase)")
            if language != .english { #expect(phrase.english != text, "\(language) \(phrase)") }
        }
    }

    @Test(arguments: languages)
    func everyTextOfTheCommunityIsInEveryLanguage(language: Language) {
        check(StatusSentence.self, in: language)
        check(CategoryPhrase.self, in: language)
        check(FieldPhrase.self, in: language)
        check(AccountPhrase.self, in: language)
        check(PeoplePhrase.self, in: language)
        check(PaymentPhrase.self, in: language)
        check(ChatPhrase.self, in: language)
    }

    @Test func koreanHasAllOfLanternsTexts() {
        let korean = Language.communityKorean
        let missing = [
            missing(ActionPhrase.self, in: korean), missing(ArchivePhrase.self, in: korean),
            missing(CommentPhrase.self, in: korean), missing(ErrorDetailPhrase.self, in: korean),
            missing(ErrorPhrase.self, in: korean), missing(FeedPhrase.self, in: korean),
            missing(FilterPhrase.self, in: korean), missing(InboxPhrase.self, in: korean),
            missing(ListPhrase.self, in: korean), missing(MediaPhrase.self, in: korean),
            missing(PackPhrase.self, in: korean), missing(Phrase.self, in: korean),
            missing(RefreshPhrase.self, in: korean), missing(SessionPhrase.self, in: korean),
            missing(SettingChoicePhrase.self, in: korean), missing(SettingPhrase.self, in: korean),
            missing(SourcePhrase.self, in: korean), missing(StatusPhrase.self, in: korean),
            missing(StoragePhrase.self, in: korean), missing(WritingPhrase.self, in: korean),
        ]
        #expect(missing.joined().isEmpty)
        let form = PostFormat(language: korean)
        #expect(form.comments(1200) == "댓글 1.2천개")
        #expect(form.message(for: DataError(NetworkError(.rateLimited, retryAfter: .seconds(12)))).contains("12초"))
    }

    @Test func placesForValuesAreWhereTheyAreInEnglish() {
        let korean = Language.communityKorean
        func check<Topic: LocalizedPhrase>(_ topic: Topic.Type) {
            for (phrase, text) in topic.texts(in: korean) { #expect(hasSameForm(phrase.english, text), "\(phrase)") }
        }
        check(ActionPhrase.self)
        check(ArchivePhrase.self)
        check(CommentPhrase.self)
        check(ErrorDetailPhrase.self)
        check(ErrorPhrase.self)
        check(FeedPhrase.self)
        check(FilterPhrase.self)
        check(InboxPhrase.self)
        check(ListPhrase.self)
        check(MediaPhrase.self)
        check(PackPhrase.self)
        check(Phrase.self)
        check(RefreshPhrase.self)
        check(SettingPhrase.self)
        check(SourcePhrase.self)
        check(StatusPhrase.self)
        check(StoragePhrase.self)
        check(WritingPhrase.self)
    }

    @Test func koreanIsChosenAsAnyLanguage() {
        #expect(Language.chosen(.system, preferred: ["ko-KR", "en"], among: Self.languages).code == "ko")
        #expect(
            Language.chosen(InterfaceLanguage(rawValue: "ko"), preferred: ["en"], among: Self.languages).code == "ko")
        #expect(Language.chosen(.system, preferred: ["uk_UA"], among: Self.languages).code == "uk")
        #expect(Language.chosen(.system, preferred: ["de"], among: Self.languages) == .english)
    }

    @Test func aRefusalIsReadInThePersonsLanguage() {
        let error = CommunityRefusal.shown(NetworkError(.badRequest, status: 409), of: .join)
        let texts = Self.languages.map { CommunityFormat(language: $0).message(for: error) }
        #expect(texts[0] == "Somebody has joined with this e-mail address already. Log in, or choose another.")
        #expect(texts[1] == "З цією адресою вже хтось приєднався. Увійдіть або виберіть іншу.")
        #expect(texts[2] == "이미 가입된 이메일입니다. 로그인하거나 다른 이메일을 쓰세요.")
        // Any other error is told as everywhere.
        let offline = DataError(NetworkError(.offline))
        for language in Self.languages {
            #expect(
                CommunityFormat(language: language).message(for: offline)
                    == PostFormat(language: language).message(for: offline))
        }
    }

    private static let ages: [(seconds: Double, text: String)] = [
        (-100, "just now"), (59, "just now"), (60, "1 minute ago"), (3599, "59 minutes ago"), (3600, "1 hour ago"),
        (86_399, "23 hours ago"), (86_400, "1 day ago"), (2_505_600, "29 days ago"), (2_592_000, "1 month ago"),
        (31_449_600, "11 months ago"), (31_536_000, "1 year ago"), (69_120_000, "2 years ago"), (.nan, "just now"),
    ]

    @Test(arguments: ages)
    func aDateIsToldInItsLargestUnit(seconds: Double, text: String) {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let format = CommunityFormat(language: .english)
        #expect(format.relativeDate(now.addingTimeInterval(-seconds), now: now) == text)
    }

    @Test func amountsAndCategories() {
        let formats = Self.languages.map(CommunityFormat.init)
        #expect(formats.map { $0.amount(10_000) } == ["10,000 KRW", "10\u{A0}000\u{A0}вон", "10,000원"])
        #expect(formats[0].amount(1_234_567) == "1,234,567 KRW" && formats[0].amount(999) == "999 KRW")
        #expect(
            CommunityCategory.all.map { formats[2].name(of: $0) } == ["일상", "패션", "반려동물", "연예인", "노래", "독서", "헬스왕"])
        #expect(formats[1].name(of: CommunityCategory(id: "own")) == "own")
    }

    @Test func aFieldSaysWhatIsWrongWithIt() {
        let format = CommunityFormat(language: .english)
        var texts: Set<String> = []
        for rule in FieldRule.allCases {
            for typed in ["", "a", "1234567890\u{2E}", "abcd@ef.gh", "abcdefgh", "12345678"] {
                var entry = FieldEntry(rule)
                entry.set(typed)
                texts.insert(format.text(of: entry))
            }
        }
        #expect(texts.count >= 14)
    }

    @Test func numbersOfThingsHaveTheFormOfTheirLanguage() {
        let formats = Self.languages.map { PostFormat(language: $0) }
        #expect(
            formats[1].text(AccountPhrase.withdrawUnsent, counting: 3) == "3 речі ще не надіслано, і їх буде втрачено.")
        #expect(formats[2].text(AccountPhrase.withdrawUnsent, counting: 1) == "아직 보내지 않은 것 1개가 사라집니다.")
        #expect(
            formats[0].text(AccountPhrase.withdrawUnsent, counting: 1) == "1 thing is not sent yet, and will be lost.")
    }
}
