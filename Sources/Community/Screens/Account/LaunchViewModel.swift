public import Core
public import PostFeatures

/// A view model of the launch: where the app goes first, without asking the server.
///
/// Call ``load()`` at launch. The session is followed from then on, so that its end leads to the start once, whichever
/// screen met it.
@MainActor
public final class LaunchViewModel {
    /// A screen that the app goes to.
    public enum Destination: Hashable, Sendable {
        /// None yet: what is stored was not read.
        case none
        /// The screen with the buttons to log in and to sign up.
        case start
        /// The main screen.
        case main
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The screen to go to.
        public internal(set) var destination = Destination.none
        /// Whether the server could not be reached the last time.
        public internal(set) var isOffline = false
        /// Whether the server has ended the session, so that the person logs in again.
        public internal(set) var isSessionOver = false
        /// What became of a withdrawal that was not finished: say it; `nil` where there was none.
        public internal(set) var withdrawal: CommunityAccounts.Withdrawal?
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of an app that has just begun.
        public init() {}
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let accounts: CommunityAccounts
    private let departures: (any AccountDepartureProvider)?
    private var observation: ObservationToken?

    /// Creates a view model of the registered ``CommunityAccounts``; it starts nothing.
    public init() {
        accounts = Dependency.resolve(CommunityAccounts.self)
        let isLeaving = Dependency.current.isRegistered((any AccountDepartureProvider).self)
        departures = isLeaving ? Dependency.resolve((any AccountDepartureProvider).self) : nil
    }

    /// Reads who is signed in, and finishes a withdrawal that was begun; call it again to retry after an error.
    ///
    /// Only for such a withdrawal the server is asked, and the destination does not wait for that.
    public func load() async {
        do {
            try await accounts.sessions.restore()
            if observation == nil {
                observation = accounts.sessions.state.observe { [weak self] session in self?.show(session) }
            }
            show(accounts.sessions.state.value)
            state.update { $0.banner = nil }
            guard let departures else { return }
            let withdrawal = try await accounts.finishWithdrawal(leaving: departures)
            show(accounts.sessions.state.value)
            state.update { $0.withdrawal = withdrawal }
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }

    /// Dismisses the banner, and what was said of a withdrawal.
    public func dismissBanner() {
        state.update { state in
            state.banner = nil
            state.withdrawal = nil
        }
    }

    private func show(_ session: SessionState) {
        state.update { state in
            state.isOffline = session == .offline
            state.isSessionOver = session == .expired
            switch session {
            case .unknown: break
            case .signedOut, .expired: state.destination = .start
            case .signedIn, .offline: state.destination = .main
            }
        }
    }
}
