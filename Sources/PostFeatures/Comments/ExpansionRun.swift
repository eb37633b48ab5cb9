import Core

/// One run of fetching everything that was left out of a thread: what to ask for next, and when to end.
struct ExpansionRun {
    /// The next thing to do.
    enum Step {
        /// Ask for a placeholder.
        case ask(MoreComments)
        /// End, for a reason.
        case end(CommentThreadViewModel.Expansion.Phase)
    }

    private let maximumRequests: Int
    private var asked = RequestedPlaceholders()
    private var requests = 0

    init(maximumRequests: Int) {
        self.maximumRequests = maximumRequests
    }

    /// The next step.
    ///
    /// - Parameters:
    ///   - thread: The thread as it is now.
    ///   - isCancelled: Whether nobody waits for the run any more.
    /// - Returns: The next step of the run.
    mutating func next(in thread: CommentThread?, isCancelled: Bool) -> Step {
        guard let more = asked.next(of: thread?.more ?? []) else { return .end(.finished) }
        guard requests < maximumRequests else { return .end(.limit) }
        return isCancelled ? .end(.stopped) : .ask(more)
    }

    /// Counts a request that has ended or failed.
    mutating func countRequest() {
        requests += 1
    }

    /// The progress of the run, before a step.
    func progress(before step: Step, in thread: CommentThread?) -> CommentThreadViewModel.Expansion {
        var phase = CommentThreadViewModel.Expansion.Phase.running
        if case .end(let reason) = step { phase = reason }
        return CommentThreadViewModel.Expansion(
            phase: phase, requests: requests, placeholders: thread?.more.count ?? 0)
    }
}
