package import Core

/// A provider that looks up sources with the first of several backends that answers, by the rules of
/// ``ChainedPostProvider``.
///
/// Give it the same ``SuspensionStore``: a failure that suspends a backend for posts suspends it for sources. That a
/// source is unknown or restricted suspends the backend for that source alone.
package struct ChainedSourceProvider: OnlineSourceProvider {
    package var site: Site { profile.site }

    private let profile: SiteProfile
    let links: [ChainLink<any OnlineSourceProvider>]
    private let chain: BackendChain

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - profile: The profile of the site of all links, which tells names apart.
    ///   - suspensions: The store of suspended backends; one of its own by default, for this run of the app.
    ///   - activity: The recorder of what is passed over; the registered one by default, else none.
    ///   - time: The clock; the registered one by default, else the system's.
    ///   - links: The backends, the best one first; each has another name.
    package init(
        _ profile: SiteProfile, suspensions: SuspensionStore = SuspensionStore(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder()),
        time: any TimeProvider = Dependency.clock,
        links: [ChainLink<any OnlineSourceProvider>]
    ) {
        BackendChain.check(links, of: profile.site) { $0.site }
        self.profile = profile
        self.links = links
        chain = BackendChain(suspensions: suspensions, activity: activity, time: time)
    }

    package func lookUp(_ request: SourceRequest) async throws -> SourceDescription {
        try request.check(site)
        let id = profile.sourceID(of: request.name)
        let question = BackendChain.Question(
            scope: "source|\(id)", isManual: request.isManual, priority: request.priority)
        let refusal = "No backend of this app looks sources of \(site) up."
        return try await chain.value(of: links, for: question, orRefuse: refusal) { link in
            try await link.provider.lookUp(request)
        }.value
    }
}

extension ChainLink where Provider == any OnlineSourceProvider {
    /// Creates a link that looks up sources.
    ///
    /// - Parameters:
    ///   - name: Its name, the same as that of the backend that posts come by, so that each learns from the other.
    ///   - host: The host that is asked, as in a URL.
    ///   - provider: The provider that asks the server.
    package init(_ name: String, host: String, provider: any OnlineSourceProvider) {
        self.init(checking: name, host, nil, provider)
    }
}
