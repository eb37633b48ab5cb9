/// Something that is done behind a background refresh, with the time that is left: packs, media, keeping to limits.
///
/// ```swift
/// let keeping = BackgroundJob("retention") { _ in _ = try await retention.apply() }
/// ```
public struct BackgroundJob: Sendable {
    /// What a job may want to know of the refresh before it.
    public struct Context: Equatable, Sendable {
        /// The feeds of the refresh: the person's sources in their own order, then what else was listed before.
        public var feeds: [Feed]
        /// How many posts came that were not stored before.
        public var newCount: Int

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - feeds: The feeds of the refresh.
        ///   - newCount: How many posts came that were not stored before.
        public init(feeds: [Feed], newCount: Int = 0) {
            self.feeds = feeds
            self.newCount = newCount
        }
    }

    /// What it is called, in reports; unique among the jobs of a refresher.
    public let name: String
    let work: @Sendable (Context) async throws -> Void

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - work: Does it. When time is up its task is cancelled: what is done then has to be kept, and the next run goes
    ///     on from there. Whoever does not listen is not waited for.
    public init(_ name: String, _ work: @escaping @Sendable (Context) async throws -> Void) {
        self.name = name
        self.work = work
    }
}
