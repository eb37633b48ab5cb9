import Core
import Foundation
import Synchronization

/// The probe of ``OfflinePostProviderContract``'s checks: a provider with nothing stored at first.
final class PostContractProbe: ContractProbe {
    /// The feed that checks use.
    let feed = Feed.mock()
    /// The date of the first thing that happens.
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let log: ContractLog
    private let current: Mutex<any OfflinePostProvider>
    private let reopening: OfflinePostProviderContract.Reopening

    init(
        _ provider: any OfflinePostProvider, log: ContractLog,
        reopening: @escaping OfflinePostProviderContract.Reopening = { $0 }
    ) {
        current = Mutex(provider)
        self.log = log
        self.reopening = reopening
    }

    /// The provider under test.
    var provider: any OfflinePostProvider { current.withLock { $0 } }

    /// Logs a failure unless a commit is refused with the code `superseded`.
    func expectSuperseded(_ page: Page, after cursor: String, _ what: String) async {
        await expectRefusal(.superseded, what) { try await self.commit(page, after: cursor) }
    }

    /// Logs a failure unless a piece of work is refused with an error that has a certain code.
    func expectRefusal(_ code: ErrorCode, _ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            fail("\(what): expected the error '\(code)', but it was done")
        } catch {
            expect((error as? any CodedError)?.code, equals: code, "\(what), the error's code")
        }
    }

    /// Closes the provider and opens its store anew, as a new start of the process does.
    func reopen() async throws {
        let reopened = try await reopening(provider)
        current.withLock { $0 = reopened }
    }

    /// Commits a page at the head, some seconds after ``start``.
    @discardableResult
    func refresh(_ page: Page, at seconds: Double = 0) async throws -> PageReceipt {
        try await provider.commit(page, to: feed, at: .head, date: start + seconds)
    }

    /// Commits a page after a cursor, some seconds after ``start``.
    @discardableResult
    func commit(_ page: Page, after cursor: String, at seconds: Double = 0) async throws -> PageReceipt {
        try await provider.commit(page, to: feed, at: .after(.mock(cursor)), date: start + seconds)
    }

    /// Changes statuses, some seconds after ``start``.
    @discardableResult
    func apply(_ mutation: StatusMutation, at seconds: Double = 0) async throws -> StatusReceipt {
        try await provider.apply(mutation, at: start + seconds)
    }

    func stored() async throws -> StoredFeed {
        try await provider.storedFeed(feed)
    }

    /// Logs a failure unless the feed reads as expected: the native ids with spaces between, a gap as its cursor in
    /// brackets, such as `t3_9 t3_8 [c8] t3_1`.
    func expectFeed(_ text: String, _ what: String) async throws {
        let stored = try await stored()
        let gaps = Dictionary(stored.gaps.map { ($0.after, $0.cursor) }, uniquingKeysWith: { first, _ in first })
        let words = stored.items.flatMap { item in
            [item.id.native] + (gaps[item.id].map { ["[\($0)]"] } ?? [])
        }
        expect(words.joined(separator: " "), equals: text, what)
    }

    /// Logs a failure unless the feed goes on at a cursor, or is at its end.
    func expectTail(_ cursor: String?, isEnd: Bool = false, _ what: String) async throws {
        let stored = try await stored()
        expect(stored.cursor, equals: cursor.map { .mock($0) }, "cursor, \(what)")
        expect(stored.isEnd, equals: isEnd, "isEnd, \(what)")
    }
}
