public import Core

/// A ``Core/MediaProvider`` for tests: records its calls and returns scripted results.
public final class MockMediaProvider: MediaProvider, Mock {
    /// The arguments of a call of ``keep(_:_:maximumBytes:priority:)``.
    public struct KeepCall: Hashable, Sendable {
        /// The post.
        public var post: Post
        /// The roles of the files.
        public var roles: Set<MediaRole>
        /// The largest file that is added to the device.
        public var maximumBytes: Int
        /// The priority of the request.
        public var priority: RequestPriority

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - post: The post.
        ///   - roles: The roles of the files.
        ///   - maximumBytes: The largest file that is added to the device.
        ///   - priority: The priority of the request.
        package init(_ post: Post, _ roles: Set<MediaRole>, maximumBytes: Int, priority: RequestPriority) {
            self.post = post
            self.roles = roles
            self.maximumBytes = maximumBytes
            self.priority = priority
        }
    }

    /// The arguments of a call of ``keep(_:of:maximumBytes:priority:)``.
    public struct ItemsCall: Hashable, Sendable {
        /// The files.
        public let items: [PostMediaFiles.Item]
        /// The post that holds them.
        public let post: Post.ID
        /// The largest file that is downloaded.
        public let maximumBytes: Int
        /// The priority of the request.
        public let priority: RequestPriority
    }

    /// The log that collects unexpected calls.
    public let log: MockLog
    /// Scripts and records ``keep(_:_:maximumBytes:priority:)``.
    public let onKeep: MockMethod<KeepCall, MediaReceipt>
    /// Scripts and records ``keep(_:of:maximumBytes:priority:)``.
    public let onKeepItems: MockMethod<ItemsCall, MediaReceipt>
    /// Scripts and records ``keepFavourites()``; nothing is kept unless scripted.
    public let onKeepFavourites: MockMethod<Void, MediaReceipt>

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; one of its own by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onKeep = MockMethod("MockMediaProvider.keep", log: log)
        onKeepItems = MockMethod("MockMediaProvider.keepItems", log: log)
        onKeepFavourites = MockMethod("MockMediaProvider.keepFavourites", log: log) { _ in MediaReceipt() }
    }

    public func keep(
        _ post: Post, _ roles: Set<MediaRole>, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        try await onKeep.answer(to: KeepCall(post, roles, maximumBytes: maximumBytes, priority: priority))
    }

    public func keep(
        _ items: [PostMediaFiles.Item], of post: Post.ID, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt {
        try await onKeepItems.answer(
            to: ItemsCall(items: items, post: post, maximumBytes: maximumBytes, priority: priority))
    }

    public func keepFavourites() async throws -> MediaReceipt {
        try await onKeepFavourites.answer(to: ())
    }
}
