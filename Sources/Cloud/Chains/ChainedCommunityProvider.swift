package import Core

/// A provider that describes communities with the first of several backends that answers, by the rules of
/// ``ChainedPostProvider``.
package struct ChainedCommunityProvider: OnlineCommunityProvider {
    package var site: Site { profile.site }

    private let profile: SiteProfile
    let links: [ChainLink<any OnlineCommunityProvider>]
    private let chain: BackendChain

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - profile: The profile of the site of all links, which tells names apart.
    ///   - suspensions: The store of suspended backends.
    ///   - activity: The recorder of what is passed over.
    ///   - time: The clock.
    ///   - links: The backends, the best one first; each has another name.
    package init(
        _ profile: SiteProfile, suspensions: SuspensionStore, activity: any ActivityRecorder, time: any TimeProvider,
        links: [ChainLink<any OnlineCommunityProvider>]
    ) {
        BackendChain.check(links, of: profile.site) { $0.site }
        self.profile = profile
        self.links = links
        chain = BackendChain(suspensions: suspensions, activity: activity, time: time)
    }

    package func description(_ request: CommunityRequest) async throws -> ResourceAnswer<CommunityDescription> {
        _ = try request.source(on: site)
        // Who asks for a description is a person who looks at it.
        let question = BackendChain.Question(
            scope: "community|\(profile.sourceID(of: request.name))", isManual: true, priority: .userInitiated)
        let refusal = "No backend of this app describes communities of \(site)."
        // A revision of one backend says nothing to another one.
        var plain = request
        plain.revision = nil
        return try await chain.value(of: links, for: question, orRefuse: refusal) { [plain] link in
            try await link.provider.description(plain)
        }.value
    }
}

extension ChainLink where Provider == any OnlineCommunityProvider {
    /// Creates a link that describes communities.
    ///
    /// - Parameters:
    ///   - name: Its name, the same as that of the backend that posts come by, so that each learns from the other.
    ///   - host: The host that is asked, as in a URL.
    ///   - provider: The provider that asks the server.
    package init(_ name: String, host: String, provider: any OnlineCommunityProvider) {
        self.init(checking: name, host, nil, provider)
    }
}
