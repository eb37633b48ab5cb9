public import Core
public import Foundation
import Synchronization

/// What a check of ``OfflinePostProviderContract`` works with: a fresh provider, and a place for what it finds.
public final class ContractProbe: Sendable {
    /// The provider under test, with nothing stored at first.
    public var provider: any OfflinePostProvider { current.withLock { $0 } }
    /// The feed that checks use.
    public let feed = Feed.mock()
    /// The date of the first thing that happens.
    public let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let current: Mutex<any OfflinePostProvider>
    private let reopenProvider: OfflinePostProviderContract.Reopening
    private let check: String
    private let found = Mutex<[ContractFailure]>([])

    init(
        _ provider: any OfflinePostProvider, check: String,
        reopening: @escaping OfflinePostProviderContract.Reopening = { $0 }
    ) {
        current = Mutex(provider)
        reopenProvider = reopening
        self.check = check
    }

    var failures: [ContractFailure] { found.withLock { $0 } }

    /// Notes a failure unless two values are equal.
    ///
    /// - Parameters:
    ///   - actual: What was found.
    ///   - expected: What the contract says.
    ///   - what: What is compared, for the message.
    public func expect<Value: Equatable>(_ actual: Value, equals expected: Value, _ what: String) {
        guard actual != expected else { return }
        fail("\(what): expected \(expected), found \(actual)")
    }

    /// Notes a failure unless a condition holds.
    ///
    /// - Parameters:
    ///   - condition: Whether it holds.
    ///   - message: What should have been.
    public func expect(_ condition: Bool, _ message: String) {
        if !condition { fail(message) }
    }

    /// Notes a failure unless a commit is refused with the code `superseded`.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - cursor: The place that must not be there.
    ///   - what: Why not, for the message.
    public func expectSuperseded(_ page: Page, after cursor: String, _ what: String) async {
        await expectRefusal(.superseded, what) { try await self.commit(page, after: cursor) }
    }

    /// Notes a failure unless something is refused with an error that has a certain code.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - what: What is tried, or why it must fail, for the message.
    ///   - body: Tries it.
    public func expectRefusal(_ code: ErrorCode, _ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            fail("\(what): expected the error '\(code)', but it was done")
        } catch {
            expect((error as? any CodedError)?.code, equals: code, "\(what), the error's code")
        }
    }

    /// Closes the provider and opens its store anew, as a new start of the process does.
    ///
    /// - Throws: What opening throws.
    public func reopen() async throws {
        let reopened = try await reopenProvider(provider)
        current.withLock { $0 = reopened }
    }

    /// Commits a page at the head.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - seconds: When, counted from ``start``.
    /// - Returns: What became of it.
    /// - Throws: What the provider throws.
    @discardableResult
    public func refresh(_ page: Page, at seconds: Double = 0) async throws -> PageReceipt {
        try await provider.commit(page, to: feed, at: .head, date: start + seconds)
    }

    /// Commits a page behind a cursor.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - cursor: Where it goes.
    ///   - seconds: When, counted from ``start``.
    /// - Returns: What became of it.
    /// - Throws: What the provider throws.
    @discardableResult
    public func commit(_ page: Page, after cursor: String, at seconds: Double = 0) async throws -> PageReceipt {
        try await provider.commit(page, to: feed, at: .after(.mock(cursor)), date: start + seconds)
    }

    /// Changes statuses.
    ///
    /// - Parameters:
    ///   - mutation: What to change.
    ///   - seconds: When, counted from ``start``.
    /// - Returns: What it came to.
    /// - Throws: What the provider throws.
    @discardableResult
    public func apply(_ mutation: StatusMutation, at seconds: Double = 0) async throws -> StatusReceipt {
        try await provider.apply(mutation, at: start + seconds)
    }

    /// The feed as stored.
    ///
    /// - Returns: The stored feed.
    /// - Throws: What the provider throws.
    public func stored() async throws -> StoredFeed {
        try await provider.storedFeed(feed)
    }

    /// Notes a failure unless the feed reads as expected.
    ///
    /// - Parameters:
    ///   - text: The native ids with spaces between, a gap as its cursor in brackets: `t3_9 t3_8 [c8] t3_1`.
    ///   - what: What was done before, for the message.
    /// - Throws: What the provider throws.
    public func expectFeed(_ text: String, _ what: String) async throws {
        let stored = try await stored()
        let gaps = Dictionary(stored.gaps.map { ($0.after, $0.cursor) }, uniquingKeysWith: { first, _ in first })
        let words = stored.items.flatMap { item in
            [item.id.native] + (gaps[item.id].map { ["[\($0)]"] } ?? [])
        }
        expect(words.joined(separator: " "), equals: text, what)
    }

    /// Notes a failure unless the feed goes on as expected.
    ///
    /// - Parameters:
    ///   - cursor: Where the server goes on behind its last post.
    ///   - isEnd: Whether it is at its end.
    ///   - what: What was done before, for the message.
    /// - Throws: What the provider throws.
    public func expectTail(_ cursor: String?, isEnd: Bool = false, _ what: String) async throws {
        let stored = try await stored()
        expect(stored.cursor, equals: cursor.map { .mock($0) }, "cursor, \(what)")
        expect(stored.isEnd, equals: isEnd, "isEnd, \(what)")
    }

    func fail(_ message: String) {
        found.withLock { $0.append(ContractFailure(check: check, message: message)) }
    }
}
