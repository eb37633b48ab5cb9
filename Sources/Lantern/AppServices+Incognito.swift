public import Core

extension AppServices {
    /// Wires an app that leaves nothing behind: its database, pictures, media, small values and budgets are in memory, and
    /// are gone with the services.
    ///
    /// Call it in a container of its own, so that nothing else comes to use its file system:
    ///
    /// ```swift
    /// let incognito = DependencyContainer()
    /// try await Dependency.withContainer(incognito) {
    ///     let reddit = try Backend.reddit(client: client, tokens: InMemoryTokenStore(), userAgent: userAgent)
    ///     let services = try await AppServices.startIncognito(backends: [reddit])
    ///     …
    /// }
    /// ```
    ///
    /// The backends are the app's: make them in that container, with a store of tokens in memory and no store of
    /// choices. Nothing is read of what the app has elsewhere, so settings are the defaults, and nobody is signed in.
    /// Kept media are not brought up to date. What a person exports or saves as a file goes where the app puts it: the
    /// built-in gallery is in memory too. What the system keeps itself (swapped memory, a name server's log) is outside.
    ///
    /// - Parameters:
    ///   - backends: The backends; several of one site are chained, in their order.
    ///   - configuration: The parts of the wiring that are changed; folders in it are folders in memory.
    ///   - replacing: Registers the app's own services in place of these.
    /// - Returns: The services; ``finish()`` ends them.
    /// - Throws: As ``start(in:backends:configuration:replacing:)``.
    public static func startIncognito(
        backends: [Backend], configuration: Configuration = Configuration(),
        replacing: @Sendable () throws -> Void = {}
    ) async throws -> AppServices {
        let memory = MemoryFileSystem()
        var configuration = configuration
        configuration.keepsMediaCurrent = false
        return try await start(
            in: "/incognito", backends: backends, configuration: configuration, memory: memory, replacing: replacing)
    }
}
