public import Core
import Foundation

/// The sign-in of one account at an OAuth server, or of the app itself where nobody is signed in.
///
/// - One request for a token serves everybody who meets an old one. It is asked for when nine tenths of the old one's life
///   are over, or when the server refuses it with 401.
/// - A request for a token that was sent is finished, whoever is cancelled: the server may have made the old refresh
///   token void already.
/// - New tokens are stored before they are used. Where that fails, everybody who waits hears of it; the tokens are kept in
///   memory, and storing them is tried again by the next request, without asking the server again.
/// - Before it asks, it looks whether another process has stored newer tokens.
/// - Only a refusal of the refresh token itself ends the session: everybody who waits fails with `sessionExpired`, once,
///   and nothing is asked again until somebody signs in. No network, 429, 5xx and pages of HTML end nothing.
///
/// Have one session for an account in a process. The state is on this actor; requests go through an
/// ``AuthorizingRequestProvider``.
public actor OAuthSession: SessionProvider {
    /// Whether somebody is signed in, and each change.
    public nonisolated let state = ObservableValue(SessionState.unknown)
    /// The app.
    public nonisolated let client: OAuthClient

    nonisolated let requests: any RequestProvider
    nonisolated let store: any TokenStore
    nonisolated let time: any TimeProvider
    private nonisolated let random: any RandomSource
    private nonisolated let activity: any ActivityRecorder
    nonisolated let account: AccountKey
    /// What a token is asked for with while nobody is signed in.
    nonisolated let standing: OAuthGrant?

    /// The refresh token from outside, until somebody signs in or out.
    var seed: Secret?
    /// What is in use; the app's own where nobody is signed in.
    var credentials: Credentials?
    /// New ones that could not be stored yet.
    var pending: Credentials?
    /// Goes up with every token that is taken into use.
    var generation = 0
    /// Goes up when somebody signs in or out, or the session ends.
    var epoch = 0
    /// How often somebody signed out: a sign-in that was begun before comes to nothing.
    var signOuts = 0
    /// Tokens that came when nobody wanted them any more; signing out revokes them.
    var orphans: [Credentials] = []
    /// What the redirect of the newest sign-in page has to bring back.
    var expectedState: Secret?
    /// Whether what is stored was read, or does not matter any more.
    var isLoaded = false
    private var loading: Task<Void, any Error>?
    private var flight: RefreshFlight?
    /// The last work on the stored tokens; each begins when the one before has ended.
    private var lastWork: Task<Void, Never>?
    /// When to ask again after a token that was due, but good still, could not be replaced.
    var nextEarlyRefresh: Duration?

    /// Creates a session; nothing is read or asked yet.
    ///
    /// - Parameters:
    ///   - client: The app, as the server knows it.
    ///   - tokens: Where tokens are kept.
    ///   - account: Whose they are.
    ///   - seed: A refresh token from outside, such as from the environment. It is used once, unless what is stored
    ///     descends from it: then that is newer. Another one than before takes the place of what is stored.
    ///   - standing: What a token is asked for with while nobody is signed in; `nil`, the default, for not at all.
    ///   - requests: What asks for tokens; an ``AuthorizingRequestProvider`` must not be in it.
    ///   - time: What time it is; the registered provider by default, else the system's.
    ///   - random: Where the sign-in page's state comes from. Nobody must be able to guess it, so unlike elsewhere the
    ///     system's generator is the default, whatever is registered.
    ///   - activity: Who is told of tokens that could not be had; the registered recorder by default, else nobody.
    /// - Throws: `DataError` with the code `invalidInput` for a standing grant that can be used only once, and for an
    ///   account without a name, which is the app's own.
    public init(
        client: OAuthClient, tokens: any TokenStore, account: AccountKey = .standard(on: .reddit), seed: Secret? = nil,
        standing: OAuthGrant? = nil, requests: any RequestProvider,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        random: any RandomSource = SystemRandomSource(),
        activity: any ActivityRecorder = Dependency.resolve(
            (any ActivityRecorder).self, default: DiscardingActivityRecorder())
    ) throws(DataError) {
        guard standing?.isRepeatable != false else {
            throw DataError(.invalidInput, message: "A code or a one-time password can be used once. Sign in with it.")
        }
        guard account.name != nil else {
            throw DataError(.invalidInput, message: "An account that signs in needs a name, such as 'default'.")
        }
        (self.client, self.store, self.account) = (client, tokens, account)
        (self.seed, self.standing, self.requests) = (seed, standing, requests)
        (self.time, self.random, self.activity) = (time, random, activity)
    }

    /// Finds out whether somebody is signed in.
    ///
    /// - Throws: A `CodedError` when what is stored cannot be read or the client is refused, `CancellationError`.
    public func restore() async throws {
        try await load()
        guard state.value.isSignedIn else { return }
        do {
            _ = try await pass()
        } catch is NetworkError {
            // The state says already whether the session has ended, or the server cannot be reached.
            try Task.checkCancellation()
        }
    }

    // MARK: One request for all

    /// The token that one request for all brings.
    func refreshed() async throws -> Pass {
        if let flight { return try await flight.wait() }
        let flight = RefreshFlight()
        self.flight = flight
        let epoch = epoch
        // A task of its own, so that no waiter's cancellation reaches it.
        Task { await run(flight, epoch: epoch) }
        return try await flight.wait()
    }

    private func run(_ flight: RefreshFlight, epoch: Int) async {
        let result: Result<Pass, any Error>
        do {
            result = .success(try await exclusively { try await self.renew(epoch: epoch) })
        } catch {
            result = .failure(error)
            if epoch == self.epoch || (error as? any CodedError)?.code == .sessionExpired { record(error) }
            if epoch == self.epoch, let error = error as? NetworkError { requestEnded(with: error) }
        }
        if self.flight === flight { self.flight = nil }
        flight.finish(result)
    }

    private func record(_ error: any Error) {
        guard let url = URL(string: client.server.site.text("/")), let host = url.host(percentEncoded: false) else {
            return
        }
        activity.record(
            ActivityEvent(
                date: time.now, kind: .failed, reason: .failure, host: host,
                code: (error as? any CodedError)?.code ?? .unknown))
    }

    /// Lets everybody who waits for a token go: what they wait for is over.
    func endFlight(with error: any Error) {
        flight?.finish(.failure(error))
        flight = nil
    }

    // MARK: One after the other

    /// Runs work on the stored tokens when all that was begun before has ended, here and in other processes.
    ///
    /// It is finished whoever is cancelled.
    func exclusively<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let (before, store, account) = (lastWork, store, account)
        let task = Task {
            await before?.value
            return try await store.withExclusiveAccess(to: account, work)
        }
        lastWork = Task { _ = await task.result }
        return try await task.value
    }

    /// A new sign-in page's state: 128 bits.
    func makeState() -> Secret {
        let digits = [random.next(), random.next()].map { String($0, radix: 16).zeroPadded(to: 16) }
        return Secret(digits.joined())
    }

    // MARK: What is stored

    func load() async throws {
        if isLoaded { return }
        let task = loading ?? Task { try await readStored() }
        loading = task
        try await task.value
    }

    private func readStored() async throws {
        defer { loading = nil }
        let stored = try await store.credentials(for: account).flatMap { isOwn($0) ? $0 : nil }
        // Somebody may have signed in or out meanwhile, and that is newer.
        guard !isLoaded else { return }
        isLoaded = true
        if let stored {
            take(stored)
        } else if let seed {
            take(
                Credentials(
                    clientID: client.id, issuer: client.server.issuer, refreshToken: seed,
                    seed: SeedFingerprint.of(seed)))
        }
        state.set(credentials == nil ? .signedOut : .signedIn)
    }

    /// Whether stored tokens are this session's: the same client's and server's, and not those of another seed.
    func isOwn(_ stored: Credentials) -> Bool {
        guard client.owns(stored) else { return false }
        return seed.map { stored.seed == SeedFingerprint.of($0) } ?? true
    }

    /// Takes credentials into use.
    func take(_ new: Credentials?) {
        credentials = new
        pending = nil
        generation += 1
        nextEarlyRefresh = nil
    }
}
