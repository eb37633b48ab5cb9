import Core
import Foundation
import Mocks
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a backend of an app's own may throw, and what people get to see of it.
@Suite(.timeLimit(.minutes(5)))
struct BackendErrorTests {
    private struct Quota: CodedError {
        let used = 5
        var code: ErrorCode { ErrorCode(rawValue: "quotaExceeded") }
        var isRetryable: Bool { true }
        var retryAfter: Duration? { .seconds(30) }
    }

    private struct SpokenQuota: CodedError, LocalizedError {
        var code: ErrorCode { ErrorCode(rawValue: "quotaExceeded") }
        var isRetryable: Bool { false }
        var retryAfter: Duration? { nil }
        var errorDescription: String? { "Your plan has no requests left. Upgrade it." }
    }

    private struct Strange: Error {
        let secretDetail = "row 7"
    }

    private struct Spoken: LocalizedError {
        var errorDescription: String? { "The library is closed on Mondays." }
    }

    private let offline = InMemoryOfflinePostProvider()
    private let online = MockOnlinePostProvider()
    private let feed = Feed.mock()

    /// What a refresh shows for what the backend throws.
    private func shown(_ error: any Error) async throws -> DataError {
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        online.onFetchPage.fails(with: error)
        return try #require(try await provider.performed(.refresh, on: feed, limit: 25).error)
    }

    static let sessionCodes: [(URLError.Code, ErrorCode, Bool)] = [
        (.notConnectedToInternet, .offline, true), (.cannotFindHost, .offline, true),
        (.cannotConnectToHost, .offline, true), (.networkConnectionLost, .offline, true), (.unknown, .offline, true),
        (.timedOut, .timedOut, true), (.serverCertificateUntrusted, .pinMismatch, false),
        (.userAuthenticationRequired, .unauthorized, false), (.cannotParseResponse, .malformed, false),
        (.dataLengthExceedsMaximum, .tooLarge, false), (.httpTooManyRedirects, .redirected, false),
        (.badURL, .badRequest, false),
    ]

    @Test(arguments: sessionCodes)
    func aSessionsErrorIsWhatItIs(_ reported: URLError.Code, _ code: ErrorCode, _ isRetryable: Bool) async throws {
        let error = try await shown(URLError(reported))
        #expect(error.code == code)
        #expect(error.isRetryable == isRetryable)
        #expect(error.message == DataError.message(for: code))
        #expect((error.underlying as? URLError)?.code == reported)
    }

    @Test func anUndecodableAnswerIsMalformed() async throws {
        let thrown = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Int].self, from: Data(#"{"a":1}"#.utf8))
        }
        let error = try await shown(try #require(thrown))
        #expect(error.code == .malformed)
        #expect(error.message == DataError.message(for: .malformed))
        #expect(error.underlying is DecodingError)
    }

    static let diskErrors: [(any Error, ErrorCode)] = [
        (CocoaError(.fileReadNoSuchFile), .fileMissing), (CocoaError(.fileWriteOutOfSpace), .noSpace),
        (CocoaError(.fileWriteNoPermission), .permissionDenied), (CocoaError(.fileWriteVolumeReadOnly), .readOnly),
        (CocoaError(.propertyListReadCorrupt), .malformed), (CocoaError(.fileWriteUnknown), .diskFailure),
        (POSIXError(.ENOSPC), .noSpace), (POSIXError(.EROFS), .readOnly), (POSIXError(.ENOENT), .fileMissing),
        (POSIXError(.EACCES), .permissionDenied), (POSIXError(.ECONNREFUSED), .offline),
        (POSIXError(.ETIMEDOUT), .timedOut), (POSIXError(.EIO), .diskFailure),
    ]

    @Test(arguments: diskErrors.indices)
    func errorsOfTheSystemSayWhatTheyAreAbout(_ index: Int) async throws {
        let (thrown, code) = Self.diskErrors[index]
        let error = try await shown(thrown)
        #expect(error.code == code)
        #expect(error.message == DataError.message(for: code))
    }

    /// What older code and system libraries hand out, which on Linux nothing turns into Swift's own errors.
    static let plainErrors: [(String, Int, ErrorCode, Bool)] = [
        (NSURLErrorDomain, -1009, .offline, true), (NSURLErrorDomain, -1003, .offline, true),
        (NSURLErrorDomain, -1001, .timedOut, true), (NSURLErrorDomain, -1202, .pinMismatch, false),
        (NSURLErrorDomain, -1000, .badRequest, false), (NSURLErrorDomain, -987_654, .offline, true),
        (NSPOSIXErrorDomain, Int(POSIXError.Code.ECONNREFUSED.rawValue), .offline, true),
        (NSPOSIXErrorDomain, Int(POSIXError.Code.ENETUNREACH.rawValue), .offline, true),
        (NSPOSIXErrorDomain, Int(POSIXError.Code.EHOSTUNREACH.rawValue), .offline, true),
        (NSPOSIXErrorDomain, Int(POSIXError.Code.ETIMEDOUT.rawValue), .timedOut, true),
        (NSPOSIXErrorDomain, Int(POSIXError.Code.ENOSPC.rawValue), .noSpace, true),
        (NSCocoaErrorDomain, 260, .fileMissing, false), (NSCocoaErrorDomain, 640, .noSpace, true),
        (NSPOSIXErrorDomain, 1 << 40, .unknown, false), ("org.example.library", -1009, .unknown, false),
    ]

    @Test(arguments: plainErrors.indices)
    func aPlainErrorOfFoundationIsWhatItsDomainSays(_ index: Int) async throws {
        let (domain, number, code, isRetryable) = Self.plainErrors[index]
        let error = try await shown(NSError(domain: domain, code: number))
        #expect(error.code == code)
        #expect(error.isRetryable == isRetryable)
        if code != .unknown { #expect(error.message == DataError.message(for: code)) }
    }

    @Test func aCodeOfItsOwnComesWithItsSentenceAndWhetherToTryAgain() async throws {
        let spoken = try await shown(SpokenQuota())
        #expect(spoken.code == ErrorCode(rawValue: "quotaExceeded"))
        #expect(spoken.message == "Your plan has no requests left. Upgrade it.")
        #expect(!spoken.isRetryable)
        let silent = try await shown(Quota())
        #expect(silent.code == ErrorCode(rawValue: "quotaExceeded"))
        #expect(silent.message == DataError.message(for: silent.code, retryAfter: .seconds(30)))
        #expect(silent.isRetryable && silent.retryAfter == .seconds(30))
        #expect(silent.underlying is Quota)
    }

    @Test func anythingElseIsUnknownAndNoTypeIsPrinted() async throws {
        let strange = try await shown(Strange())
        #expect(strange.code == .unknown)
        #expect(strange.message == DataError.message(for: .unknown))
        #expect(strange.underlying is Strange)
        #expect(try await shown(Spoken()).message == "The library is closed on Mondays.")
    }

    @Test(arguments: [0, 1, 2, 3, 4])
    func cancellationInWhateverWordsIsNoError(_ kind: Int) async throws {
        let cancellations: [any Error] = [
            URLError(.cancelled), CocoaError(.userCancelled), POSIXError(.ECANCELED),
            NSError(domain: NSURLErrorDomain, code: -999), NSError(domain: NSCocoaErrorDomain, code: 3072),
        ]
        let provider = DefaultPostProvider(offline: offline, online: online, time: ManualClock())
        online.onFetchPage.fails(with: cancellations[kind])
        await #expect(throws: CancellationError.self) { try await provider.performed(.refresh, on: feed, limit: 25) }
        online.onFetchPage.returns(.mock("a"))
        let update = try await provider.performed(.refresh, on: feed, limit: 25)
        #expect(update.error == nil && update.items.count == 1)
    }

    @Test func threadsSayItInTheSameWords() async throws {
        let comments = MockOnlineCommentProvider()
        let provider = DefaultCommentProvider(
            offline: offline, comments: InMemoryOfflineCommentProvider(), online: comments, time: ManualClock())
        let request = ThreadRequest(post: .mock("a"))
        comments.onFetchThread.fails(with: URLError(.timedOut))
        #expect(try await provider.thread(request).error?.code == .timedOut)
        comments.onFetchThread.fails(with: URLError(.cancelled))
        await #expect(throws: CancellationError.self) { try await provider.thread(request) }
    }
}
