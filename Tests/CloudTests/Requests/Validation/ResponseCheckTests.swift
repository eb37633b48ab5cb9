import Core
import Foundation
import Testing

@testable import Cloud

struct ResponseCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var status = 200
        var type: String?
        var body = "{}"
        var expectation = NetworkRequest.Expectation.json
        var headers: [String: String] = [:]
        var code: ErrorCode?

        var testDescription: String { "\(status) \(type ?? "-") \(body.prefix(20)) as \(expectation)" }
    }

    static let page = "<!DOCTYPE html><html><body>Sign in</body></html>"
    static let svg = "<svg xmlns='http://www.w3.org/2000/svg'/>"

    static let cases: [Case] = [
        Case(),
        Case(type: "application/json"),
        Case(status: 204, body: ""),
        Case(type: "text/html", body: " \n{\"kind\": 1}"),
        Case(type: "text/html; charset=utf-8", body: page, code: .captivePortal),
        Case(type: "application/json", body: page, code: .captivePortal),
        Case(body: "\u{FEFF}\n<HTML>", code: .captivePortal),
        Case(body: "<!-- hi --><html>", code: .captivePortal),
        Case(body: "<?xml version='1.0'?><!DOCTYPE html PUBLIC>", code: .captivePortal),
        Case(type: "text/html", body: "Please sign in", code: .captivePortal),
        Case(type: "text/html", body: "<div>Please sign in</div>", code: .captivePortal),
        Case(type: "TEXT/HTML", body: page, expectation: .data, code: .captivePortal),
        Case(type: "image/png", body: page, expectation: .data, code: .captivePortal),
        Case(type: "image/svg+xml", body: svg, expectation: .data),
        Case(type: "text/html", body: svg, expectation: .data),
        Case(body: "<?xml version='1.0'?><!-- drawn --><svg/>", expectation: .data),
        Case(type: "application/atom+xml", body: "<?xml version='1.0'?><feed/>", expectation: .data),
        Case(type: "text/html", body: "\u{1}\u{0}GIF", expectation: .data),
        Case(type: "text/html", body: page, expectation: .anything),
        Case(status: 301, code: .redirected),
        Case(status: 304, body: "", code: .malformed),
        Case(status: 304, body: "", headers: ["if-none-match": "\"x\""]),
        Case(status: 304, body: "", headers: ["If-Modified-Since": "x"]),
        Case(status: 400, type: "text/html", body: page, code: .badRequest),
        Case(status: 401, code: .unauthorized),
        Case(status: 403, body: #"{"error": 403}"#, code: .forbidden),
        Case(status: 403, type: "text/html", body: #"{"error": 403}"#, code: .forbidden),
        Case(status: 403, body: "", code: .forbidden),
        Case(status: 403, type: "text/html", body: page, code: .accessClosed),
        Case(status: 403, type: "application/json", body: page, code: .accessClosed),
        Case(status: 403, type: "text/html", body: "<body>whoa there</body>", expectation: .data, code: .accessClosed),
        Case(status: 404, type: "text/html", body: page, code: .notFound),
        Case(status: 410, code: .notFound),
        Case(status: 408, code: .badRequest),
        Case(status: 409, code: .badRequest),
        Case(status: 418, code: .sessionExpired),
        Case(status: 419, code: .unauthorized),
        Case(status: 420, code: .accessClosed),
        Case(status: 444, code: .badRequest),
        Case(status: 445, code: .forbidden),
        Case(status: 413, code: .badRequest),
        Case(status: 429, code: .rateLimited),
        Case(status: 500, code: .serverError),
        Case(status: 503, type: "text/html", body: page, code: .serverError),
        Case(status: 599, code: .serverError),
        Case(status: 600, code: .malformed),
        Case(status: 199, code: .malformed),
    ]

    @Test(arguments: cases) func anAnswerMeansWhatTheTableSays(_ example: Case) {
        let address = url("https://example.com")
        let headers = example.type.map { ["content-type": $0] } ?? [:]
        let response = NetworkResponse(
            status: example.status, url: address, headers: headers, body: Data(example.body.utf8))
        var request = NetworkRequest(address, headers: example.headers)
        request.expectation = example.expectation
        var code: ErrorCode?
        do {
            try ResponseCheck.check(response, to: request, now: Date())
        } catch {
            code = error.code
            #expect(error.status == example.status)
        }
        #expect(code == example.code)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func datesAreReadInAllThreeForms(_ text: String) {
        #expect(HTTPDate.date(from: text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800.0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799), ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func datesFollowTheCalendar(_ text: String, _ seconds: Double) {
        #expect(HTTPDate.date(from: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "soon", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:00:00 GMT",
        "S\r\nn, 06 Nov 1994 08:49:37 GMT", "Нд, 06 Nov 1994 08:49:37 GMT",
    ])
    func anInvalidDateIsNil(_ text: String) {
        #expect(HTTPDate.date(from: text) == nil)
    }

    @Test func aDateIsMeasuredAgainstTheServersOwnClock() {
        let headers = ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:40 GMT"]
        let response = NetworkResponse(status: 503, url: url("https://example.com"), headers: headers)
        #expect(RetryAfter.duration(asked: response, now: Date()) == .seconds(3))
    }

    @Test(arguments: ["nan", "-5", "1e9", "0x10", "inf", "", "1.2.3"])
    func aPauseThatMakesNoSenseIsNone(_ text: String) {
        let response = NetworkResponse(
            status: 429, url: url("https://example.com"), headers: ["Retry-After": text, "x-ratelimit-reset": text])
        #expect(RetryAfter.duration(asked: response, now: Date()) == nil)
    }

    @Test func aPauseWithoutMeasureIsBounded() {
        let response = NetworkResponse(
            status: 429, url: url("https://example.com"),
            headers: ["Retry-After": String(repeating: "9", count: 400)])
        #expect(RetryAfter.duration(asked: response, now: Date()) == .seconds(86_400))
    }
}
