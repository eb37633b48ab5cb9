public import Core
public import Foundation

/// One pack in a list of packs.
public struct PackRow: Identifiable, Equatable, Sendable {
    /// The pack's id: ``Core/StoredPack/id``.
    public let id: String
    /// What was asked for.
    public let request: PackRequest
    /// When; `nil` for one that has just begun.
    public let date: Date?
    /// How far it is, where it ran since the app was started.
    public let report: PackReport?
    /// Why it ended before everything was there; `nil` while it runs, and for a complete one.
    public let stop: PackReport.Stop?

    /// How many of its threads are partial: of those something is left out.
    public let partialThreads: Int

    /// Whether it is being fetched.
    public var isRunning: Bool { report.map { $0.phase != .ended } ?? false }

    /// Whether it can be gone on with.
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

    /// How far it is, or how it ended, for a person.
    ///
    /// - Parameter format: Writes in a language.
    /// - Returns: Such as "12 of 50 posts, 3.4 MB", or "Paused · 12 of 50 posts, 3.4 MB".
    public func text(in format: PostFormat) -> String {
        guard let report else { return format.text(ofPackEndedBy: stop, partialThreads: partialThreads) }
        let progress = format.text(of: report)
        guard !isRunning else { return progress }
        return "\(format.text(ofPackEndedBy: stop, partialThreads: partialThreads)) · \(progress)"
    }
}
