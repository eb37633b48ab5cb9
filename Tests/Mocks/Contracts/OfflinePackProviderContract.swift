public import Core
import Foundation
import Synchronization

/// The contract of ``Core/OfflinePackProvider``: every rule of the protocol as a check.
///
/// One test for each rule, each time with providers that have nothing stored:
///
/// ```swift
/// @Test(arguments: OfflinePackProviderContract.checks)
/// func keepsTheContract(_ check: OfflinePackProviderContract.Check) async {
///     await OfflinePackProviderContract { (MyPacks(store), MyPosts(store)) }.run(check)
/// }
/// ```
public struct OfflinePackProviderContract: ProviderContract {
    final class Probe: ContractProbe {
        let log: ContractLog
        let packs: any OfflinePackProvider
        let posts: any OfflinePostProvider
        let start = Date(timeIntervalSince1970: 1_700_000_000.25)
        let downloads = Feed(site: .demo, source: .downloads)

        init(_ packs: any OfflinePackProvider, _ posts: any OfflinePostProvider, log: ContractLog) {
            self.packs = packs
            self.posts = posts
            self.log = log
        }

        /// A pack that was asked for so many seconds after the start.
        func pack(_ name: String, at seconds: Double = 0, isAutomatic: Bool = false) -> StoredPack {
            let feed = Feed(site: .demo, source: .subreddits([name]))
            var request = PackRequest(feed: feed, posts: 50)
            request.isAutomatic = isAutomatic
            return StoredPack(request: request, date: start + seconds)
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

        /// Logs a failure unless the feed `downloads` reads as expected, and so do the packed posts.
        func expectDownloads(_ text: String, _ what: String) async throws {
            let shown = try await posts.storedFeed(downloads).items.map(\.id.native)
            expect(shown.joined(separator: " "), equals: text, "the feed, \(what)")
            let packed = try await packs.packedPosts().map(\.id.native)
            expect(packed.joined(separator: " "), equals: text, "what is packed, \(what)")
        }
    }

    /// The provider under test, and the posts of the same store.
    public typealias Providers = (any OfflinePackProvider, any OfflinePostProvider)

    fileprivate let makeProviders: @Sendable () async throws -> Providers

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeProviders: Makes providers with nothing stored; called once for each check.
    public init(makeProviders: @escaping @Sendable () async throws -> Providers) {
        self.makeProviders = makeProviders
    }
}

extension ContractCheck where Contract == OfflinePackProviderContract {
    init(_ name: String, _ body: @escaping @Sendable (OfflinePackProviderContract.Probe) async throws -> Void) {
        self.init(
            name,
            probe: { contract, log in
                let (packs, posts) = try await contract.makeProviders()
                return .init(packs, posts, log: log)
            }, body)
    }
}
