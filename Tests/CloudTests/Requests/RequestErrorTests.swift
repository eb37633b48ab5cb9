import Core
import Foundation
import Testing

@testable import Cloud

/// One taxonomy for all backends: what each status means to a program and to a person.
struct RequestErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var status: Int
        var body = "{}"
        var code: ErrorCode
        var isRetryable = false
        var needsLogin = false
        var testDescription: String { "\(status) \(code)" }
    }

    static let page = "<html>blocked by network security</html>"

    /// Reddit's statuses, and then those of the community servers.
    static let cases: [Case] = [
        Case(status: 301, code: .redirected), Case(status: 302, code: .redirected),
        Case(status: 400, code: .badRequest), Case(status: 400, body: page, code: .badRequest),
        Case(status: 401, code: .unauthorized, needsLogin: true),
        Case(status: 403, code: .forbidden), Case(status: 403, body: page, code: .accessClosed),
        Case(status: 404, code: .notFound), Case(status: 408, code: .badRequest, isRetryable: true),
        Case(status: 409, code: .badRequest), Case(status: 413, code: .badRequest),
        Case(status: 425, code: .badRequest, isRetryable: true),
        Case(status: 429, code: .rateLimited, isRetryable: true),
        Case(status: 500, code: .serverError, isRetryable: true),
        Case(status: 502, body: page, code: .serverError, isRetryable: true),
        Case(status: 503, body: page, code: .serverError, isRetryable: true),
        Case(status: 504, code: .serverError, isRetryable: true),
        Case(status: 410, code: .notFound), Case(status: 418, code: .sessionExpired, needsLogin: true),
        Case(status: 419, code: .unauthorized, needsLogin: true), Case(status: 420, code: .accessClosed),
        Case(status: 444, code: .badRequest), Case(status: 445, code: .forbidden),
        Case(status: 200, body: page, code: .captivePortal, isRetryable: true),
    ]

    @Test(arguments: cases) func aStatusSaysWhatToDo(_ example: Case) throws {
        let address = url("https://example.com")
        let response = NetworkResponse(status: example.status, url: address, body: Data(example.body.utf8))
        let error = try #require(throws: NetworkError.self) {
            try ResponseCheck.check(response, to: NetworkRequest(address), now: Date())
        }
        #expect(error.code == example.code)
        #expect(error.isRetryable == example.isRetryable)
        #expect(error.needsLogin == example.needsLogin)
        #expect(error.userMessageKey == example.code.rawValue)
        let shown = DataError(error)
        #expect(shown.isRetryable == example.isRetryable && shown.needsLogin == example.needsLogin)
        #expect(shown.message.hasSuffix(".") && !shown.message.contains("went wrong"))
    }

    static let codes: [ErrorCode] = [
        .offline, .timedOut, .accessClosed, .forbidden, .unauthorized, .sessionExpired, .notFound, .badRequest,
        .rateLimited, .serverError, .tooLarge, .malformed, .captivePortal, .redirected, .pinMismatch, .noSpace,
        .readOnly, .permissionDenied, .fileMissing, .diskFailure, .tooManyOpenFiles, .outcomeUnknown,
        .fileProtected, .storeBusy, .storeTooNew, .storeTooOld, .storeDamaged, .storeClosed, .storeSuspended,
        .snapshotSuperseded, .notUnique, .invalidInput, .superseded, .downloadsOff,
    ]

    @Test func everyCodeHasASentenceOfItsOwn() {
        let sentences = Self.codes.map { DataError.message(for: $0) }
        #expect(Set(sentences).count == Self.codes.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") && !$0.contains("went wrong") })
        #expect(DataError.message(for: ErrorCode(rawValue: "odd")).contains("odd"))
    }

    @Test(arguments: [
        (0.2, "1 second."), (1, "1 second."), (7, "7 seconds."), (7.2, "8 seconds."), (119, "119 seconds."),
        (120, "2 minutes."), (121, "3 minutes."), (7199, "120 minutes."), (7200, "2 hours."), (86_400, "24 hours."),
    ])
    func theTimeToWaitIsSaidAsPeopleSayIt(_ seconds: Double, _ words: String) {
        let wait = Duration.milliseconds(Int64(seconds * 1000))
        #expect(DataError.message(for: .rateLimited, retryAfter: wait).hasSuffix("in " + words))
        #expect(DataError.message(for: .serverError, retryAfter: wait).hasSuffix("in " + words))
    }
}
