public import Core

/// A ``Core/CommentProvider`` for tests of view models: records its calls and answers as scripted.
public final class MockCommentProvider: CommentProvider, Mock {
    /// The log of unexpected calls.
    public let log: MockLog
    /// Scripts and records ``thread(_:)``.
    public let onThread: MockMethod<ThreadRequest, ThreadUpdate>
    /// Scripts and records ``expand(_:)``.
    public let onExpand: MockMethod<MoreRequest, ThreadUpdate>
    /// Scripts and records ``setCollapsed(_:of:)``.
    public let onSetCollapsed: MockMethod<CollapseCall, Void>
    /// Scripts and records ``visit(_:)``.
    public let onVisit: MockMethod<Post.ID, ThreadMarks>
    /// Scripts and records ``apply(_:to:)``.
    public let onApply: MockMethod<StatusCall, CommentStatusOutcome>

    /// The arguments of a call of ``apply(_:to:)``.
    public struct StatusCall: Equatable, Sendable {
        /// The change.
        public let change: StatusChange
        /// The comments.
        public let comments: [Core.Comment.ID]
    }

    /// The arguments of a call of ``setCollapsed(_:of:)``.
    public struct CollapseCall: Equatable, Sendable {
        /// For each comment whether it is collapsed.
        public let collapsed: [Core.Comment.ID: Bool?]
        /// The post of the comments.
        public let post: Post.ID
    }

    /// Creates a mock without answers.
    ///
    /// - Parameter log: The log that collects unexpected calls; a new one by default.
    package init(log: MockLog = MockLog()) {
        self.log = log
        onThread = MockMethod("MockCommentProvider.thread", log: log)
        onExpand = MockMethod("MockCommentProvider.expand", log: log)
        onSetCollapsed = MockMethod("MockCommentProvider.setCollapsed", log: log)
        onVisit = MockMethod("MockCommentProvider.visit", log: log)
        onApply = MockMethod("MockCommentProvider.apply", log: log)
    }

    /// Answers as ``onThread`` says.
    ///
    /// - Parameter request: The thread.
    /// - Returns: The scripted update.
    /// - Throws: The scripted error.
    public func thread(_ request: ThreadRequest) async throws -> ThreadUpdate {
        try await onThread.answer(to: request)
    }

    /// Answers as ``onExpand`` says.
    ///
    /// - Parameter request: The placeholder.
    /// - Returns: The scripted update.
    /// - Throws: The scripted error.
    public func expand(_ request: MoreRequest) async throws -> ThreadUpdate {
        try await onExpand.answer(to: request)
    }

    /// Answers as ``onSetCollapsed`` says.
    ///
    /// - Parameters:
    ///   - collapsed: For each comment whether it is collapsed.
    ///   - post: The post of the comments.
    /// - Throws: The scripted error.
    public func setCollapsed(_ collapsed: [Core.Comment.ID: Bool?], of post: Post.ID) async throws {
        try await onSetCollapsed.answer(to: CollapseCall(collapsed: collapsed, post: post))
    }

    /// Answers as ``onVisit`` says.
    ///
    /// - Parameter post: The post of the comments.
    /// - Returns: The scripted marks.
    /// - Throws: The scripted error.
    public func visit(_ post: Post.ID) async throws -> ThreadMarks {
        try await onVisit.answer(to: post)
    }

    /// Answers as ``onApply`` says.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - comments: The comments.
    /// - Returns: The scripted outcome.
    /// - Throws: The scripted error.
    public func apply(
        _ change: StatusChange, to comments: [Core.Comment.ID]
    ) async throws -> CommentStatusOutcome {
        try await onApply.answer(to: StatusCall(change: change, comments: comments))
    }
}
