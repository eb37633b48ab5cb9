package import Core
package import Foundation

/// An ``Core/OfflineStorageProvider`` in memory: the report of an ``InMemoryOfflinePostProvider``.
///
/// A post takes the bytes of its JSON, a mark those of its own; there is no disk. It passes
/// ``OfflineStorageProviderContract``.
package final class InMemoryOfflineStorageProvider: OfflineStorageProvider {
    private let posts: InMemoryOfflinePostProvider

    /// Creates a provider.
    ///
    /// - Parameter posts: The store to report on.
    package init(posts: InMemoryOfflinePostProvider) {
        self.posts = posts
    }

    package func report() async throws -> StorageReport {
        let (contents, extras, marks) = try posts.read { ($0.posts, $0.extras, $0.marks) }
        let bytes = try contents.values.reduce(0) { $0 + (try Self.bytes(of: $1)) }
        return StorageReport([
            .posts: FileUsage(files: 1, bytes: extras.values.reduce(bytes) { $0 + $1.text.utf8.count }),
            .statuses: FileUsage(files: 1, bytes: try marks.values.reduce(0) { $0 + (try Self.bytes(of: $1)) }),
        ])
    }

    package func posts() async throws -> [RetentionCandidate] {
        let store = try posts.read { $0 }
        return try store.posts.values.map { post in
            var candidate = RetentionCandidate(
                id: post.id, date: store.arrivals[post.id] ?? post.created ?? .distantPast,
                bytes: try Self.bytes(of: post) + (store.extras[post.id]?.text.utf8.count ?? 0))
            candidate.kept = store.keepingReason(of: post.id)
            return candidate
        }
    }

    package func forgettableMarks(
        before date: Date, without gone: Set<Post.ID>
    ) async throws -> RetentionReport.Amount {
        let marks = try posts.read { $0.forgettableMarks(before: date, without: gone) }
        return try marks.values.reduce(into: RetentionReport.Amount()) { amount, marks in
            amount.count += 1
            amount.bytes += try Self.bytes(of: marks)
        }
    }

    private static func bytes(of value: some Encodable) throws -> Int {
        try JSONEncoder().encode(value).count
    }
}
