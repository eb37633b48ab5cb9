import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@Suite struct PostFormatTests {
    static let minute = 60.0
    static let hour = 3600.0
    static let day = 86_400.0

    let english = PostFormat(language: .english)
    let ukrainian = PostFormat(language: .ukrainian)
    let now = Date(timeIntervalSince1970: 1_700_000_000)

    static let englishAges: [(Double, String)] = [
        (-1_000_000, "just now"), (-1, "just now"), (0, "just now"), (59, "just now"), (60, "1 minute ago"),
        (61, "1 minute ago"), (119, "1 minute ago"), (120, "2 minutes ago"),
        (hour - 1, "59 minutes ago"), (hour, "1 hour ago"), (hour + 1, "1 hour ago"),
        (day - 1, "23 hours ago"), (day, "1 day ago"), (2 * day - 1, "1 day ago"),
        (7 * day - 1, "6 days ago"), (7 * day, "1 week ago"), (30 * day - 1, "4 weeks ago"),
        (30 * day, "1 month ago"), (60 * day - 1, "1 month ago"), (60 * day, "2 months ago"),
        (365 * day - 1, "11 months ago"), (365 * day, "1 year ago"), (730 * day - 1, "1 year ago"),
        (730 * day, "2 years ago"),
    ]

    @Test(arguments: englishAges)
    func agesTurnAtTheirUnits(_ seconds: Double, _ expected: String) {
        #expect(english.relativeDate(now - seconds, now: now) == expected)
    }

    static let ukrainianAges: [(Double, String)] = [
        (59, "щойно"), (60, "1 хвилину тому"), (3 * minute, "3 хвилини тому"), (5 * minute, "5 хвилин тому"),
        (11 * minute, "11 хвилин тому"), (21 * minute, "21 хвилину тому"), (hour, "1 годину тому"),
        (22 * hour, "22 години тому"), (12 * hour, "12 годин тому"), (day, "1 день тому"), (4 * day, "4 дні тому"),
        (5 * day, "5 днів тому"), (14 * day, "2 тижні тому"), (30 * day, "1 місяць тому"),
        (150 * day, "5 місяців тому"), (365 * day, "1 рік тому"), (365 * 5 * day, "5 років тому"),
    ]

    @Test(arguments: ukrainianAges)
    func agesHaveUkrainianPlurals(_ seconds: Double, _ expected: String) {
        #expect(ukrainian.relativeDate(now - seconds, now: now) == expected)
    }

    @Test func datesFarOutOfRangeDoNotTrap() {
        #expect(english.relativeDate(.distantFuture, now: now) == "just now")
        #expect(english.relativeDate(Date(timeIntervalSince1970: -.infinity), now: now)?.hasSuffix("years ago") == true)
        #expect(english.relativeDate(Date(timeIntervalSince1970: .nan), now: now) == "just now")
        #expect(english.relativeDate(nil, now: now) == nil)
    }

    static let commentCounts: [(Int, String, String)] = [
        (0, "no comments", "немає коментарів"), (1, "1 comment", "1 коментар"), (2, "2 comments", "2 коментарі"),
        (5, "5 comments", "5 коментарів"), (11, "11 comments", "11 коментарів"),
        (12, "12 comments", "12 коментарів"), (14, "14 comments", "14 коментарів"),
        (21, "21 comments", "21 коментар"), (22, "22 comments", "22 коментарі"),
        (25, "25 comments", "25 коментарів"), (111, "111 comments", "111 коментарів"),
        (121, "121 comments", "121 коментар"),
        (1234, "1.2k comments", "1,2\u{A0}тис. коментарів"), (1_000_000, "1M comments", "1\u{A0}млн коментарів"),
    ]

    @Test(arguments: commentCounts)
    func commentsAreCountedInBothLanguages(_ count: Int, _ english: String, _ ukrainian: String) {
        #expect(self.english.comments(count) == english)
        #expect(self.ukrainian.comments(count) == ukrainian)
    }

    static let scores: [(Int, String, String)] = [
        (-1, "-1 point", "-1 бал"), (0, "0 points", "0 балів"), (1, "1 point", "1 бал"), (34, "34 points", "34 бали"),
        (1500, "1.5k points", "1,5\u{A0}тис. балів"),
    ]

    @Test(arguments: scores)
    func pointsAreCountedInBothLanguages(_ score: Int, _ english: String, _ ukrainian: String) {
        #expect(self.english.points(score) == english)
        #expect(self.ukrainian.points(score) == ukrainian)
    }

    @Test func unknownNumbersHaveNoText() {
        #expect(english.comments(nil) == nil)
        #expect(english.points(nil) == nil)
        #expect(english.compact(nil) == "–")
    }

    static let shortNumbers: [(Int, String)] = [
        (0, "0"), (999, "999"), (1000, "1k"), (1049, "1k"), (1050, "1.1k"), (1234, "1.2k"), (9999, "10k"),
        (12_345, "12.3k"), (99_949, "99.9k"), (99_950, "100k"), (123_456, "123k"), (999_499, "999k"),
        (999_500, "1M"), (999_950, "1M"), (1_200_000, "1.2M"), (999_500_000, "1B"), (1_500_000_000, "1.5B"),
        (-999, "-999"), (-1234, "-1.2k"),
    ]

    @Test(arguments: shortNumbers)
    func numbersAreShortened(_ number: Int, _ expected: String) {
        #expect(english.compact(number) == expected)
    }

    @Test func shortenedNumbersUseTheLanguagesOwnSigns() {
        #expect(ukrainian.compact(1234) == "1,2\u{A0}тис.")
        #expect(ukrainian.compact(2_000_000) == "2\u{A0}млн")
        #expect(!english.compact(.min).isEmpty && !english.compact(.max).isEmpty)
    }

    @Test func everyNumberUnderAMillionStaysBelowAThousandOfItsUnit() {
        for number in stride(from: 1000, to: 1_100_000, by: 37) {
            let digits = english.compact(number).prefix { $0.isNumber || $0 == "." }
            #expect((Double(digits) ?? 1000) < 1000)
        }
    }

    @Test func aRowShowsAuthorAgeAndNumberOfComments() {
        // Given
        var post = Post.mock("a", title: "Bell\u{7}") { $0.created = now - 3 * 3600 }
        post.isNSFW = true
        var status = PostStatus.mock("a", isRead: true, isSaved: true)
        status.vote = .up
        // When
        let row = PostRow(FeedItem(post: post, status: status), now: now, format: english)
        // Then
        #expect(row.title == "Bell\u{7}", "the title is as written")
        #expect(row.meta == "author · 3 hours ago · 12 comments")
        #expect(row.score == "35", "with the own vote")
        #expect(row.isRead)
        #expect(row.badges.map(\.text) == ["NSFW", "saved"])
        #expect(row.badges.map(\.kind) == [.notSafeForWork, .saved])
    }

    @Test func aRowLeavesOutUnknownValues() {
        let post = Post.mock("a") {
            $0.author = nil
            $0.created = nil
            $0.commentCount = nil
            $0.score = nil
        }
        let row = PostRow(FeedItem(post: post), now: now, format: english)
        #expect(row.meta.isEmpty)
        #expect(row.score == "–")
        #expect(row.badges.isEmpty)
    }

    @Test func aRowShowsItsMediaLabelAndCover() {
        // Given
        var post = Post.mock("a", media: Media(kind: .video))
        post.isNSFW = true
        post.isSpoiler = true
        let item = FeedItem(post: post)
        var settings = ReadingSettings()
        // When
        let row = PostRow(item, now: now, format: ukrainian)
        settings.nsfw = .shown
        let spoiler = PostRow(item, now: now, format: english, settings: settings)
        settings.spoilers = .shown
        let shown = PostRow(item, now: now, format: english, settings: settings)
        // Then
        #expect(row.mediaLabel == "відео" && row.isCovered && row.cover == "Прикрито: вміст 18+")
        #expect(spoiler.cover == "Covered: it may give something away")
        #expect(!shown.isCovered && shown.cover == nil)
        // Left out by the settings, and shown all the same because the person asked.
        settings.nsfw = .hidden
        let revealed = PostRow(item, now: now, format: english, settings: settings)
        #expect(revealed.isCovered && ContentCover(settings).isCovered(item))
        #expect(PostRow(.mock("b"), now: now, format: english).mediaLabel == nil)
    }
}
