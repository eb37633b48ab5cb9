public import Core

/// Looks sources up by the first of several roads that answers, by the rules of ``FallbackPostProvider``.
///
/// Give it the same ``RoadMemory``: what closed a road for posts has closed it for sources. That a source is unknown or
/// restricted is remembered for that source alone.
public struct FallbackSourceProvider: OnlineSourceProvider {
    /// Whose sources it looks up.
    public let site: Site

    private let profile: SiteProfile?
    let roads: [Road<any OnlineSourceProvider>]
    private let chain: RoadChain

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - site: Whose sources it looks up; all roads lead there.
    ///   - profile: The facts of the site, by which it tells names apart; by default names are compared without case.
    ///   - memory: What it remembers of closed roads; one of its own by default, for this run of the app.
    ///   - activity: Where it says what it passes over; the registered one by default, else nowhere.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - roads: The roads, the best one first; each has another name.
    public init(
        site: Site, profile: SiteProfile? = nil, memory: RoadMemory = RoadMemory(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        roads: [Road<any OnlineSourceProvider>]
    ) {
        RoadChain.check(roads, of: site) { $0.site }
        self.site = site
        self.profile = profile
        self.roads = roads
        chain = RoadChain(memory: memory, activity: activity, time: time)
    }

    /// Looks a source up by the first road that answers.
    ///
    /// - Parameter request: Which source, of this provider's site.
    /// - Returns: What the server says by that road.
    /// - Throws: The most telling error of the roads, `DataError` with the code `invalidInput` when there is no road,
    ///   `CancellationError`.
    public func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try request.check(site)
        let id = profile?.sourceID(of: request.name) ?? SubscribedSource.ID(site: site, name: request.name)
        let ask = RoadChain.Ask(thing: "source|\(id)", isManual: request.isManual, priority: request.priority)
        let refusal = "No cloud of this app looks sources of \(site) up."
        return try await chain.value(of: roads, for: ask, orRefuse: refusal) { road in
            try await road.provider.lookUp(request)
        }.value
    }
}

extension Road where Provider == any OnlineSourceProvider {
    /// Creates a road that sources are looked up by.
    ///
    /// - Parameters:
    ///   - name: Its name, the same as that of the road that posts come by, so that each learns from the other.
    ///   - host: Where it leads, as in a URL.
    ///   - provider: What asks.
    public init(_ name: String, host: String, provider: any OnlineSourceProvider) {
        self.init(checking: name, host, nil, provider)
    }
}
