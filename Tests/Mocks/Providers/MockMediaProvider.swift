public import Core

/// A ``Core/MediaProvider`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockMediaProvider: MediaProvider, Mock {
    /// What ``keep(_:_:maximumBytes:priority:)`` was called with.
    public struct KeepCall: Hashable, Sendable {
        /// The post.
        public var post: Post
        /// Which of its files.
        public var roles: Set<MediaRole>
        /// The largest file that is brought onto the device.
        public var maximumBytes: Int
        /// Who waits.
        public var priority: RequestPriority

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - post: The post.
        ///   - roles: Which of its files.
        ///   - maximumBytes: The largest file that is brought onto the device.
        ///   - priority: Who waits.
        public init(_ post: Post, _ roles: Set<MediaRole>, maximumBytes: Int, priority: RequestPriority) {
            self.post = post
            self.roles = roles
            self.maximumBytes = maximumBytes
            self.priority = priority
        }
    }

    /// What ``keep(_:of:maximumBytes:priority:)`` was called with.
    public struct ItemsCall: Hashable, Sendable {
        /// Which files.
        public let items: [MediaPlan.Item]
        /// The post that holds them.
        public let post: Post.ID
        /// The largest file that is taken.
        public let maximumBytes: Int
        /// Who waits.
        public let priority: RequestPriority
    }

    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``keep(_:_:maximumBytes:priority:)``.
    public let onKeep: MockMethod<KeepCall, MediaReceipt>
    /// Scripts and records ``keep(_:of:maximumBytes:priority:)``.
    public let onKeepItems: MockMethod<ItemsCall, MediaReceipt>
    /// Scripts and records ``keepFavourites()``; nothing is kept unless scripted.
    public let onKeepFavourites: MockMethod<Void, MediaReceipt>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onKeep = MockMethod("MockMediaProvider.keep", log: log)
        onKeepItems = MockMethod("MockMediaProvider.keepItems", log: log)
        onKeepFavourites = MockMethod("MockMediaProvider.keepFavourites", log: log) { _ in MediaReceipt() }
    }

    /// Answers as ``onKeep`` says.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - roles: Which of its files.
    ///   - maximumBytes: The largest file that is brought onto the device.
    ///   - priority: Who waits.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func keep(
        _ post: Post, _ roles: Set<MediaRole>, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        try await onKeep.answer(to: KeepCall(post, roles, maximumBytes: maximumBytes, priority: priority))
    }

    /// Answers as ``onKeepItems`` says.
    ///
    /// - Parameters:
    ///   - items: Which files.
    ///   - post: The post that holds them.
    ///   - maximumBytes: The largest file that is taken.
    ///   - priority: Who waits.
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func keep(
        _ items: [MediaPlan.Item], of post: Post.ID, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        try await onKeepItems.answer(
            to: ItemsCall(items: items, post: post, maximumBytes: maximumBytes, priority: priority))
    }

    /// Answers as ``onKeepFavourites`` says.
    ///
    /// - Returns: The scripted receipt.
    /// - Throws: The scripted error.
    public func keepFavourites() async throws -> MediaReceipt {
        try await onKeepFavourites.answer(to: ())
    }
}
