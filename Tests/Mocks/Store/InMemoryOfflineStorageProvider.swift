public import Core
public import Foundation

/// An ``Core/OfflineStorageProvider`` that works, in memory: it tells of an ``InMemoryOfflinePostProvider``.
///
/// A post takes the bytes of its JSON, a mark those of its own; there is no disk. It passes
/// ``OfflineStorageProviderContract``.
public final class InMemoryOfflineStorageProvider: OfflineStorageProvider {
    private let posts: InMemoryOfflinePostProvider

    /// Creates a provider.
    ///
    /// - Parameter posts: The store that it tells of.
    public init(posts: InMemoryOfflinePostProvider) {
        self.posts = posts
    }

    /// What is stored of posts and statuses, as if each were in one file.
    ///
    /// - Returns: The report.
    /// - Throws: What the store was told to fail with.
    public func report() async throws -> StorageReport {
        let (contents, extras, marks) = try posts.read { ($0.posts, $0.extras, $0.statuses) }
        let bytes = try contents.values.reduce(0) { $0 + (try Self.bytes(of: $1)) }
        return StorageReport([
            .posts: FileUsage(files: 1, bytes: extras.values.reduce(bytes) { $0 + $1.text.utf8.count }),
            .statuses: FileUsage(files: 1, bytes: try marks.values.reduce(0) { $0 + (try Self.bytes(of: $1)) }),
        ])
    }

    /// Every stored post.
    ///
    /// - Returns: The posts, in no order.
    /// - Throws: What the store was told to fail with.
    public func posts() async throws -> [RetentionCandidate] {
        let (contents, extras, arrivals, marks) = try posts.read {
            ($0.posts, $0.extras, $0.arrivals, $0.statuses)
        }
        return try contents.values.map { post in
            let mark = marks[post.id]
            return RetentionCandidate(
                id: post.id, date: arrivals[post.id] ?? post.created ?? .distantPast,
                bytes: try Self.bytes(of: post) + (extras[post.id]?.text.utf8.count ?? 0),
                kept: mark?.isSaved == true ? .saved : mark?.isFavourite == true ? .favourite : nil)
        }
    }

    /// What would be forgotten.
    ///
    /// - Parameters:
    ///   - date: Marks that were last changed before this go.
    ///   - gone: Posts to be taken for evicted.
    /// - Returns: How many marks, and their bytes.
    /// - Throws: What the store was told to fail with.
    public func forgettableMarks(
        before date: Date, without gone: Set<Post.ID>
    ) async throws -> RetentionReport.Amount {
        let (contents, marks) = try posts.read { ($0.posts, $0.statuses) }
        return try marks.values.filter { mark in
            mark.isFleeting && (mark.changed ?? .distantPast) < date
                && (contents[mark.id] == nil || gone.contains(mark.id))
        }.reduce(into: RetentionReport.Amount()) { amount, mark in
            amount.count += 1
            amount.bytes += try Self.bytes(of: mark)
        }
    }

    private static func bytes(of value: some Encodable) throws -> Int {
        try JSONEncoder().encode(value).count
    }
}
