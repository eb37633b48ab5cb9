/// The moment at which a read began: the attempt that was answered.
package struct ReadMoment: Hashable, Sendable {
    /// The number of the store's last commit then.
    package var commit: UInt64
    /// The time; `nil` where it is not known, and then the read contradicts nothing that a server has acknowledged.
    package var begun: OutboxTime?

    /// Creates a moment.
    ///
    /// - Parameters:
    ///   - commit: The number of the store's last commit then.
    ///   - begun: The time; not known by default.
    package init(commit: UInt64, begun: OutboxTime? = nil) {
        self.commit = commit
        self.begun = begun
    }
}

/// The moment at which the request of an answer began, kept with the answer and no part of its value.
package struct BeginOfRead: Hashable, Sendable {
    /// The moment; `nil` where it is not known.
    package var moment: ReadMoment?

    /// Creates one of which the moment is not known.
    package init() {}

    package static func == (left: BeginOfRead, right: BeginOfRead) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
