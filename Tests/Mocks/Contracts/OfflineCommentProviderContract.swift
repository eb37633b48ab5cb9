public import Core
import Foundation
import Synchronization
public import Testing

/// The contract of ``Core/OfflineCommentProvider`` as checks that any implementation can run.
///
/// One test for each rule, with a fresh provider each time:
///
/// ```swift
/// @Test(arguments: OfflineCommentProviderContract.checks)
/// func keepsTheContract(_ check: OfflineCommentProviderContract.Check) async {
///     await OfflineCommentProviderContract { MyCommentProvider(folder: temporaryFolder()) }.run(check)
/// }
/// ```
public struct OfflineCommentProviderContract: Sendable {
    /// Closes a provider's store and opens it anew, as a new start of the process does.
    public typealias Reopening = @Sendable (any OfflineCommentProvider) async throws -> any OfflineCommentProvider

    /// One rule, by name.
    public struct Check: Sendable, CustomTestStringConvertible {
        /// The rule in a sentence.
        public let name: String
        let body: @Sendable (Probe) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (Probe) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// The rule in a sentence.
        public var testDescription: String { name }
    }

    /// What a check works with: a fresh provider, and a place for what it finds.
    final class Probe: Sendable {
        let post = Post.ID.mock("t3_a")
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        private let current: Mutex<any OfflineCommentProvider>
        private let reopening: Reopening
        private let check: String
        private let found = Mutex<[ContractFailure]>([])

        init(_ provider: any OfflineCommentProvider, check: String, reopening: @escaping Reopening) {
            current = Mutex(provider)
            self.check = check
            self.reopening = reopening
        }

        var provider: any OfflineCommentProvider { current.withLock { $0 } }
        var failures: [ContractFailure] { found.withLock { $0 } }

        func reopen() async throws {
            let reopened = try await reopening(provider)
            current.withLock { $0 = reopened }
        }

        func fail(_ message: String) {
            found.withLock { $0.append(ContractFailure(check: check, message: message)) }
        }

        func expect<Value: Equatable>(_ actual: Value, equals expected: Value, _ what: String) {
            if actual != expected { fail("\(what): expected \(expected), found \(actual)") }
        }

        /// Commits a thread that is drawn as an outline.
        @discardableResult
        func commit(_ lines: String..., sort: CommentSort? = nil, at seconds: Double = 0) async throws -> StoredThread {
            try await provider.commit(.mock(lines), of: post, sort: sort, date: start + seconds)
        }

        /// Notes a failure unless the stored thread reads as expected: its comments and placeholders, spaces for depth.
        func expectThread(_ lines: String..., of other: Post.ID? = nil, what: String) async throws {
            let entries = try await provider.storedThread(of: other ?? post)?.thread.entries
            expect(entries?.map(Self.line), equals: lines, what)
        }

        /// Notes a failure unless nothing is stored of a thread.
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

    private let makeProvider: @Sendable () async throws -> any OfflineCommentProvider
    private let reopening: Reopening

    /// Creates the suite for an implementation.
    ///
    /// - Parameters:
    ///   - makeProvider: Makes a provider with nothing stored; called once for each check.
    ///   - reopening: Closes a provider's store and opens it anew; gives the same one by default, for those that forget
    ///     with the process.
    public init(
        makeProvider: @escaping @Sendable () async throws -> any OfflineCommentProvider,
        reopening: @escaping Reopening = { $0 }
    ) {
        self.makeProvider = makeProvider
        self.reopening = reopening
    }

    /// Tries one rule out.
    ///
    /// - Parameter check: The rule.
    /// - Returns: What was broken; empty when the implementation keeps it. An error that was thrown is one of them.
    public func failures(of check: Check) async -> [ContractFailure] {
        do {
            let probe = Probe(try await makeProvider(), check: check.name, reopening: reopening)
            do {
                try await check.body(probe)
            } catch {
                probe.fail("it threw \(error)")
            }
            return probe.failures
        } catch {
            return [ContractFailure(check: check.name, message: "no provider could be made: \(error)")]
        }
    }

    /// Tries one rule out and records an issue for whatever is broken.
    ///
    /// - Parameters:
    ///   - check: The rule.
    ///   - sourceLocation: Where issues are reported; leave it out.
    public func run(_ check: Check, sourceLocation: SourceLocation = #_sourceLocation) async {
        for failure in await failures(of: check) {
            Issue.record("\(failure)", sourceLocation: sourceLocation)
        }
    }
}
