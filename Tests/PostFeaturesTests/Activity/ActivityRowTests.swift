import Core
import Foundation
import PostFeatures
import Testing

@Suite struct ActivityRowTests {
    /// 14 November 2023, 22:13:20 UTC.
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let kyiv = TimeZone(secondsFromGMT: 2 * 3600) ?? .gmt

    private func text(
        _ kind: ActivityEvent.Kind, _ reason: ActivityEvent.Reason, code: ErrorCode? = nil, in seconds: Double? = nil,
        count: Int = 1, _ language: Language = .english
    ) -> String {
        var event = ActivityEvent(kind, reason: reason, host: "host", date: Self.now, code: code)
        event.until = seconds.map { Self.now + $0 }
        return ActivityRow(
            ActivityEntry(id: 1, event: event, count: count), now: Self.now, format: PostFormat(language: language),
            timeZone: .gmt
        ).text
    }

    @Test func aRowSaysWhatHappenedWhyAndWhatComesNext() {
        #expect(text(.held, .budget, in: 60) == "Waits until 22:14: the server's budget is used up")
        #expect(text(.held, .priority) == "Waits: more urgent requests go first")
        #expect(
            text(.retried, .failure, code: .timedOut, in: 600)
                == "Tries again at 22:23: the server took too long to answer")
        #expect(text(.skipped, .fresh, in: 3600) == "Not asked until 23:13: it was refreshed a short while ago")
        #expect(text(.skipped, .offline) == "Not asked: there is no connection")
        #expect(text(.failed, .failure, code: .notFound) == "Failed: the server does not know this")
        #expect(
            text(.failed, .serverAsked, code: .rateLimited, in: 60)
                == "Failed, try again at 22:14: the server asked for a pause")
        #expect(text(.failed, .failure) == "Failed: something went wrong")
        #expect(text(.failed, .failure, code: ErrorCode(rawValue: "own")) == "Failed: something went wrong")
        #expect(
            text(.suspended, .failure, code: .accessClosed, in: 86_400)
                == "Suspended until 2023-11-15 22:13: the server no longer allows this access")
        #expect(text(.skipped, .suspendedEarlier, in: 60) == "Not asked until 22:14: the server refused it before")
        #expect(text(.resumed, .suspendedEarlier) == "Resumed")
        #expect(text(.failed, .failure, code: .offline, count: 3) == "Failed: the server cannot be reached (3 times)")
    }

    @Test func aRowSaysWhatWaitsForAnotherNetworkAndForWhich() {
        func row(_ reason: ActivityEvent.Reason, _ language: Language = .english) -> ActivityRow {
            var event = ActivityEvent(.held, reason: reason, host: "", date: Self.now)
            event.subject = .packs
            return ActivityRow(
                ActivityEntry(id: 1, event: event, count: 1), now: Self.now, format: PostFormat(language: language),
                timeZone: .gmt)
        }
        #expect(row(.costlyNetwork).title == "packs")
        #expect(
            row(.costlyNetwork).text == "Waits: this network costs something; it goes on by one that costs nothing")
        #expect(row(.unknownNetwork).text.hasPrefix("Waits: nobody knows what this network costs"))
        #expect(row(.lowData).text.hasPrefix("Waits: little is to be sent by this network"))
        #expect(row(.costlyNetwork, .ukrainian).title == "добірки для читання без мережі")
    }

    @Test func aRowSpeaksUkrainian() {
        #expect(text(.held, .budget, in: 60, .ukrainian) == "Чекає до 22:14: дозволені сервером запити вичерпано")
        #expect(text(.resumed, .suspendedEarlier, .ukrainian) == "Відновлено")
        #expect(
            text(.failed, .failure, code: .offline, count: 5, .ukrainian) == "Не вдалося: сервер недоступний (5 разів)")
        #expect(
            text(.failed, .failure, code: .offline, count: 22, .ukrainian)
                == "Не вдалося: сервер недоступний (22 рази)")
    }

    @Test(arguments: Language.allCases)
    func everythingThatCanHappenHasAText(_ language: Language) {
        let names = Set(Phrase.allCases.map(\.rawValue))
        for kind in ActivityEvent.Kind.allCases {
            for reason in ActivityEvent.Reason.allCases {
                let parts = text(kind, reason, language).split(separator: ": ").map(String.init)
                #expect(parts.count == (kind == .resumed ? 1 : 2), "\(kind) \(reason)")
                #expect(names.isDisjoint(with: parts), "\(kind) \(reason)")
            }
        }
    }

    @Test(arguments: [
        ErrorCode.offline, .timedOut, .accessClosed, .forbidden, .unauthorized, .sessionExpired, .notFound, .badRequest,
        .rateLimited, .serverError, .tooLarge, .malformed, .captivePortal, .redirected, .pinMismatch, .invalidInput,
    ])
    func everyCodeOfTheNetworkHasATextOfItsOwn(_ code: ErrorCode) {
        #expect(text(.failed, .failure, code: code) != text(.failed, .failure))
    }

    @Test func theRestIsTakenFromTheEvent() {
        var event = ActivityEvent(
            .suspended, reason: .failure, host: "www.reddit.com", date: Self.now - 86_400, code: .accessClosed)
        event.until = Self.now
        event.backend = "reddit-json"
        let row = ActivityRow(
            ActivityEntry(id: 7, event: event, count: 2), now: Self.now, format: PostFormat(language: .english),
            timeZone: Self.kyiv)
        #expect(row.id == 7)
        #expect(row.host == "www.reddit.com")
        #expect(row.title == "reddit-json")
        #expect(row.kind == .suspended)
        #expect(row.code == .accessClosed)
        #expect(row.count == 2)
        #expect(row.until == Self.now)
        // In Kyiv it is a quarter past midnight.
        #expect(row.time == "2023-11-14 00:13")
        #expect(row.text.hasPrefix("Suspended until 00:13: "))
    }

    @Test func aTimeOfAnotherDayNamesTheDay() {
        let format = PostFormat(language: .english)
        #expect(format.time(Self.now, now: Self.now + 60, in: .gmt) == "22:13")
        #expect(format.time(Self.now + 7200, now: Self.now, in: .gmt) == "2023-11-15 00:13")
        #expect(format.time(Self.now + 7200, now: Self.now, in: Self.kyiv) == "02:13")
        #expect(format.time(Self.now - 86_400, now: Self.now, in: .gmt) == "2023-11-13 22:13")
    }
}
