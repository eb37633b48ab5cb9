public import Core

extension PostFormat {
    /// Describes the progress of a pack.
    ///
    /// - Parameter report: The state of the pack.
    /// - Returns: Such as "12 of 50 posts, 3.4 MB" or "comments of 3 of 50 posts, 4 MB"; for one that
    ///   has ended the posts that it has, "50 posts, 12 MB".
    public func text(of report: PackReport) -> String {
        let size = byteCount(report.bytes)
        let progress =
            switch (report.phase, report.step) {
            case (.posts, let step?): part(PackPhrase.posts, step)
            case (.comments, let step?): part(PackPhrase.threads, step)
            case (.thumbnails, let step?): part(PackPhrase.thumbnails, step)
            case (.media, let step?): part(PackPhrase.files, step)
            case (.ended, _) where report.posts < report.request.posts && report.stop != nil:
                part(PackPhrase.posts, PackReport.Step(done: report.posts, total: report.request.posts))
            case (_, _): text(PackPhrase.allPosts, counting: report.posts)
            }
        return "\(progress), \(size)"
    }

    /// Describes how a pack ended.
    ///
    /// - Parameters:
    ///   - stop: The reason why it ended before everything was there; `nil` for a pack with nothing left to fetch.
    ///   - partialThreads: The number of its threads that lack comments; 0 by default.
    /// - Returns: Such as "Complete", "Complete but for parts of 3 threads" or "Waiting for a network".
    package func text(ofPackEndedBy stop: PackReport.Stop?, partialThreads: Int = 0) -> String {
        switch stop {
        case nil where partialThreads > 0: text(PackPhrase.partialThreads, counting: partialThreads)
        case nil: text(PackPhrase.complete)
        case .bytes: text(PackPhrase.stoppedByBytes)
        case .time: text(PackPhrase.stoppedByTime)
        case .network: text(PackPhrase.stoppedByNetwork)
        case .policy: text(PackPhrase.stoppedByPolicy)
        case .paused: text(PackPhrase.paused)
        case .failure: text(PackPhrase.failed)
        }
    }

    /// Describes the expected size of a pack.
    ///
    /// - Parameter bytes: The estimated number of bytes; `nil` where nothing is known.
    /// - Returns: Such as "about 3.4 MB"; `nil` where nothing is known.
    public func text(ofPackEstimate bytes: Int?) -> String? {
        bytes.map { text(PackPhrase.about, filling: byteCount($0)) }
    }

    /// Describes how much of a post is on this device, as a badge.
    ///
    /// - Parameter availability: The parts that are on this device.
    /// - Returns: Such as "Available offline", "Partly offline" or "Text offline".
    public func text(of availability: PostAvailability) -> String {
        switch availability.level {
        case .none: text(PackPhrase.notAvailable)
        case .text: text(PackPhrase.textOnly)
        case .partial: text(availability.comments == .complete ? PackPhrase.textAndComments : PackPhrase.partly)
        case .full: text(PackPhrase.availableOffline)
        }
    }

    private func part(_ phrase: PackPhrase, _ step: PackReport.Step) -> String {
        text(phrase, count: step.total, number: "\(step.done) \(text(PackPhrase.of)) \(step.total)")
    }
}
