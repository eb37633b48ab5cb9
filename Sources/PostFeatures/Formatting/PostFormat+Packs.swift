public import Core

extension PostFormat {
    /// How far a pack is.
    ///
    /// - Parameter report: The pack.
    /// - Returns: Such as "12 of 50 posts, 3.4 MB" or "comments of 3 of 50 posts, 4 MB"; of one that ended the posts that
    ///   are there, "50 posts, 12 MB".
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

    /// How a pack ended.
    ///
    /// - Parameters:
    ///   - stop: Why it ended before everything was there; `nil` for one that there is nothing to go on with.
    ///   - partialThreads: How many of its threads are partial, none by default.
    /// - Returns: Such as "Complete", "Complete but for parts of 3 threads" or "Waiting for a network".
    public func text(ofPackEndedBy stop: PackReport.Stop?, partialThreads: Int = 0) -> String {
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

    /// What a pack will have, as far as is known.
    ///
    /// - Parameter bytes: About how many bytes; `nil` where nothing is known.
    /// - Returns: Such as "about 3.4 MB"; `nil` where nothing is known.
    public func text(ofPackEstimate bytes: Int?) -> String? {
        bytes.map { text(PackPhrase.about, filling: byteCount($0)) }
    }

    /// What of a post is on this device, as a badge says it.
    ///
    /// - Parameter availability: What is here.
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
