public import Cloud
public import Core
public import Lantern

/// The services of an app of a community: its backend, its session, and what its screens need, wired around one
/// configuration.
///
/// ```swift
/// let community = try CommunityServices(
///     CommunityConfiguration(base: address, key: Secret(key)),
///     tokens: FileTokenStore(directory: folder + "/tokens"), notes: FileStateStore(directory: folder + "/state"))
/// let services = try await AppServices.start(
///     in: folder, backends: [community.backend], configuration: community.extending(AppServices.Configuration()),
///     replacing: community.register)
/// ```
///
/// Safe from any thread.
public struct CommunityServices: Sendable {
    /// The configuration of the server.
    public let configuration: CommunityConfiguration
    /// The sessions of the site.
    public let sessions: SiteSessions
    /// The requests with the session: for the calls, and for pictures.
    public let requests: AuthorizingRequestProvider
    /// The calls that read.
    public let api: CommunityAPI
    /// The accounts: joining, and leaving for good.
    public let accounts: CommunityAccounts
    /// The stored lists, told of what changes in them.
    public let feeds: CommunityFeeds
    /// The backend, for `AppServices`.
    public let backend: Backend
    /// The kinds of intents of the community, beside the built-in ones; an app may add to them.
    public var ownKinds: [AnyIntentKind] = []

    /// Makes the services of a server; no request is made.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - tokens: The store of tokens.
    ///   - notes: The store of small values: which account is in use, and what was begun and has to be finished.
    ///   - requests: The requests that carry no credentials yet; the registered ones by default.
    ///   - options: The options of the sessions.
    ///   - pace: The least time between two intents that wait to be sent; 200 ms by default.
    /// - Throws: `DataError` with the code `invalidInput` for a configuration that makes no backend.
    public init(
        _ configuration: CommunityConfiguration, tokens: any TokenStore, notes: any StateStore,
        requests: any RequestProvider = .registered,
        sessions options: AccountSession.Configuration = AccountSession.Configuration(),
        pace: Duration = .milliseconds(200)
    ) throws(DataError) {
        self.configuration = configuration
        sessions = try SiteSessions(
            CommunityScheme(configuration), tokens: tokens, choices: notes, configuration: options, requests: requests)
        self.requests = AuthorizingRequestProvider(sessions: sessions, requests: requests)
        api = CommunityAPI(configuration, by: self.requests)
        accounts = CommunityAccounts(api: api, sessions: sessions, notes: notes)
        feeds = CommunityFeeds(configuration)
        backend = try .community(configuration, sessions: sessions, requests: requests, feeds: feeds, pace: pace)
    }

    /// Returns a configuration of `AppServices` with the community's kinds of intents.
    ///
    /// - Parameter configuration: The app's configuration.
    /// - Returns: The same with ``ownKinds`` added.
    public func extending(_ configuration: AppServices.Configuration) -> AppServices.Configuration {
        var configuration = configuration
        configuration.ownKinds += ownKinds
        return configuration
    }

    /// Registers what the community's screens resolve, in the current container; call it where `AppServices` are started,
    /// as their `replacing`.
    public func register() {
        let (configuration, accounts, feeds, api, requests) = (configuration, accounts, feeds, api, requests)
        Dependency.register(CommunityConfiguration.self) { configuration }
        Dependency.register(CommunityAccounts.self) { accounts }
        Dependency.register(CommunityFeeds.self) { feeds }
        Dependency.register(CommunityAPI.self) { api }
        // Pictures are given to whoever is signed in.
        Dependency.register((any ImageProvider).self) { ImageLoader(requests: requests) }
    }
}
