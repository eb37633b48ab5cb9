public import Core
public import Foundation

/// Signing in and out: shows whether somebody is, opens the sign-in page, and takes its redirect.
///
/// It starts nothing by itself: call ``load()`` at launch. What a method does is in ``state`` when it returns; a failure
/// becomes ``State/banner``.
///
/// ```swift
/// await session.signIn()
/// if let page = session.state.value.signInURL { openInBrowser(page) }
/// // The system opens the app with the redirect:
/// await session.finishSignIn(redirect: url)
/// ```
@MainActor
public final class SessionViewModel {
    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// Whether somebody is signed in: not the place for a sign-in button when it is `offline`.
        public internal(set) var session: SessionState
        /// The sign-in page, to open in a browser: from ``SessionViewModel/signIn()`` until its redirect has come.
        ///
        /// It is gone then whatever came of it; a redirect of another page leaves it.
        public internal(set) var signInURL: URL?
        /// Whether something is under way.
        public internal(set) var isBusy = false
        /// What could not be done, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state.
        ///
        /// - Parameters:
        ///   - session: Whether somebody is signed in.
        ///   - signInURL: The page to sign in on.
        ///   - isBusy: Whether something is under way.
        ///   - banner: What could not be done.
        public init(
            session: SessionState = .unknown, signInURL: URL? = nil, isBusy: Bool = false, banner: Banner? = nil
        ) {
            self.session = session
            self.signInURL = signInURL
            self.isBusy = isBusy
            self.banner = banner
        }
    }

    /// What there is to draw.
    public let state: ObservableValue<State>

    private let provider: any SessionProvider
    private var observation: ObservationToken?
    /// Grows with everything the person does: the results of what was done before are void.
    private var generation = 0

    /// Creates a session screen; resolves `SessionProvider` and starts nothing.
    public init() {
        provider = Dependency.resolve((any SessionProvider).self)
        state = ObservableValue(State())
    }

    /// Follows the session, and finds out whether somebody is signed in.
    ///
    /// Calling it again tries again, which is worth it after a failure.
    public func load() async {
        if observation == nil {
            observation = provider.state.observe { [weak self] session in
                self?.state.update { $0.session = session }
            }
        }
        await perform {
            try await self.provider.restore()
            return { _ in }
        }
    }

    /// Begins to sign in: ``State/signInURL`` is the page to open.
    public func signIn() async {
        await perform {
            let url = try await self.provider.signInURL()
            return { $0.signInURL = url }
        }
    }

    /// Ends to sign in with the URL that the page has sent the browser to.
    ///
    /// A person who said no on the page gets no banner.
    ///
    /// - Parameter redirect: The whole URL.
    public func finishSignIn(redirect: URL) async {
        await perform {
            do {
                try await self.provider.finishSignIn(redirect: redirect)
            } catch SignInError.denied {
                // They know what they did.
            }
            return { $0.signInURL = nil }
        } failed: { error, state in
            // The right redirect may come still; a page that has sent its own sends no other that counts.
            if error as? SignInError != .wrongState { state.signInURL = nil }
        }
    }

    /// Gives up to sign in, as when the person closes the page; a redirect that comes after all still counts.
    public func cancelSignIn() {
        generation += 1
        state.update { state in
            state.signInURL = nil
            state.isBusy = false
        }
    }

    /// Signs out; the banner says so when the server could not be told.
    public func signOut() async {
        await perform {
            let revocation = try await self.provider.signOut()
            return { state in
                state.signInURL = nil
                if case .failed(let error) = revocation { state.banner = Banner(error, cause: .action) }
            }
        }
    }

    /// Puts the banner away.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    /// Does something and then changes the state, unless the person did something else meanwhile.
    private func perform(
        _ work: @MainActor () async throws -> (inout State) -> Void,
        failed: (any Error, inout State) -> Void = { _, _ in }
    ) async {
        generation += 1
        let mine = generation
        state.update { $0.isBusy = true }
        do {
            let change = try await work()
            guard mine == generation else { return }
            let session = provider.state.value
            state.update { state in
                state.isBusy = false
                state.session = session
                state.banner = nil
                change(&state)
            }
        } catch {
            guard mine == generation else { return }
            let isCancelled = error is CancellationError || Task.isCancelled
            let session = provider.state.value
            state.update { state in
                state.isBusy = false
                state.session = session
                failed(error, &state)
                if !isCancelled { state.banner = Banner(DataError(error), cause: .action) }
            }
        }
    }
}
