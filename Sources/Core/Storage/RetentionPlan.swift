public import Foundation

/// Which posts have to go for a policy to hold: a pure function of what is stored.
///
/// - By age goes what no server had in an answer for too long, packed or not; being packed counts as an answer.
/// - By number and by bytes the oldest goes first, and no more than has to: the last one that goes is the one without
///   which the limit would not hold. What was packed goes behind everything else.
/// - Of equally old posts the one with the smaller id goes first, so that two runs say the same.
/// - A file that several posts hold goes, and is counted, with the last of them.
public struct RetentionPlan: Sendable {
    /// Why a post goes.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is too old.
        case age
        /// There are too many.
        case count
        /// They take too many bytes.
        case bytes
    }

    /// A post that goes, and why.
    public struct Eviction: Identifiable, Hashable, Sendable {
        /// Which post.
        public let id: Post.ID
        /// Why it goes.
        public var reason: Reason

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - id: Which post.
        ///   - reason: Why it goes.
        public init(_ id: Post.ID, reason: Reason) {
            self.id = id
            self.reason = reason
        }
    }

    /// The posts that go, in order.
    public private(set) var evictions: [Eviction] = []
    /// How many bytes are left for the image cache; `nil` where nothing bounds it but its own limit.
    public private(set) var imageBytes: Int?
    /// How many bytes are left above the limit, because what is kept takes them.
    public private(set) var excessBytes = 0

    private let posts: [Post.ID: RetentionCandidate]
    private let media: [Post.ID: [MediaFile]]

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - policy: The limits.
    ///   - posts: Every stored post.
    ///   - media: The files of each post that holds any.
    ///   - mediaBytes: The bytes of all kept files.
    ///   - now: The date to count from.
    /// - Complexity: O(*n* log *n*) in the posts and their files.
    public init(
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

    /// What some of the posts take together; a file that somebody else holds too is not counted.
    ///
    /// - Parameter ids: Posts that the plan was made of.
    /// - Returns: How much of the kinds `posts`, `comments` and `media`.
    public func amounts(of ids: [Post.ID]) -> [StorageKind: RetentionReport.Amount] {
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
    private mutating func evict(_ post: RetentionCandidate, _ reason: Reason, _ held: inout HeldFiles) -> Int {
        evictions.append(Eviction(post.id, reason: reason))
        return post.bytes + post.threadBytes + held.release(media[post.id] ?? [], by: post.id).bytes
    }

    private static func goesFirst(_ left: RetentionCandidate, _ right: RetentionCandidate) -> Bool {
        if (left.packed == nil) != (right.packed == nil) { return left.packed == nil }
        return left.lastWanted == right.lastWanted ? left.id < right.id : left.lastWanted < right.lastWanted
    }
}

/// Who still holds files, while their holders go one by one.
private struct HeldFiles {
    /// By path: a file that two sites' posts share has a link for each of them.
    private var holders: [String: Set<Post.ID>] = [:]

    /// Takes files from a post.
    ///
    /// - Returns: Those that nobody else holds.
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
