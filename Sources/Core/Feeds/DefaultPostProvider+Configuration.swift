extension DefaultPostProvider {
    /// The options of a provider.
    public struct Configuration: Sendable {
        /// The age from which a feed is stale; `nil`, the default, for the person's setting
        /// (``ReadingSettings/refreshAgeMinutes``, an hour unless they changed it).
        public var refreshAge: Duration?
        /// Whether the refresh age adapts to how many new posts refreshes find; false by default.
        ///
        /// A feed whose first page brings nothing new may wait up to four times as long, and one that brings many new
        /// posts each time is stale after as little as a quarter of the age. Learnt anew with each run of the app.
        public var adaptsRefreshAge = false
        /// The priority of its requests; ``RequestPriority/userInitiated`` by default.
        public var priority: RequestPriority

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - refreshAge: The age from which a feed is stale; the person's setting by default.
        ///   - priority: The priority of its requests.
        public init(refreshAge: Duration? = nil, priority: RequestPriority = .userInitiated) {
            self.refreshAge = refreshAge
            self.priority = priority
        }
    }

    /// The services of a provider besides its stores: the registered ones by default, else none.
    package struct Services: Sendable {
        /// The recorder of what is asked for, and of what is not.
        package var activity: any ActivityRecorder
        /// The person's settings.
        package var settings: any SettingsProvider
        /// The feeds that depend on who looks.
        package var personal: PersonalFeeds
        /// The way of votes and other statuses to their servers; `nil` in an app that cannot write.
        package var writer: StatusWriter?

        package init(
            activity: any ActivityRecorder = Dependency.resolve(
                (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
            settings: any SettingsProvider = Dependency.settings,
            personal: PersonalFeeds = Dependency.resolve(PersonalFeeds.self, default: .none),
            writer: StatusWriter? = .registered
        ) {
            self.activity = activity
            self.settings = settings
            self.personal = personal
            self.writer = writer
        }
    }
}
