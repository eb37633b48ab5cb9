public import Core

/// The mocks that ``TestInjector`` registers: one of each provider, a manual clock and a disk in memory.
public struct TestMocks: Sendable {
    /// The log of unexpected calls of all mocks.
    public let log: MockLog
    /// Registered as ``Core/PostProvider``.
    public let postProvider: MockPostProvider
    /// Registered as ``Core/UnreadProvider``: nothing is unread until a test says so.
    public let unreadProvider: MockUnreadProvider
    /// Registered as ``Core/OfflinePostProvider``.
    public let offlinePostProvider: MockOfflinePostProvider
    /// Registered as ``Core/OnlinePostProvider``.
    public let onlinePostProvider: MockOnlinePostProvider
    /// Registered as ``Core/CommentProvider``.
    public let commentProvider: MockCommentProvider
    /// Registered as ``Core/OnlineCommentProvider``.
    public let onlineCommentProvider: MockOnlineCommentProvider
    /// Registered as ``Core/OfflineCommentProvider``.
    public let commentStore: InMemoryOfflineCommentProvider
    /// Registered as ``Core/SourceProvider``.
    public let sourceProvider: MockSourceProvider
    /// Registered as ``Core/OfflineSourceProvider``.
    package let sourceStore: InMemoryOfflineSourceProvider
    /// Registered as ``Core/OnlineSourceProvider``.
    public let onlineSourceProvider: MockOnlineSourceProvider
    /// Registered as ``Core/RequestProvider``.
    public let requestProvider: MockRequestProvider
    /// Registered as ``Core/ImageCacheProvider`` and ``Core/ManagedImageCache``.
    public let imageCache: MockImageCacheProvider
    /// Registered as ``Core/EndpointProvider``.
    public let endpointProvider: MockEndpointProvider
    /// Registered as ``Core/ImageProvider``.
    public let imageProvider: MockImageProvider
    /// Registered as ``Core/PictureGallery``.
    public let pictureGallery: MockPictureGallery
    /// Registered as ``Core/OfflineMediaProvider``; its files lie on ``fileSystem``.
    package let mediaStore: InMemoryOfflineMediaProvider
    /// Registered as ``Core/OnlineMediaProvider``; it writes to ``fileSystem``.
    package let onlineMediaProvider: MockOnlineMediaProvider
    /// Registered as ``Core/MediaProvider``.
    public let mediaProvider: MockMediaProvider
    /// Registered as ``Core/SessionProvider``.
    public let sessionProvider: MockSessionProvider
    /// Registered as ``Core/WritingProvider``.
    public let writingProvider: MockWritingProvider
    /// Registered as ``Core/AccountDepartureProvider``.
    public let accountDepartureProvider: MockAccountDepartureProvider
    /// Registered as ``Core/SubscriptionProvider``: nobody can subscribe until a test lets them.
    public let subscriptionProvider: MockSubscriptionProvider
    /// Registered as ``Core/AnswerProvider``.
    public let answerProvider: MockAnswerProvider
    /// Registered as ``Core/MessageProvider``: rooms of the demo site.
    public let messageProvider: MockMessageProvider
    /// Registered as ``Core/DraftProvider``.
    public let drafts: MockDraftProvider
    /// The files that are to be uploaded, in memory.
    public let uploads: InMemoryUploadProvider
    /// Registered as ``Core/OfflineResourceProvider``: the values of an app's own resources.
    package let resourceStore: InMemoryOfflineResourceProvider
    /// Registered as ``Core/PaymentStore``: payments.
    package let paymentStore: InMemoryPaymentStore
    /// Registered as ``Core/TokenStore``.
    public let tokenStore: MockTokenStore
    /// Registered as ``Core/TimeProvider``.
    public let clock: ManualClock
    /// Registered as ``Core/RandomSource``; the seed is 1.
    package let random: SeededRandomSource
    /// Registered as ``Core/ActivityRecorder``.
    public let activity: MockActivityRecorder
    /// Registered as ``Core/ConnectivityProvider``.
    public let connectivity: MockConnectivityProvider
    /// Registered as ``Core/NetworkPathProvider``: not known, and so neither free nor costly.
    public let networkPath: ManualNetworkPathProvider
    /// Registered as ``Core/BackgroundScheduler``.
    public let scheduler: MockBackgroundScheduler
    /// Registered as ``Core/BackgroundRefreshProvider``.
    public let backgroundRefresher: MockBackgroundRefreshProvider
    /// Registered as ``Core/SettingsProvider``: the defaults.
    public let settings: InMemorySettingsProvider
    /// Registered as ``Core/ReadingPositionProvider``.
    public let readingPositions: MockReadingPositionProvider
    /// Registered as ``Core/PostSearchProvider``.
    public let postSearchProvider: MockPostSearchProvider
    /// Registered as ``Core/PackProvider``.
    public let packProvider: MockPackProvider
    /// Registered as ``Core/OfflinePackProvider``.
    package let packStore: InMemoryOfflinePackProvider
    /// Registered as ``Core/AvailabilityProvider``.
    public let availability: MockAvailabilityProvider
    /// Registered as ``Core/StorageProvider``.
    public let storageProvider: MockStorageProvider
    /// Registered as ``Core/OfflineStorageProvider``; it tells of ``storedPosts``.
    package let storageStore: InMemoryOfflineStorageProvider
    /// The posts that ``storageStore`` tells of; registered as nothing.
    public let storedPosts: InMemoryOfflinePostProvider
    /// Registered as ``Core/ArchiveProvider``.
    public let archiveProvider: MockArchiveProvider
    /// Registered as ``Core/StateStore``.
    package let stateStore: InMemoryStateStore
    /// Registered as ``Core/FileSystem``.
    public let fileSystem: InMemoryFileSystem

    /// Creates fresh ones.
    public init() {
        log = MockLog()
        postProvider = MockPostProvider(log: log)
        unreadProvider = MockUnreadProvider(log: log)
        offlinePostProvider = MockOfflinePostProvider(log: log)
        onlinePostProvider = MockOnlinePostProvider(log: log)
        commentProvider = MockCommentProvider(log: log)
        onlineCommentProvider = MockOnlineCommentProvider(log: log)
        commentStore = InMemoryOfflineCommentProvider()
        sourceProvider = MockSourceProvider(log: log)
        sourceStore = InMemoryOfflineSourceProvider()
        onlineSourceProvider = MockOnlineSourceProvider(log: log)
        requestProvider = MockRequestProvider(log: log)
        imageCache = MockImageCacheProvider(log: log)
        endpointProvider = MockEndpointProvider(log: log)
        imageProvider = MockImageProvider(log: log)
        pictureGallery = MockPictureGallery(log: log)
        sessionProvider = MockSessionProvider(log: log)
        writingProvider = MockWritingProvider(log: log)
        accountDepartureProvider = MockAccountDepartureProvider(log: log)
        subscriptionProvider = MockSubscriptionProvider(log: log)
        answerProvider = MockAnswerProvider(log: log)
        messageProvider = MockMessageProvider(log: log)
        drafts = MockDraftProvider()
        uploads = InMemoryUploadProvider()
        resourceStore = InMemoryOfflineResourceProvider()
        paymentStore = InMemoryPaymentStore()
        tokenStore = MockTokenStore()
        clock = ManualClock()
        random = SeededRandomSource(seed: 1)
        activity = MockActivityRecorder()
        connectivity = MockConnectivityProvider()
        networkPath = ManualNetworkPathProvider()
        scheduler = MockBackgroundScheduler(log: log)
        backgroundRefresher = MockBackgroundRefreshProvider(log: log)
        settings = InMemorySettingsProvider()
        readingPositions = MockReadingPositionProvider()
        postSearchProvider = MockPostSearchProvider(log: log)
        packProvider = MockPackProvider(log: log)
        packStore = InMemoryOfflinePackProvider()
        availability = MockAvailabilityProvider(log: log)
        storageProvider = MockStorageProvider(log: log)
        storedPosts = InMemoryOfflinePostProvider()
        storageStore = InMemoryOfflineStorageProvider(posts: storedPosts)
        archiveProvider = MockArchiveProvider(log: log)
        stateStore = InMemoryStateStore()
        fileSystem = InMemoryFileSystem()
        mediaStore = InMemoryOfflineMediaProvider(files: fileSystem)
        onlineMediaProvider = MockOnlineMediaProvider(log: log, files: fileSystem)
        mediaProvider = MockMediaProvider(log: log)
    }

    /// Checks that every call to a mock had an answer; for XCTest, where no trait does it.
    ///
    /// - Throws: ``UnexpectedCallError`` when some call had none.
    public func verify() throws {
        let calls = log.takeUnexpectedCalls()
        if !calls.isEmpty { throw UnexpectedCallError(calls) }
    }

    func register(in container: DependencyContainer) {
        let mocks = self
        container.register(TestMocks.self) { mocks }
        container.register((any PostProvider).self) { mocks.postProvider }
        container.register((any UnreadProvider).self) { mocks.unreadProvider }
        container.register((any OfflinePostProvider).self) { mocks.offlinePostProvider }
        container.register((any OnlinePostProvider).self) { mocks.onlinePostProvider }
        container.register((any CommentProvider).self) { mocks.commentProvider }
        container.register((any OnlineCommentProvider).self) { mocks.onlineCommentProvider }
        container.register((any OfflineCommentProvider).self) { mocks.commentStore }
        container.register((any SourceProvider).self) { mocks.sourceProvider }
        container.register((any OfflineSourceProvider).self) { mocks.sourceStore }
        container.register((any OnlineSourceProvider).self) { mocks.onlineSourceProvider }
        container.register((any RequestProvider).self) { mocks.requestProvider }
        container.register((any ImageCacheProvider).self) { mocks.imageCache }
        container.register((any ManagedImageCache).self) { mocks.imageCache }
        container.register((any EndpointProvider).self) { mocks.endpointProvider }
        container.register((any ImageProvider).self) { mocks.imageProvider }
        container.register((any PictureGallery).self) { mocks.pictureGallery }
        container.register((any OfflineMediaProvider).self) { mocks.mediaStore }
        container.register((any OnlineMediaProvider).self) { mocks.onlineMediaProvider }
        container.register((any MediaProvider).self) { mocks.mediaProvider }
        container.register((any SessionProvider).self) { mocks.sessionProvider }
        container.register((any AnswerProvider).self) { mocks.answerProvider }
        container.register((any MessageProvider).self) { mocks.messageProvider }
        container.register((any WritingProvider).self) { mocks.writingProvider }
        container.register((any AccountDepartureProvider).self) { mocks.accountDepartureProvider }
        container.register((any SubscriptionProvider).self) { mocks.subscriptionProvider }
        container.register((any DraftProvider).self) { mocks.drafts }
        container.register((any UploadProvider).self) { mocks.uploads }
        container.register((any OfflineResourceProvider).self) { mocks.resourceStore }
        container.register((any PaymentStore).self) { mocks.paymentStore }
        container.register((any TokenStore).self) { mocks.tokenStore }
        container.register((any TimeProvider).self) { mocks.clock }
        container.register((any RandomSource).self) { mocks.random }
        container.register((any ActivityRecorder).self) { mocks.activity }
        container.register((any ConnectivityProvider).self) { mocks.connectivity }
        container.register((any NetworkPathProvider).self) { mocks.networkPath }
        container.register((any BackgroundScheduler).self) { mocks.scheduler }
        container.register((any BackgroundRefreshProvider).self) { mocks.backgroundRefresher }
        container.register((any SettingsProvider).self) { mocks.settings }
        container.register((any ReadingPositionProvider).self) { mocks.readingPositions }
        container.register((any PostSearchProvider).self) { mocks.postSearchProvider }
        container.register((any PackProvider).self) { mocks.packProvider }
        container.register((any OfflinePackProvider).self) { mocks.packStore }
        container.register((any AvailabilityProvider).self) { mocks.availability }
        container.register((any StorageProvider).self) { mocks.storageProvider }
        container.register((any OfflineStorageProvider).self) { mocks.storageStore }
        container.register((any ArchiveProvider).self) { mocks.archiveProvider }
        container.register((any StateStore).self) { mocks.stateStore }
        container.register((any FileSystem).self) { mocks.fileSystem }
    }
}
