import Foundation
import PostFeatures
import Testing

/// Where one unit of an age ends and the next begins: a second before, on it and a second behind, in both languages.
@Suite struct RelativeDateTests {
    struct Boundary: Sendable {
        let seconds: Double
        /// A second before, and on it and a second behind.
        let english: (before: String, from: String)
        let ukrainian: (before: String, from: String)
    }

    static let minute = 60.0
    static let hour = 3600.0
    static let day = 86_400.0

    static let boundaries: [Boundary] = [
        Boundary(
            seconds: minute, english: ("just now", "1 minute ago"), ukrainian: ("щойно", "1 хвилину тому")),
        Boundary(
            seconds: 2 * minute, english: ("1 minute ago", "2 minutes ago"),
            ukrainian: ("1 хвилину тому", "2 хвилини тому")),
        Boundary(
            seconds: 5 * minute, english: ("4 minutes ago", "5 minutes ago"),
            ukrainian: ("4 хвилини тому", "5 хвилин тому")),
        Boundary(
            seconds: 21 * minute, english: ("20 minutes ago", "21 minutes ago"),
            ukrainian: ("20 хвилин тому", "21 хвилину тому")),
        Boundary(
            seconds: hour, english: ("59 minutes ago", "1 hour ago"), ukrainian: ("59 хвилин тому", "1 годину тому")),
        Boundary(
            seconds: 2 * hour, english: ("1 hour ago", "2 hours ago"), ukrainian: ("1 годину тому", "2 години тому")),
        Boundary(
            seconds: day, english: ("23 hours ago", "1 day ago"), ukrainian: ("23 години тому", "1 день тому")),
        Boundary(
            seconds: 2 * day, english: ("1 day ago", "2 days ago"), ukrainian: ("1 день тому", "2 дні тому")),
        Boundary(
            seconds: 7 * day, english: ("6 days ago", "1 week ago"), ukrainian: ("6 днів тому", "1 тиждень тому")),
        Boundary(
            seconds: 14 * day, english: ("1 week ago", "2 weeks ago"),
            ukrainian: ("1 тиждень тому", "2 тижні тому")),
        Boundary(
            seconds: 30 * day, english: ("4 weeks ago", "1 month ago"),
            ukrainian: ("4 тижні тому", "1 місяць тому")),
        Boundary(
            seconds: 60 * day, english: ("1 month ago", "2 months ago"),
            ukrainian: ("1 місяць тому", "2 місяці тому")),
        Boundary(
            seconds: 365 * day, english: ("11 months ago", "1 year ago"),
            ukrainian: ("11 місяців тому", "1 рік тому")),
        Boundary(
            seconds: 730 * day, english: ("1 year ago", "2 years ago"), ukrainian: ("1 рік тому", "2 роки тому")),
        Boundary(
            seconds: 5 * 365 * day, english: ("4 years ago", "5 years ago"),
            ukrainian: ("4 роки тому", "5 років тому")),
    ]

    let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(arguments: boundaries)
    func agesTurnOnTheSecond(_ boundary: Boundary) {
        for (language, texts) in [(Language.english, boundary.english), (.ukrainian, boundary.ukrainian)] {
            let format = PostFormat(language: language)
            let age = { (offset: Double) in format.relativeDate(now - boundary.seconds - offset, now: now) }
            #expect(age(-1) == texts.before)
            #expect(age(-0.001) == texts.before, "a part of a second is none yet")
            #expect(age(0) == texts.from)
            #expect(age(1) == texts.from)
        }
    }

    @Test(arguments: [0.0, 1, 3600, 1e12])
    func aDateInTheFutureIsShownAsNow(_ seconds: Double) {
        #expect(PostFormat(language: .english).relativeDate(now + seconds, now: now) == "just now")
        #expect(PostFormat(language: .ukrainian).relativeDate(now + seconds, now: now) == "щойно")
    }

    @Test func noDateIsNoText() {
        #expect(PostFormat(language: .ukrainian).relativeDate(nil, now: now) == nil)
    }

    static let shortened: [(Int, String, String)] = [
        (0, "0", "0"), (1, "1", "1"), (999, "999", "999"), (1000, "1k", "1\u{A0}тис."), (1001, "1k", "1\u{A0}тис."),
        (1049, "1k", "1\u{A0}тис."), (1050, "1.1k", "1,1\u{A0}тис."), (1200, "1.2k", "1,2\u{A0}тис."),
        (99_949, "99.9k", "99,9\u{A0}тис."), (99_950, "100k", "100\u{A0}тис."),
        (999_499, "999k", "999\u{A0}тис."), (999_500, "1M", "1\u{A0}млн"), (999_950, "1M", "1\u{A0}млн"),
        (1_000_000, "1M", "1\u{A0}млн"), (1_200_000, "1.2M", "1,2\u{A0}млн"), (1_249_999, "1.2M", "1,2\u{A0}млн"),
        (999_499_999, "999M", "999\u{A0}млн"), (999_500_000, "1B", "1\u{A0}млрд"),
        (-1, "-1", "-1"), (-999, "-999", "-999"), (-1000, "-1k", "-1\u{A0}тис."), (-999_950, "-1M", "-1\u{A0}млн"),
    ]

    @Test(arguments: shortened)
    func numbersAreShortenedInBothLanguages(_ number: Int, _ english: String, _ ukrainian: String) {
        #expect(PostFormat(language: .english).compact(number) == english)
        #expect(PostFormat(language: .ukrainian).compact(number) == ukrainian)
    }

    @Test func unknownNumbersAreADashOrNothingInBothLanguages() {
        for language in Language.allCases {
            let format = PostFormat(language: language)
            #expect(format.compact(nil) == "–")
            #expect(format.comments(nil) == nil && format.points(nil) == nil)
        }
    }

    static let counts: [(Int, String, String)] = [
        (-1, "-1 comment", "-1 коментар"), (0, "no comments", "немає коментарів"), (3, "3 comments", "3 коментарі"),
        (13, "13 comments", "13 коментарів"), (101, "101 comments", "101 коментар"),
        (112, "112 comments", "112 коментарів"), (999, "999 comments", "999 коментарів"),
        (1000, "1k comments", "1\u{A0}тис. коментарів"), (1001, "1k comments", "1\u{A0}тис. коментарів"),
        (999_950, "1M comments", "1\u{A0}млн коментарів"),
    ]

    @Test(arguments: counts)
    func commentsTakeTheFormOfWhatIsRead(_ count: Int, _ english: String, _ ukrainian: String) {
        #expect(PostFormat(language: .english).comments(count) == english)
        #expect(PostFormat(language: .ukrainian).comments(count) == ukrainian)
    }
}
