public import Core

/// Looks sources up by the first of several roads that answers, by the rules of ``FallbackPostProvider``.
///
/// Give it the same ``RoadMemory``: what closed a road for posts has closed it for sources. That a source is unknown or
/// restricted is remembered for that source alone.
public struct FallbackSourceProvider: OnlineSourceProvider {
    /// Whose sources it looks up.
    public let site: Site

    private let roads: [Road<any OnlineSourceProvider>]
    private let chain: RoadChain

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - site: Whose sources it looks up; all roads lead there.
    ///   - memory: What it remembers of closed roads; one of its own by default, for this run of the app.
    ///   - activity: Where it says what it passes over; the registered one by default, else nowhere.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - roads: The roads, the best one first; each has another name.
    public init(
        site: Site, memory: RoadMemory = RoadMemory(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        roads: [Road<any OnlineSourceProvider>]
    ) {
        precondition(Set(roads.map(\.name)).count == roads.count, "Two roads of a chain have one name.")
        precondition(roads.allSatisfy { $0.provider.site == site }, "A road of a chain leads to another site.")
        self.site = site
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
        let ask = RoadChain.Ask(
            thing: "source|\(SubscribedSource.ID(site: site, name: request.name))", isManual: request.isManual,
            priority: request.priority)
        let outcome = try await chain.first(of: roads, for: ask) { road in
            try await road.provider.lookUp(request)
        }
        switch outcome {
        case .answered(let answer): return answer.value
        case .failed(let failure):
            throw failure.error(now: chain.time.now)
                ?? DataError(.invalidInput, message: "No cloud of this app looks sources of \(site) up.")
        }
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
