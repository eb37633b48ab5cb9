public import Core
import Foundation
import Synchronization
public import Testing

/// The contract of ``Core/OfflinePackProvider`` as checks that any implementation can run.
///
/// One test for each rule, with fresh providers each time:
///
/// ```swift
/// @Test(arguments: OfflinePackProviderContract.checks)
/// func keepsTheContract(_ check: OfflinePackProviderContract.Check) async {
///     await OfflinePackProviderContract { (MyPacks(store), MyPosts(store)) }.run(check)
/// }
/// ```
public struct OfflinePackProviderContract: Sendable {
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

    /// What a check works with: fresh providers, and a place for what it finds.
    final class Probe: Sendable {
        let packs: any OfflinePackProvider
        let posts: any OfflinePostProvider
        let start = Date(timeIntervalSince1970: 1_700_000_000.25)
        let downloads = Feed(site: .demo, source: .downloads)
        private let check: String
        private let found = Mutex<[ContractFailure]>([])

        init(_ packs: any OfflinePackProvider, _ posts: any OfflinePostProvider, check: String) {
            self.packs = packs
            self.posts = posts
            self.check = check
        }

        var failures: [ContractFailure] { found.withLock { $0 } }

        func fail(_ message: String) {
            found.withLock { $0.append(ContractFailure(check: check, message: message)) }
        }

        func expect<Value: Equatable>(_ actual: Value, equals expected: Value, _ what: String) {
            if actual != expected { fail("\(what): expected \(expected), found \(actual)") }
        }

        /// A pack that was asked for so many seconds after the start.
        func pack(_ name: String, at seconds: Double = 0, isAutomatic: Bool = false) -> StoredPack {
            let feed = Feed(site: .demo, source: .subreddits([name]))
            return StoredPack(
                request: PackRequest(feed: feed, posts: 50, isAutomatic: isAutomatic), date: start + seconds)
        }

        /// Stores posts and notes that a pack has them, in this order.
        func add(_ names: String..., to feed: String, at seconds: Double = 0, isAutomatic: Bool = false) async throws {
            let posts = names.map { Post(id: Post.ID(site: .demo, native: $0), title: $0) }
            try await self.posts.store(posts, completeness: .full)
            try await packs.add(
                posts.enumerated().map { position, post in
                    PackedPost(
                        id: post.id, feed: feed, date: start + seconds, position: position, isAutomatic: isAutomatic)
                })
        }

        /// Notes a failure unless the feed `downloads` reads as expected, and what is packed with it.
        func expectDownloads(_ text: String, _ what: String) async throws {
            let shown = try await posts.storedFeed(downloads).items.map(\.id.native)
            expect(shown.joined(separator: " "), equals: text, "the feed, \(what)")
            let packed = try await packs.packedPosts().map(\.id.native)
            expect(packed.joined(separator: " "), equals: text, "what is packed, \(what)")
        }
    }

    /// What is under test: packs, and the posts of the same store.
    public typealias Providers = (any OfflinePackProvider, any OfflinePostProvider)

    private let makeProviders: @Sendable () async throws -> Providers

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeProviders: Makes providers with nothing stored; called once for each check.
    public init(makeProviders: @escaping @Sendable () async throws -> Providers) {
        self.makeProviders = makeProviders
    }

    /// Tries one rule out.
    ///
    /// - Parameter check: The rule.
    /// - Returns: What was broken; empty when the implementation keeps it. An error that was thrown is one of them.
    public func failures(of check: Check) async -> [ContractFailure] {
        do {
            let (packs, posts) = try await makeProviders()
            let probe = Probe(packs, posts, check: check.name)
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
