public import Core
import Foundation
import Synchronization

/// The contract of ``Core/OfflineCommentProvider``: every rule of the protocol as a check.
///
/// One test for each rule, each time with a provider that has nothing stored:
///
/// ```swift
/// @Test(arguments: OfflineCommentProviderContract.checks)
/// func keepsTheContract(_ check: OfflineCommentProviderContract.Check) async {
///     await OfflineCommentProviderContract { MyCommentProvider(folder: temporaryFolder()) }.run(check)
/// }
/// ```
public struct OfflineCommentProviderContract: ProviderContract {
    /// A function that closes a provider's store and opens it anew, as a new start of the process does.
    public typealias Reopening = @Sendable (any OfflineCommentProvider) async throws -> any OfflineCommentProvider

    final class Probe: ContractProbe {
        let post = Post.ID.mock("t3_a")
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let log: ContractLog
        private let current: Mutex<any OfflineCommentProvider>
        private let reopening: Reopening

        init(_ provider: any OfflineCommentProvider, log: ContractLog, reopening: @escaping Reopening) {
            current = Mutex(provider)
            self.log = log
            self.reopening = reopening
        }

        var provider: any OfflineCommentProvider { current.withLock { $0 } }

        func reopen() async throws {
            let reopened = try await reopening(provider)
            current.withLock { $0 = reopened }
        }

        /// Commits a thread that is drawn as an outline.
        @discardableResult
        func commit(_ lines: String..., sort: CommentSort? = nil, at seconds: Double = 0) async throws -> StoredThread {
            try await provider.commit(.mock(lines), of: post, sort: sort, date: start + seconds)
        }

        /// Logs a failure unless the stored thread reads as expected: its comments and placeholders, spaces for depth.
        func expectThread(_ lines: String..., of other: Post.ID? = nil, what: String) async throws {
            let entries = try await provider.storedThread(of: other ?? post)?.thread.entries
            expect(entries?.map(Self.line), equals: lines, what)
        }

        /// Logs a failure unless nothing is stored of a thread.
        func expectNoThread(_ what: String) async throws {
            if try await provider.storedThread(of: post) != nil { fail("\(what): a thread is stored") }
        }

        static func line(_ entry: CommentThread.Entry) -> String {
            let indent = String(repeating: " ", count: entry.depth)
            switch entry {
            case .comment(let comment): return indent + comment.id.native
            case .more(let more): return "\(indent)…\(more.count)"
            }
        }
    }

    fileprivate let makeProvider: @Sendable () async throws -> any OfflineCommentProvider
    fileprivate let reopening: Reopening

    /// Creates the suite for an implementation.
    ///
    /// - Parameters:
    ///   - makeProvider: Makes a provider with nothing stored; called once for each check.
    ///   - reopening: Closes a provider's store and opens it anew; by default it returns the same one, for a
    ///     store in memory.
    public init(
        makeProvider: @escaping @Sendable () async throws -> any OfflineCommentProvider,
        reopening: @escaping Reopening = { $0 }
    ) {
        self.makeProvider = makeProvider
        self.reopening = reopening
    }
}

extension ContractCheck where Contract == OfflineCommentProviderContract {
    init(_ name: String, _ body: @escaping @Sendable (OfflineCommentProviderContract.Probe) async throws -> Void) {
        self.init(
            name,
            probe: { contract, log in
                .init(try await contract.makeProvider(), log: log, reopening: contract.reopening)
            }, body)
    }
}
