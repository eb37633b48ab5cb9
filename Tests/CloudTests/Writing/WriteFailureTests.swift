import Core
import Foundation
import Testing

@testable import Cloud

/// What a failed request says of what it was to do: done or not, now or later.
struct WriteFailureTests {
    enum Expected: Sendable {
        case sessionOver, refused
        case later(OutboxScope, Double?)
        case unknown(isAnswered: Bool)
    }

    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func check(_ error: any Error, _ expected: Expected, at location: SourceLocation = #_sourceLocation) throws
    {
        let answer = try WriteFailure.answer(to: error, now: now)
        switch (answer, expected) {
        case (.sessionOver, .sessionOver), (.refused, .refused): break
        case (.later(_, let scope, let after, let until), .later(let expected, let seconds)):
            #expect(scope == expected && after == seconds, sourceLocation: location)
            #expect(until == seconds.map { now + $0 }, sourceLocation: location)
        case (.unknown(_, let isAnswered), .unknown(let expected)):
            #expect(isAnswered == expected, sourceLocation: location)
        default: Issue.record("\(answer) and not \(expected)", sourceLocation: location)
        }
    }

    /// The answer of a server, through the check that every answer goes through.
    private func error(_ status: Int, _ headers: [String: String], _ body: String) throws -> NetworkError {
        let address = url("https://example.com")
        let response = NetworkResponse(status: status, url: address, headers: headers, body: Data(body.utf8))
        return try #require(
            throws: NetworkError.self
        ) { try ResponseCheck.check(response, to: NetworkRequest(address), now: now) }
    }

    static let page = "<html>blocked</html>"
    static let statuses: [(Int, String, Expected)] = [
        (400, "{}", .refused), (401, "{}", .sessionOver), (403, "{}", .refused), (403, page, .later(.site, nil)),
        (404, "{}", .refused), (404, page, .refused), (405, "{}", .refused), (408, "{}", .unknown(isAnswered: false)),
        (409, "{}", .refused), (413, page, .refused), (418, "{}", .sessionOver), (419, "{}", .sessionOver),
        (420, "{}", .later(.site, nil)), (425, "{}", .later(.entry, nil)), (429, "{}", .later(.site, nil)),
        (444, "", .later(.site, nil)), (445, "{}", .refused), (451, "{}", .refused),
        (200, page, .unknown(isAnswered: false)), (500, page, .unknown(isAnswered: true)),
        (501, "{}", .unknown(isAnswered: false)), (502, page, .unknown(isAnswered: false)),
        (503, "{}", .unknown(isAnswered: false)), (504, "", .unknown(isAnswered: false)),
        (302, "", .unknown(isAnswered: false)), (304, "", .unknown(isAnswered: false)),
    ]

    @Test(arguments: statuses) func aStatusSaysWhetherItWasDone(
        _ status: Int, _ body: String, _ expected: Expected
    ) throws {
        try check(try error(status, [:], body), expected)
    }

    @Test func aPageInPlaceOfAnAnswerIsAPortalsOnlyWhereAPortalCanAnswer() throws {
        let page = try error(200, [:], Self.page)
        let portal = try WriteFailure.answer(to: page, isOfServer: false, now: now)
        guard case .later(_, scope: .site, after: nil, until: nil) = portal else { return #expect(Bool(false)) }
        try check(page, .unknown(isAnswered: false))
        // The server itself closes the way by this one.
        let blocked = try error(403, [:], Self.page)
        guard case .later = try WriteFailure.answer(to: blocked, isOfServer: true, now: now) else {
            return #expect(Bool(false))
        }
    }

    @Test func aServersTimeIsKept() throws {
        try check(try error(429, ["Retry-After": "90"], "{}"), .later(.site, 90))
        try check(try error(429, ["x-ratelimit-reset": "12.5"], "{}"), .later(.site, 12.5))
        // Of a 503 nobody knows, whatever it says of waiting.
        try check(try error(503, ["Retry-After": "90"], "{}"), .unknown(isAnswered: false))
    }

    @Test func whatNeverWentOutWasNotDone() throws {
        for code in [ErrorCode.offline, .timedOut, .rateLimited, .pinMismatch] {
            try check(NetworkError(code, isUnsent: true), .later(.site, nil))
            try check(NetworkError(code), .unknown(isAnswered: false))
        }
        try check(NetworkError(.rateLimited, retryAfter: .seconds(7), isUnsent: true), .later(.site, 7))
        try check(NetworkError(.sessionExpired, isUnsent: true), .sessionOver)
        let refused = NetworkError(.offline, underlying: ConnectionFailure(.refused))
        try check(refused, .later(.site, nil))
        try check(DataError(refused), .later(.site, nil))
        try check(NetworkError(.offline, underlying: ConnectionFailure(.lost)), .unknown(isAnswered: false))
    }

    @Test func whatIsNotKnownIsNotGuessed() throws {
        struct Odd: Error {}
        try check(Odd(), .unknown(isAnswered: false))
        try check(DataError(.invalidInput), .unknown(isAnswered: false))
        try check(NetworkError(.tooLarge, status: 200), .unknown(isAnswered: false))
        try check(NetworkError(.malformed, status: 200), .unknown(isAnswered: false))
    }

    @Test func aCancellationIsNoFailure() {
        for error in [CancellationError(), URLError(.cancelled)] as [any Error] {
            #expect(throws: CancellationError.self) { try WriteFailure.answer(to: error, now: now) }
            #expect(throws: CancellationError.self) { try WriteFailure.finding(after: error) }
            #expect(throws: CancellationError.self) { try WriteFailure.reading(after: error) }
        }
    }

    @Test(arguments: [
        (400, "{}", false), (403, "{}", false), (403, page, true), (404, "{}", false), (408, "{}", true),
        (420, "{}", true), (429, "{}", true), (444, "", true), (500, "", true), (502, page, true), (200, page, true),
        (302, "", true),
    ])
    func aLookFailsForAReasonThatPassesOrNot(_ status: Int, _ body: String, _ isPassing: Bool) throws {
        let error = try error(status, [:], body)
        guard case .failed(_, let passes) = try WriteFailure.finding(after: error) else { return #expect(Bool(false)) }
        #expect(passes == isPassing)
        #expect(try WriteFailure.reading(after: error) == .failed(isPassing: isPassing))
    }

    @Test func aLookWithoutASessionIsNone() throws {
        for status in [401, 418, 419] {
            let error = try error(status, [:], "{}")
            #expect(try WriteFailure.finding(after: error) == .sessionOver)
            #expect(try WriteFailure.reading(after: error) == .sessionOver)
        }
        guard case .failed(_, isPassing: true) = try WriteFailure.finding(after: NetworkError(.offline)) else {
            return #expect(Bool(false))
        }
        guard case .failed(_, isPassing: false) = try WriteFailure.finding(after: DataError(.invalidInput)) else {
            return #expect(Bool(false))
        }
    }
}
