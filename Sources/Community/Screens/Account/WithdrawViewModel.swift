public import Core
public import PostFeatures

/// A view model of deleting the own account: who it is, what is lost, and then the last yes.
///
/// ``person`` has the form of the first step.
@MainActor
public final class WithdrawViewModel {
    /// A step on the way.
    public enum Step: Equatable, Sendable {
        /// The person shows who they are, in ``WithdrawViewModel/person``.
        case asking
        /// The last question; with what is not sent yet and would be lost.
        case warned(unsent: [OutboxItem])
        /// The account is deleted, and everything of it on this device.
        case done
        /// The answer is missing; the next launch finds out.
        case unknown
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The step.
        public internal(set) var step = Step.asking
        /// Whether a call is under way.
        public internal(set) var isBusy = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of the first step.
        public init() {}
    }

    /// The state to draw.
    public let state = ObservableValue(State())
    /// The form in which the person shows who they are.
    public let person = CheckUserViewModel()

    private let accounts: CommunityAccounts
    private let departures: any AccountDepartureProvider
    private let keepers: LineKeepers

    /// Creates a view model of the registered ``CommunityAccounts`` and `AccountDepartureProvider`; it starts nothing.
    public init() {
        accounts = Dependency.resolve(CommunityAccounts.self)
        departures = Dependency.resolve((any AccountDepartureProvider).self)
        // The screens of accounts can be had alone, and then no lines are typed.
        keepers = Dependency.resolve(LineKeepers.self, default: LineKeepers())
    }

    /// Checks who it is by what is typed into ``person``, and goes on to the last question.
    public func check() async {
        guard state.value.step == .asking, !state.value.isBusy else { return }
        await person.check()
        guard person.state.value.isSamePerson == true else { return }
        await perform {
            guard let key = self.accounts.sessions.accounts.value.current?.key else {
                throw NetworkError(.unauthorized)
            }
            return .warned(unsent: try await self.departures.unsentItems(of: key))
        }
    }

    /// Deletes the account, as the person has said; without effect before the last question.
    public func goOn() async {
        guard case .warned = state.value.step, !state.value.isBusy else { return }
        await perform {
            let key = self.accounts.sessions.accounts.value.current?.key
            await self.keepers.flush(of: key)
            switch try await self.accounts.withdraw(leaving: self.departures) {
            case .done:
                // What could not be stored is not to come behind the removal.
                await self.keepers.discard(of: key)
                return .done
            case .unknown: return .unknown
            case .notDone: return .asking
            }
        }
    }

    /// Goes back to the first step: nothing is deleted.
    public func cancel() {
        guard case .warned = state.value.step, !state.value.isBusy else { return }
        person.reset()
        state.update { $0.step = .asking }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private func perform(_ work: @MainActor () async throws -> Step) async {
        state.update { $0.isBusy = true }
        do {
            let step = try await work()
            state.update { state in
                (state.isBusy, state.step, state.banner) = (false, step, nil)
            }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.isBusy = false
                if !isCancelled { state.banner = Banner(DataError(error), cause: .action) }
            }
        }
    }
}
