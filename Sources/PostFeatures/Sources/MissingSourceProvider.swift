import Core

/// The ``SourceProvider`` of a site for which the app has none: parses names, and fails for everything else.
struct MissingSourceProvider: SourceProvider {
    let names: SourceNameParser

    init(site: Site) {
        names = SourceNameParser(Dependency.resolve(SiteProfiles.self, default: SiteProfiles())[site])
    }

    private var error: DataError { .noSourceList(of: names.site) }

    func sources() async throws -> StoredSources { throw error }
    func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    func add(_ text: String) async throws -> SourceAddition { throw error }
    func remove(_ id: SubscribedSource.ID) async throws -> SubscribedSource { throw error }
    func restore(_ source: SubscribedSource) async throws { throw error }
    func move(_ id: SubscribedSource.ID, to index: Int) async throws { throw error }
    func open(_ id: SubscribedSource.ID) async throws { throw error }
    func verifyPending() async throws -> SourceVerification { throw error }
}
