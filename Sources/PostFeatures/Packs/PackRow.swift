public import Core
public import Foundation

/// The row of a pack in a list of packs.
public struct PackRow: Identifiable, Equatable, Sendable {
    /// The pack's id: ``Core/StoredPack/id``.
    public let id: String
    /// The pack's request.
    public let request: PackRequest
    /// The date of the request; `nil` for a pack that has just begun.
    public let date: Date?
    /// Its progress; `nil` where it did not run since the app was started.
    public let report: PackReport?
    /// The reason that it ended early; `nil` while it runs, and when it is finished.
    public let stop: PackReport.Stop?

    /// The number of its threads with missing comments.
    public let partialThreads: Int

    /// Whether it is being downloaded.
    public var isRunning: Bool { report.map { $0.phase != .ended } ?? false }

    /// Whether it can be resumed.
    public var canResume: Bool { !isRunning && stop != nil && stop != .bytes }

    init(_ stored: StoredPack, _ report: PackReport?) {
        id = stored.id
        request = report?.request ?? stored.request
        date = stored.date
        self.report = report
        stop = report.map { $0.stop } ?? stored.stop
        partialThreads = report?.partialThreads.count ?? stored.partialThreads
    }

    init(_ report: PackReport) {
        id = StoredPack.id(of: report.request)
        request = report.request
        date = nil
        self.report = report
        stop = report.stop
        partialThreads = report.partialThreads.count
    }

    /// Describes its progress or how it ended.
    ///
    /// - Parameter format: The format of texts in a language.
    /// - Returns: Such as "12 of 50 posts, 3.4 MB", or "Paused · 12 of 50 posts, 3.4 MB".
    public func text(in format: PostFormat) -> String {
        guard let report else { return format.text(ofPackEndedBy: stop, partialThreads: partialThreads) }
        let progress = format.text(of: report)
        guard !isRunning else { return progress }
        return "\(format.text(ofPackEndedBy: stop, partialThreads: partialThreads)) · \(progress)"
    }
}
