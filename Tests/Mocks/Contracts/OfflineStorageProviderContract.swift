public import Core
import Foundation

/// The contract of ``Core/OfflineStorageProvider``: every rule of the protocol as a check.
///
/// ```swift
/// @Test(arguments: OfflineStorageProviderContract.checks)
/// func keepsTheContract(_ check: OfflineStorageProviderContract.Check) async {
///     await OfflineStorageProviderContract { (myPosts, myStorage) }.run(check)
/// }
/// ```
public struct OfflineStorageProviderContract: ProviderContract {
    /// A function that makes a storage provider and the posts of the same store, with nothing stored.
    public typealias MakeProviders = @Sendable () async throws -> (any OfflinePostProvider, any OfflineStorageProvider)

    fileprivate let makeProviders: MakeProviders

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeProviders: Makes the providers; called once for each check.
    public init(makeProviders: @escaping MakeProviders) {
        self.makeProviders = makeProviders
    }

    public static let checks: [Check] = [
        Check("Every stored post is named once, with its bytes") { probe, storage in
            probe.expect(try await storage.posts(), equals: [], "the posts of an empty store")
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.commit(.mock("b", "c"), after: "c1")
            let posts = try await storage.posts().sorted { $0.id < $1.id }
            probe.expect(posts.map(\.id), equals: [.mock("a"), .mock("b"), .mock("c")], "the posts")
            probe.expect(posts.allSatisfy { $0.bytes > 0 }, "each post should take bytes")
        },
        Check("A post is as old as the last page that had it") { probe, storage in
            let page = Page.mock("a", "b", next: "c1")
            try await probe.refresh(page)
            let later = probe.start.addingTimeInterval(86_400)
            _ = try await probe.provider.commit(.mock("b", "x"), to: .mock("memes"), at: .head, date: later)
            // What says nothing new says that it is still there.
            _ = try await probe.provider.commit(page, to: probe.feed, at: .head, date: later.addingTimeInterval(86_400))
            _ = try await probe.provider.commit(.mock("a"), to: .mock("memes"), at: .head, date: probe.start)
            let dates = try await Dictionary(uniqueKeysWithValues: storage.posts().map { ($0.id, $0.date) })
            probe.expect(dates[.mock("x")], equals: later, "the date of a post that came once")
            probe.expect(dates[.mock("b")], equals: later.addingTimeInterval(86_400), "the date of one that came again")
            probe.expect(
                dates[.mock("a")], equals: later.addingTimeInterval(86_400), "the date when the clock was set back")
        },
        Check("A first page that is confirmed does not grow old") { probe, storage in
            try await probe.refresh(.mock("a", "b", next: "c1"))
            try await probe.commit(.mock("c"), after: "c1")
            let before = try await probe.stored()
            let later = probe.start.addingTimeInterval(30 * 86_400)
            try await probe.provider.noteUnchanged(probe.feed, at: later)
            try await probe.provider.noteUnchanged(.mock("memes"), at: later)
            let dates = try await Dictionary(uniqueKeysWithValues: storage.posts().map { ($0.id, $0.date) })
            probe.expect(dates[.mock("a")], equals: later, "the date of its first post")
            probe.expect(dates[.mock("b")], equals: later, "the date of its last post")
            probe.expect((dates[.mock("c")] ?? later) < later, "what is behind it was not confirmed")
            var after = try await probe.stored()
            after.version = before.version
            probe.expect(after, equals: before, "the feed")
        },
        Check("What is saved, and what is a favourite, says so") { probe, storage in
            try await probe.refresh(.mock("a", "b", "c", "d"))
            try await probe.apply(.set(.saved(true), [.mock("a"), .mock("d")]), at: 1)
            try await probe.apply(.set(.favourite(true), [.mock("b"), .mock("d")]), at: 1)
            try await probe.apply(.set(.read(true), [.mock("c")]), at: 1)
            let posts = try await storage.posts()
            let kept = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0.kept) })
            probe.expect(kept[.mock("a")], equals: .saved, "a saved post")
            probe.expect(kept[.mock("b")], equals: .favourite, "a favourite")
            probe.expect(kept[.mock("c")], equals: .some(nil), "a post that was read")
            probe.expect(kept[.mock("d")], equals: .saved, "both")
        },
        Check("What a post takes is what an eviction frees") { probe, storage in
            try await probe.refresh(.mock("a", "b", "c", next: "c1"))
            let before = try await storage.report()
            let post = try await storage.posts().first { $0.id == .mock("b") }
            _ = try await probe.provider.evict([.mock("b")])
            let after = try await storage.report()
            probe.expect(before[.posts].bytes - after[.posts].bytes, equals: post?.bytes ?? 0, "the bytes of posts")
            probe.expect(
                before[.comments].bytes - after[.comments].bytes, equals: post?.threadBytes ?? 0,
                "the bytes of comments")
            probe.expect(try await storage.posts().map(\.id).contains(.mock("b")), equals: false, "it is still there")
        },
        Check("It says which marks would be forgotten, and what they take") { probe, storage in
            try await probe.refresh(.mock("a", "b"))
            try await probe.apply(.set(.read(true), [.mock("a"), .mock("gone"), .mock("young")]), at: 1)
            try await probe.apply(.set(.hidden(true), [.mock("hidden")]), at: 1)
            try await probe.apply(.set(.read(true), [.mock("new")]), at: 100_000)
            let date = probe.start.addingTimeInterval(1_000)
            let marks = try await storage.forgettableMarks(before: date, without: [])
            probe.expect(marks.count, equals: 2, "the marks of posts that are not there")
            let more = try await storage.forgettableMarks(before: date, without: [.mock("a"), .mock("b")])
            probe.expect(more.count, equals: 3, "the marks when posts are taken for gone")
            let before = try await storage.report()
            probe.expect(try await probe.provider.forgetMarks(before: date), equals: 2, "what was forgotten")
            let after = try await storage.report()
            probe.expect(
                before[.statuses].bytes - after[.statuses].bytes, equals: marks.bytes, "the bytes that they took")
        },
    ]
}

extension ContractCheck where Contract == OfflineStorageProviderContract {
    init(
        _ name: String,
        _ body: @escaping @Sendable (PostContractProbe, any OfflineStorageProvider) async throws -> Void
    ) {
        self.init(
            name,
            probe: { contract, log in
                let (posts, storage) = try await contract.makeProviders()
                return StorageContractProbe(posts: PostContractProbe(posts, log: log), storage: storage, log: log)
            }, { try await body($0.posts, $0.storage) })
    }
}

private struct StorageContractProbe: ContractProbe {
    let posts: PostContractProbe
    let storage: any OfflineStorageProvider
    let log: ContractLog
}
