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
    /// What a person publishes: posts with their pictures.
    public let publishing: CommunityPublishing
    /// What changes people: following, the own profile, taking donations.
    public let peopleKinds: PeopleKinds
    /// The sending of messages.
    public let sending: MessageSending
    /// The kinds of intents of the community, beside the built-in ones; an app may add to them.
    public var ownKinds: [AnyIntentKind]
    /// The live events of rooms; `nil`, the default, for rooms that are asked for in turns.
    ///
    /// ``CommunityLiveMessages`` has them by the server's socket.
    public var liveMessages: (any LiveMessageProvider)?
    /// The codec that makes pictures fit; `nil`, the default, where only a JPEG that fits can be sent.
    public var pictureCodec: (any PictureCodec)?
    /// The provider that takes money; `nil`, the default, where nothing can be given.
    public var paymentProvider: (any PaymentProvider)?
    /// Whether the network is never touched; false by default.
    public var isOffline = false

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
        let feeds = CommunityFeeds(configuration)
        self.feeds = feeds
        backend = try .community(configuration, sessions: sessions, requests: requests, feeds: feeds, pace: pace)
        publishing = CommunityPublishing(configuration) { post, _ in
            // The server has it, whatever the disk says now; the next page of each list tells it again.
            try? await feeds.apply(post)
        }
        peopleKinds = PeopleKinds(configuration)
        sending = MessageSending(
            CommunityMessages(configuration, by: self.requests), upload: CommunityMessages.pictures(configuration))
        ownKinds =
            publishing.kinds + peopleKinds.all + sending.kinds
            + [AnyIntentKind(CommunityDonations.kind(configuration))]
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
        let (publishing, kinds, sessions) = (publishing, peopleKinds, sessions)
        Dependency.register(CommunityPublishing.self) { publishing }
        Dependency.register(CommunityPeople.self) {
            CommunityPeople(configuration, api: api, sessions: sessions, kinds: kinds)
        }
        let keepers = LineKeepers()
        Dependency.register(LineKeepers.self) { keepers }
        let codec = pictureCodec
        Dependency.register(PicturePreparation.self) { PicturePreparation(codec: codec) }
        let (sending, live, isOffline) = (sending, liveMessages, isOffline)
        Dependency.register((any MessageProvider).self) {
            DefaultMessageProvider(sending, live: live, isOffline: isOffline)
        }
        if let paymentProvider {
            Dependency.register(CommunityDonations.self) { CommunityDonations(api, by: paymentProvider) }
        }
        // Pictures are given to whoever is signed in.
        Dependency.register((any ImageProvider).self) { ImageLoader(requests: requests) }
    }
}
