import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Whatever a view model hands out can be read in both languages.
@Suite struct HandedOutTextTests {
    let english = PostFormat(language: .english)
    let ukrainian = PostFormat(language: .ukrainian)
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let utc = TimeZone(secondsFromGMT: 0) ?? .current

    /// Both texts are there, differ, are in their own letters, and are no names of a program.
    private func check(_ what: String, _ text: (PostFormat) -> String, at location: SourceLocation = #_sourceLocation) {
        let (english, ukrainian) = (text(english), text(ukrainian))
        #expect(!english.isEmpty && !ukrainian.isEmpty && english != ukrainian, "\(what)", sourceLocation: location)
        #expect(ukrainian.contains { ("\u{400}"..."\u{52F}").contains($0) }, "\(what)", sourceLocation: location)
        // A language is called what it calls itself.
        let ownLetters = english.replacing("Українська", with: "")
        #expect(!ownLetters.contains { ("\u{400}"..."\u{52F}").contains($0) }, "\(what)", sourceLocation: location)
        #expect(!(english + ukrainian).contains("%"), "\(what)", sourceLocation: location)
    }

    @Test func everyChoiceOfAFeedHasAName() {
        for sort in FeedSort.builtIn { check("\(sort)") { $0.name(of: sort) } }
        for period in FeedPeriod.builtIn { check("\(period)") { $0.name(of: period) } }
        for policy in ReadPolicy.allCases { check("\(policy)") { $0.name(of: policy) } }
        for sort in CommentSort.known { check("\(sort)") { $0.name(of: sort) } }
        for source in [FeedSource.home, .search("cats"), .saved, .favourites, .downloads] {
            check("\(source)") { $0.name(of: source) }
        }
        #expect(ukrainian.name(of: FeedSource.subreddits(["swift", "memes"])) == "r/swift+memes", "names are names")
        #expect(ukrainian.name(of: FeedSource.user("spez")) == "u/spez")
    }

    @Test func theChoicesOfOneKindHaveDifferentNames() {
        for format in [english, ukrainian] {
            #expect(Set(FeedSort.builtIn.map { format.name(of: $0) }).count == FeedSort.builtIn.count)
            #expect(Set(FeedPeriod.builtIn.map { format.name(of: $0) }).count == FeedPeriod.builtIn.count)
            #expect(Set(ReadPolicy.allCases.map { format.name(of: $0) }).count == ReadPolicy.allCases.count)
            #expect(Set(Media.Kind.allCases.map { format.name(of: $0) }).count == Media.Kind.allCases.count)
            #expect(Set(CommentSort.known.map { format.name(of: $0) }).count == CommentSort.known.count)
        }
    }

    @Test func valuesOfANewerVersionAreShownByTheirRawValue() throws {
        let audio = Media.Kind(rawValue: "audio")
        for format in [english, ukrainian] {
            #expect(format.name(of: audio) == "audio" && format.label(of: Media(kind: audio)) == "audio")
            #expect(format.text(of: FilterReason.mediaKind(audio)).contains("audio"))
            #expect(format.name(of: CommentSort(rawValue: "live")) == "live")
        }
        var settings = ReadingSettings()
        try settings.set(.list(["dark", "image"]), for: .mediaKinds)
        #expect(english.text(of: SettingRow(.mediaKinds, in: settings)) == "picture, dark", "a kind, and no theme")
    }

    @Test func aFeedsNameHasItsSourceAndOrder() {
        let top = Feed(site: .demo, source: .subreddits(["swift"]), sort: .top, period: .week)
        #expect(english.name(of: top) == "r/swift · Top · Past week")
        #expect(ukrainian.name(of: top) == "r/swift · Топ · За тиждень")
        #expect(ukrainian.name(of: Feed(site: .demo)) == "Головна · Гарячі")
        #expect(ukrainian.name(of: Feed(site: .demo, source: .saved)) == "Збережене", "nobody sorts it but the person")
    }

    @Test func whoTookAPostDownAndWhyThereIsNoThumbnailAreSaid() {
        var post = Post.mock()
        #expect(english.removal(of: post) == nil && english.thumbnailText(of: post) == nil)
        for removal in [Post.Removal.deletedByAuthor, .removed(by: nil), .removed(by: "moderator")] {
            post.removal = removal
            check("\(removal)") { [post] in $0.removal(of: post) ?? "" }
        }
        post.removal = .removed(by: "reddit")
        #expect(english.removal(of: post) == "taken down (reddit)")
        for word in [Post.ThumbnailWord.standard, .image, .nsfw, .spoiler] {
            post.thumbnailWord = word
            check(word.rawValue) { [post] in $0.thumbnailText(of: post) ?? "" }
        }
        post.thumbnailWord = .text
        #expect(english.thumbnailText(of: post) == nil, "a text has no picture anyway")
        (post.removal, post.thumbnailWord) = (.deletedByAuthor, .nsfw)
        let row = PostRow(FeedItem(post: post), now: Date(timeIntervalSince1970: 0), format: english)
        #expect(row.removal == "deleted by its author")
        #expect(row.thumbnailText == "No small picture: not safe for work")
    }

    @Test func everyReasonForHidingAPostIsDescribed() {
        let reasons: [FilterReason] =
            [
                .nsfw, .spoiler, .word("crypto"), .author("bot"), .domain("x.com"), .subreddit("memes"), .flair("hot"),
                .read,
            ]
            + Media.Kind.allCases.map(FilterReason.mediaKind)
        for reason in reasons { check("\(reason)") { $0.text(of: reason) } }
        #expect(Set(reasons.map { ukrainian.text(of: $0) }).count == reasons.count)
        #expect(english.text(of: .word("crypto")) == "Hidden: the word “crypto” is blocked")
        #expect(ukrainian.text(of: .word("крипта")) == "Приховано: слово «крипта» заблоковано")
        #expect(ukrainian.text(of: .word("100%")) == "Приховано: слово «100%» заблоковано", "as it was typed")
        #expect(ukrainian.text(of: .mediaKind(.video)) == "Приховано: дописи такого виду (відео) не показуються")
    }

    @Test func everyFetchSkipIsDescribed() {
        for reason in ActivityEvent.Reason.allCases {
            check("\(reason)") { $0.text(of: FetchSkip(reason: reason), now: now, in: utc) }
            check("\(reason)") { $0.text(of: FetchSkip(reason: reason, until: now), now: now, in: utc) }
        }
        let skip = FetchSkip(reason: .budget, until: now + 60)
        #expect(
            english.text(of: skip, now: now, in: utc) == "Not refreshed until 22:14: the server's budget is used up")
        #expect(
            ukrainian.text(of: skip, now: now, in: utc)
                == "Не оновлюється до 22:14: дозволені сервером запити вичерпано")
        #expect(
            ukrainian.text(of: FetchSkip(reason: .fresh), now: now, in: utc)
                == "Не оновлено: нещодавно вже оновлено")
    }

    @Test func unreadableItemsAreDescribedWithoutWordsForDevelopers() {
        let issues = [DecodeIssue.suspiciousEmpty, DecodeIssue(index: 3, reason: "data.id"), DecodeIssue(reason: "x")]
        for issue in issues { check("\(issue)") { $0.text(of: issue) } }
        #expect(english.text(of: issues[1]) == "Item 4 of the answer could not be read")
        #expect(ukrainian.text(of: issues[1]) == "Елемент № 4 у відповіді не вдалося прочитати")
        #expect(!english.text(of: DecodeIssue(index: .max, reason: "")).isEmpty, "and does not trap")
    }

    @Test func everyKindOfMediaHasANameAndALabel() {
        for kind in Media.Kind.allCases { check("\(kind)") { $0.name(of: kind) } }
        #expect(english.label(of: Media(kind: .text)) == nil && english.label(of: Media(kind: .link)) == nil)
        let three = Media(kind: .gallery, gallery: ["a", "b", "c"].map { GalleryItem(id: $0) })
        #expect(english.label(of: three) == "3 pictures" && ukrainian.label(of: three) == "3 зображення")
        #expect(ukrainian.label(of: Media(kind: .gallery)) == "галерея", "where nobody says how many")
        #expect(ukrainian.label(of: Media(kind: .video)) == "відео")
    }

    @Test func everySettingAndChoiceHasAName() {
        let keys = [
            "pageSize", "nsfw", "spoilers", "mediaKinds", "blockedWords", "blockedAuthors", "blockedDomains",
            "blockedSubreddits", "blockedFlairs", "hideRead", "autoplay", "theme", "language", "localSaveLimit",
            "syncStatuses", "showFullMemeInfo",
            "accountLogoutPolicy",
            "imageCacheMegabytes", "packBudgetMegabytes", "downloadPolicy", "refreshAgeMinutes", "postRetentionDays",
            "readRetentionDays",
        ]
        let fields = Mirror(reflecting: ReadingSettings()).children.compactMap(\.label).filter { $0 != "own" }
        #expect(Set(keys) == Set(fields), "every setting that there is")
        for key in keys {
            check(key) { $0.settingName(key) }
            check(key) { $0.text(of: SettingsIssue(key: key, value: "1", reason: "1 to 100")) }
        }
        for phrase in ["unusable", "refused", "allowed"] {
            #expect(english.settingName(phrase) == phrase, "which is no setting")
        }
        #expect(english.settingName("own") == "own" && english.choiceName("own") == "own")
        let words =
            ContentVisibility.allCases.map(\.rawValue) + InterfaceTheme.allCases.map(\.rawValue)
            + DownloadPolicy.allCases.map(\.rawValue) + AccountLogoutPolicy.allCases.map(\.rawValue)
            + ["all", "true", "false"]
        for word in words { check(word) { $0.choiceName(word) } }
        #expect(
            InterfaceLanguage.allCases.map { ukrainian.choiceName($0) } == ["Як у системі", "English", "Українська"])
        #expect(
            InterfaceLanguage.allCases.map { english.choiceName($0) } == ["As the system", "English", "Українська"])
    }

    @Test func problemsOfStoredSettingsAreDescribed() {
        let theme = SettingsIssue(key: "theme", value: "1", reason: "1")
        #expect(
            ukrainian.text(of: theme)
                == "Значення налаштування «Тема» непридатне, тож діє типове. Дозволено: Як у системі, Світла, Темна")
        var issue = SettingsIssue(key: "pageSize", value: "0", reason: "1 to 100")
        #expect(
            english.text(of: issue)
                == "“Posts per page” had a value that cannot be used; the default is in force. Allowed: 1–100")
        issue.cause = .newerVersion
        check("newer") { $0.text(of: issue) }
        #expect(ukrainian.text(of: issue).contains("новіша версія"))
        #expect(!english.text(of: SettingsIssue(key: "own", value: "1", reason: "")).contains("Allowed"))
        for key in SettingKey.allCases { check("\(key)") { $0.allowed(for: key) } }
    }

    @Test func settingsValuesAreDescribedInThePersonsLanguage() throws {
        var settings = ReadingSettings()
        settings.mediaKinds = [.image, .removed]
        settings.blockedWords = ["all", "Крим"]
        settings.hideRead = true
        func texts(_ format: PostFormat) -> [String] {
            let keys: [SettingKey] = [.nsfw, .hideRead, .mediaKinds, .blockedWords, .pageSize, .localSaveLimit]
            return keys.map { format.text(of: SettingRow($0, in: settings)) }
        }
        #expect(texts(english) == ["Cover", "On", "picture, removed", "all, Крим", "25", "0"])
        #expect(texts(ukrainian) == ["Прикривати", "Увімкнено", "зображення, вилучено", "all, Крим", "25", "0"])
        #expect(ukrainian.text(of: SettingRow(.mediaKinds, in: ReadingSettings())) == "Усі")
    }

    static let refusedSettings: [(String, SettingKey, String)] = [
        ("0", .pageSize, "Налаштування «Дописів на сторінці» не може мати такого значення. Дозволено: 1–100."),
        (
            "blue", .theme,
            "Налаштування «Тема» не може мати такого значення. Дозволено: Як у системі, Світла, Темна."
        ),
        (
            "maybe", .hideRead,
            "Налаштування «Приховувати прочитане» не може мати такого значення. "
                + "Дозволено: Увімкнено, Вимкнено."
        ),
    ]

    @Test(arguments: refusedSettings)
    func aSettingThatIsRefusedIsNamed(_ text: String, _ key: SettingKey, _ expected: String) throws {
        var settings = ReadingSettings()
        let error = try #require(throws: DataError.self) { try settings.set(text, for: key) }
        #expect(Banner(error, cause: .action).text(in: ukrainian) == expected)
        let (name, allowed) = (english.settingName(key.rawValue), english.allowed(for: key))
        #expect(
            Banner(error, cause: .action).text(in: english) == "“\(name)” cannot be set to that. \(allowed).")
    }

    @Test func theChangesOfAnArchiveAreDescribed() {
        let counts = ArchiveReceipt.Counts(added: 2, changed: 1, removed: 1, unchanged: 9)
        var receipt = ArchiveReceipt(statuses: counts, posts: .init(added: 1))
        receipt.settings = .init(changed: 3)
        receipt.ignoredSettings = ["paperSize"]
        for line in 0..<4 { check("line \(line)") { $0.lines(of: receipt)[line] } }
        #expect(english.lines(of: receipt).first == "Marks: 2 new, 1 changed, 1 removed")
        #expect(ukrainian.lines(of: receipt).first == "Позначки: нових: 2, змінених: 1, прибраних: 1")
        #expect(english.lines(of: receipt).last == "1 setting of a newer version was left as it is.")
        #expect(english.lines(of: receipt).count == 4)
        let nothing = ArchiveReceipt(statuses: .init(unchanged: 4))
        check("nothing") { $0.lines(of: nothing).joined() }
        #expect(english.lines(of: nothing) == ["Everything in this archive is here already."])
        let archive = ArchiveSummary(Archive(date: now, statuses: [.mock("a", isRead: true)]))
        #expect(english.lines(of: archive) == ["Marks: 1", "Saved posts: 0", "Drafts: 0", "Sources: 0", "Settings: 0"])
        for line in 0..<4 { check("line \(line)") { $0.lines(of: archive)[line] } }
    }

    @Test func everyArchiveErrorIsDescribed() {
        let refusals: [ArchiveError] = [
            .notAnArchive, .damaged, .tooNew(version: 2), .tooLarge(maximumBytes: 10), .invalid("pageSize"),
        ]
        for refusal in refusals {
            check("\(refusal)") { $0.message(for: refusal) }
            check("\(refusal)") { $0.message(for: refusal.error) }
        }
        #expect(Set(refusals.map { ukrainian.message(for: $0) }).count == refusals.count)
        #expect(ukrainian.message(for: ArchiveError.invalid("pageSize").error).contains("«pageSize»"))
    }

    @Test func everySourceErrorIsDescribed() {
        let name = SourceName(.subreddit, "swift")
        let refusals: [SourceError] =
            [
                .blank, .malformed("a b"), .several("a+b"), .elsewhere("x.org/r/a"), .noSource("reddit.com/a/b"),
                .duplicate(name), .noList(.reddit), .full(count: 1000), .unknown(name),
                .missing(SubscribedSource.ID(site: .demo, name: name)), .unchecked(name),
            ] + SourceRestriction.allCases.map { .restricted(name, $0) }
        for refusal in refusals { check("\(refusal)") { $0.message(for: refusal) } }
        #expect(Set(refusals.map { ukrainian.message(for: $0) }).count == refusals.count)
        #expect(
            ukrainian.message(for: DataError(.timedOut, underlying: SourceError.unchecked(name)))
                == "r/swift додано, але поки що не перевірено. " + ukrainian.message(for: .timedOut))
        let states: [SubscribedSource.State] = [.verified, .pending, .unknown, .restricted(.banned)]
        for state in states { check("\(state)") { $0.text(of: state) } }
    }

    static let typedNames: [(String, String?)] = [
        ("", nil), ("swift", nil), ("a b", "«a b» — не назва спільноти"), ("r/a", "Назва закоротка"),
        ("one+two", "«one+two» — це кілька назв. Додайте їх по одній."),
        ("https://example.org/r/swift", "«https://example.org/r/swift» веде на інший сайт. Введіть назву."),
        (
            "https://www.reddit.com/about/x", "«https://www.reddit.com/about/x» — не адреса спільноти. Введіть назву."
        ),
    ]

    @Test(arguments: typedNames)
    func whatIsWrongWithANameIsSaidAsItIsTyped(_ typed: String, _ expected: String?) {
        let field: SourceListViewModel.Field =
            switch SourceNameParser(.reddit).input(typed) {
            case .empty: .empty
            case .tooShort(let error): .tooShort(error)
            case .invalid(let error): .invalid(error)
            case .name(let name): .ok(name)
            }
        #expect(ukrainian.text(of: field) == expected)
        #expect((english.text(of: field) == nil) == (expected == nil))
        #expect(
            ukrainian.text(of: .duplicate(SubscribedSource.ID(site: .reddit, name: SourceName(.subreddit, "swift"))))
                == "r/swift уже є в списку")
    }

    @Test func everyStateOfASessionAndACommentIsDescribed() {
        for state in [SessionState.unknown, .signedOut, .signedIn, .offline, .expired] {
            check("\(state)") { $0.text(of: state) }
        }
        let removals: [Core.Comment.Removal] = [.deletedByAuthor, .removed(by: nil), .removed(by: "moderator")]
        for removal in removals { check("\(removal)") { $0.text(of: removal) } }
        #expect(ukrainian.text(of: .removed(by: "Moderator")) == "вилучено (модератор)")
        #expect(ukrainian.text(of: .removed(by: "reddit")) == "вилучено (reddit)", "a name is a name")
        let parent = Core.Comment.Parent.post(.mock("t3_a"))
        let places = [
            MoreComments(parent: parent, depth: 0, count: 0, ids: []),
            MoreComments(parent: parent, depth: 0, count: 0, ids: [.mock("a")]),
            MoreComments(parent: parent, depth: 0, count: 22, ids: [.mock("a")]),
        ]
        for place in places { check("\(place)") { $0.text(of: place) } }
        #expect(places.map { english.text(of: $0) } == ["The thread goes on", "1 more comment", "22 more comments"])
        #expect(ukrainian.text(of: places[2]) == "Ще 22 коментарі")
    }

    @Test func theAgeOfAFeedIsDescribed() {
        check("updated") { $0.updated(now - 3 * 3600, now: now) }
        check("never") { $0.updated(nil, now: now) }
        #expect(ukrainian.updated(now - 3 * 3600, now: now) == "Оновлено 3 години тому")
    }

    static let counted: [(ListPhrase, Int, String, String)] = [
        (.newPosts, 1, "1 new post", "1 новий допис"), (.newPosts, 3, "3 new posts", "3 нові дописи"),
        (.newPosts, 11, "11 new posts", "11 нових дописів"), (.newPosts, 21, "21 new posts", "21 новий допис"),
        (.newPosts, 1500, "1.5k new posts", "1,5\u{A0}тис. нових дописів"),
        (
            .hiddenPosts, 2, "2 posts hidden by your settings", "За вашими налаштуваннями приховано 2 дописи"
        ),
        (.dismissedPosts, 5, "5 posts dismissed", "Прибрано 5 дописів"),
        (.markedAsRead, 1, "1 post marked as read", "Позначено прочитаним 1 допис"),
        (.results, 4, "4 results", "4 результати"),
    ]

    @Test(arguments: counted)
    func listsCountInBothLanguages(_ phrase: ListPhrase, _ count: Int, _ english: String, _ ukrainian: String) {
        #expect(self.english.text(phrase, counting: count) == english)
        #expect(self.ukrainian.text(phrase, counting: count) == ukrainian)
    }

    @Test func noViewModelWritesATextOfItsOwn() throws {
        // Two words in a row inside a literal: a text for people, which belongs into a table. What stops the program
        // and the English message of an error are for developers.
        let words = try Regex("[A-Za-z]{2,} [A-Za-z]{2,}")
        let allowed = ["precondition(", "preconditionFailure(", "fatalError(", "assertionFailure(", "message:"]
        for file in try SourceFiles.all(in: "Sources/PostFeatures") where !file.path.contains("/Formatting/Phrases/") {
            let code = file.code.split(separator: "\n").filter { line in !allowed.contains { line.contains($0) } }
            for line in code {
                let literals = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset % 2 == 1 }.map(\.element)
                #expect(!literals.contains { $0.firstMatch(of: words) != nil }, "\(file.path): \(line)")
            }
        }
    }
}

extension CommentSort {
    /// All of them: a case that is added makes `name(of:)` incomplete, and so this list.
    fileprivate static let known: [CommentSort] = [.confidence, .top, .new, .controversial, .old, .qa]
}
