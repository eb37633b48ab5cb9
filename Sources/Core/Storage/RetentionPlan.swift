package import Foundation

/// The posts that a retention policy evicts, computed from the stored posts alone.
///
/// - By age those are evicted that no server had in an answer for too long, packed or not; packing counts as an answer.
/// - By number and by bytes the oldest are evicted first, and no more than necessary: without the last one the limit
///   would not hold. Packed posts come behind all others.
/// - Of equally old posts the one with the smaller id comes first, so that two plans are the same.
/// - A file that several posts hold is deleted, and counted, with the last of them.
package struct RetentionPlan: Sendable {
    /// The posts to evict, in order.
    package private(set) var evictions: [RetentionReport.Eviction] = []
    /// The bytes left for the image cache; `nil` where only its own limit bounds it.
    package private(set) var imageBytes: Int?
    /// The bytes above the limit that remain, because kept posts take them.
    package private(set) var excessBytes = 0

    private let posts: [Post.ID: RetentionCandidate]
    private let media: [Post.ID: [MediaFile]]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - policy: The limits.
    ///   - posts: Every stored post.
    ///   - media: The files of each post that holds any.
    ///   - mediaBytes: The bytes of all kept files.
    ///   - now: The date to count from.
    /// - Complexity: O(*n* log *n*) in the posts and their files.
    package init(
        _ policy: RetentionPolicy, posts: [RetentionCandidate], media: [Post.ID: [MediaFile]] = [:],
        mediaBytes: Int = 0, now: Date
    ) {
        self.posts = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.media = media
        var held = HeldFiles()
        var victims = self.posts.values.filter { $0.kept == nil }.sorted(by: Self.goesFirst)
        if let days = policy.postDays {
            let limit = now.addingTimeInterval(-Double(days) * 86_400)
            for post in victims where post.lastWanted < limit { evict(post, .age, &held) }
            victims.removeAll { $0.lastWanted < limit }
        }
        var next = victims.startIndex
        if let maximum = policy.maximumPosts {
            while victims.count - next > max(0, maximum) {
                evict(victims[next], .count, &held)
                next += 1
            }
        }
        guard let maximum = policy.maximumBytes else { return }
        let texts = self.posts.values.reduce(0) { $0 + $1.bytes + $1.threadBytes }
        var bytes = texts + mediaBytes - amounts(of: evictions.map(\.id)).values.reduce(0) { $0 + $1.bytes }
        while bytes > max(0, maximum), next < victims.endIndex {
            bytes -= evict(victims[next], .bytes, &held)
            next += 1
        }
        imageBytes = max(0, maximum - bytes)
        excessBytes = max(0, bytes - maximum)
    }

    /// Returns the size of some of the posts together; a file that another post holds too is not counted.
    ///
    /// - Parameter ids: Posts that the plan was made of.
    /// - Returns: The numbers and bytes of the kinds `posts`, `comments` and `media`.
    package func amounts(of ids: [Post.ID]) -> [StorageKind: RetentionReport.Amount] {
        var held = HeldFiles()
        var amounts: [StorageKind: RetentionReport.Amount] = [:]
        func add(_ kind: StorageKind, _ count: Int, _ bytes: Int) {
            guard count > 0 else { return }
            amounts[kind, default: RetentionReport.Amount()].count += count
            amounts[kind, default: RetentionReport.Amount()].bytes += bytes
        }
        for id in ids {
            guard let post = posts[id] else { continue }
            let files = held.release(media[id] ?? [], by: id)
            // Of some there is nothing but a thread.
            add(.posts, post.bytes == 0 && post.threads > 0 ? 0 : 1, post.bytes)
            add(.comments, post.threads, post.threadBytes)
            add(.media, files.files, files.bytes)
        }
        return amounts
    }

    @discardableResult
    private mutating func evict(_ post: RetentionCandidate, _ reason: RetentionReport.Reason, _ held: inout HeldFiles)
        -> Int
    {
        evictions.append(RetentionReport.Eviction(post.id, reason: reason))
        return post.bytes + post.threadBytes + held.release(media[post.id] ?? [], by: post.id).bytes
    }

    private static func goesFirst(_ left: RetentionCandidate, _ right: RetentionCandidate) -> Bool {
        if (left.packed == nil) != (right.packed == nil) { return left.packed == nil }
        return left.lastWanted == right.lastWanted ? left.id < right.id : left.lastWanted < right.lastWanted
    }
}

/// The posts that still hold each file, while posts are evicted one by one.
private struct HeldFiles {
    /// The posts that hold each file, by its path: a file that two sites' posts share has a link for each of them.
    private var holders: [String: Set<Post.ID>] = [:]

    /// Releases the files of a post.
    ///
    /// - Returns: The size of those that no other post holds.
    mutating func release(_ files: [MediaFile], by id: Post.ID) -> FileUsage {
        var freed = FileUsage()
        for file in files {
            var left = holders[file.path] ?? Set(file.holders.keys)
            guard left.remove(id) != nil else { continue }
            holders[file.path] = left
            if left.isEmpty { freed = freed + FileUsage(files: 1, bytes: file.bytes) }
        }
        return freed
    }
}
