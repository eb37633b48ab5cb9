import Cloud
import Core
import Foundation
import Synchronization
import Testing

/// The helper by which an app's own backend asks and decodes.
struct AnswerReaderTests {
    private let request = NetworkRequest(URL(filePath: "/"))

    /// Holds threads up until it is opened.
    private final class Barrier: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        let arrivals = ObservableValue(0)

        func wait() {
            arrivals.update { $0 += 1 }
            semaphore.wait()
        }

        func open(_ count: Int) { for _ in 0..<count { semaphore.signal() } }
    }

    @Test func manyAnswersOfOneServerNeverHoldUpAnothersDecoding() async throws {
        let busy = AnswerReader(CannedRequests("{}"))
        let other = AnswerReader(CannedRequests("7"))
        let barrier = Barrier()
        let count = 200
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { [request] in try await busy.value(of: request) { _ in barrier.wait() } }
            }
            for await arrived in barrier.arrivals.values where arrived >= 2 { break }
            #expect(try await other.value(of: request) { try $0.json().int } == 7)
            #expect(barrier.arrivals.value == 2)
            barrier.open(count)
            try await group.waitForAll()
        }
    }

    @Test func anAnswerThatDecodableRefusesIsMalformed() async {
        let reader = AnswerReader(CannedRequests("{}"))
        let code = await errorCode { [request] in
            try await reader.value(of: request) { try JSONDecoder().decode([Int].self, from: $0.body) }
        }
        #expect(code == .malformed)
    }

    @Test func anErrorOfTheBackendsOwnArrivesAsItIs() async {
        struct Own: Error {}
        let reader = AnswerReader(CannedRequests("{}"))
        await #expect(throws: Own.self) {
            try await reader.value(of: request) { (_) throws -> Int in throw Own() }
        }
    }

    @Test func aMomentIsANumberOfSecondsOrADateOfISO8601() throws {
        func date(_ json: String) throws -> Date? {
            try NetworkResponse(status: 200, url: request.url, body: Data(json.utf8)).json().date
        }
        let expected = Date(timeIntervalSince1970: 1_175_714_200)
        #expect(try date("1175714200") == expected)
        #expect(try date(#""2007-04-04T19:16:40Z""#) == expected)
        for bad in ["1e300", #""yesterday""#, "true", "null"] {
            let none = try date(bad)
            #expect(none == nil, "\(bad)")
        }
    }

    @Test func anIssueSaysWhereAndNamesNoType() throws {
        struct Story: Decodable { let title: String }
        func reason(_ json: String) -> String? {
            let read = Result { try JSONDecoder().decode([Story].self, from: Data(json.utf8)) }
            guard case .failure(let error) = read else { return nil }
            return DecodeIssue(index: 0, error: error).reason
        }
        #expect(reason("[{}]") == "Index 0.title: missing")
        #expect(reason(#"[{"title":7}]"#) == "Index 0.title: of another kind")
        struct Own: Error {}
        #expect(DecodeIssue(index: 0, error: Own()).reason == "unreadable")
        #expect(DecodeIssue(index: 0, error: NetworkError(.timedOut)).reason == "timedOut")
    }

    // MARK: Cursors

    private func request(_ cursor: PageCursor?) -> PageRequest { PageRequest(feed: Feed(site: .demo), cursor: cursor) }

    @Test func cursorsComeBackAsTheyWere() throws {
        #expect(try request(nil).offset() == 0)
        #expect(try request(.offset(50)).offset() == 50)
        #expect(try request(nil).pageNumber() == 1)
        #expect(try request(.page(3)).pageNumber() == 3)
        #expect(try request(nil).pageNumber(first: 0) == 0)
        #expect(try request(.page(0)).pageNumber(first: 0) == 0)
        #expect(try request(nil).ids() == nil)
        #expect(try request(.ids(["1", "a,b", "ї"])).ids() == ["1", "a,b", "ї"])
        #expect(PageCursor.ids([String]()) == nil)
    }

    @Test(arguments: ["", "page:", "page:-1", "page:0", "page:x", "page:99999999999", "offset:1", "ids:1", "abc"])
    func aCursorOfAnotherFormIsRefused(text: String) throws {
        let request = request(PageCursor(rawValue: text))
        guard !text.isEmpty else {
            #expect(try request.pageNumber() == 1)
            return
        }
        #expect(throws: DataError.self) { try request.pageNumber() }
    }
}
