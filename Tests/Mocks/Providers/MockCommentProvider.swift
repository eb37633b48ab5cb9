public import Core

/// A ``Core/CommentProvider`` for tests of view models: records its calls and answers as scripted.
public final class MockCommentProvider: CommentProvider, Mock {
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``thread(_:)``.
    public let onThread: MockMethod<ThreadRequest, ThreadUpdate>
    /// Scripts and records ``expand(_:)``.
    public let onExpand: MockMethod<MoreRequest, ThreadUpdate>
    /// Scripts and records ``setFolds(_:of:)``.
    public let onSetFolds: MockMethod<Folding, Void>
    /// Scripts and records ``visit(_:)``.
    public let onVisit: MockMethod<Post.ID, ThreadMarks>

    /// What ``setFolds(_:of:)`` was called with.
    public struct Folding: Equatable, Sendable {
        /// For each comment whether it is folded.
        public let folds: [Core.Comment.ID: Bool?]
        /// Whose comments.
        public let post: Post.ID
    }

    /// Creates a mock without answers.
    ///
    /// - Parameter log: Where unexpected calls are collected; one of its own by default.
    public init(log: MockLog = MockLog()) {
        self.log = log
        onThread = MockMethod("MockCommentProvider.thread", log: log)
        onExpand = MockMethod("MockCommentProvider.expand", log: log)
        onSetFolds = MockMethod("MockCommentProvider.setFolds", log: log)
        onVisit = MockMethod("MockCommentProvider.visit", log: log)
    }

    /// Answers as ``onThread`` says.
    ///
    /// - Parameter request: Which thread.
    /// - Returns: The scripted update.
    /// - Throws: The scripted error.
    public func thread(_ request: ThreadRequest) async throws -> ThreadUpdate {
        try await onThread.answer(to: request)
    }

    /// Answers as ``onExpand`` says.
    ///
    /// - Parameter request: Which placeholder.
    /// - Returns: The scripted update.
    /// - Throws: The scripted error.
    public func expand(_ request: MoreRequest) async throws -> ThreadUpdate {
        try await onExpand.answer(to: request)
    }

    /// Answers as ``onSetFolds`` says.
    ///
    /// - Parameters:
    ///   - folds: For each comment whether it is folded.
    ///   - post: Whose comments.
    /// - Throws: The scripted error.
    public func setFolds(_ folds: [Core.Comment.ID: Bool?], of post: Post.ID) async throws {
        try await onSetFolds.answer(to: Folding(folds: folds, post: post))
    }

    /// Answers as ``onVisit`` says.
    ///
    /// - Parameter post: Whose comments.
    /// - Returns: The scripted marks.
    /// - Throws: The scripted error.
    public func visit(_ post: Post.ID) async throws -> ThreadMarks {
        try await onVisit.answer(to: post)
    }
}
