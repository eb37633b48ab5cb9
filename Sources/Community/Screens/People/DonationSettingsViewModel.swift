public import Core
public import PostFeatures

/// A view model of the screen in which a person says whether they take donations; it asks before it does anything.
@MainActor
public final class DonationSettingsViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// Whether donations are taken, as it is shown everywhere; `nil` while it is not known.
        public internal(set) var isOn: Bool?
        /// What the person has chosen and is asked about; `nil` while nothing is asked.
        public internal(set) var question: Bool?
        /// Whether it is being saved.
        public internal(set) var isBusy = false
        /// Whether a choice was saved here: it is stored, and is sent when that is possible.
        public internal(set) var isSaved = false
        /// A choice that the server has refused, with its reason.
        public internal(set) var refused: OutboxItem?
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of which nothing is known.
        public init() {}
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let people: CommunityPeople
    private let screen = PersonScreen(nil, tapsApart: .zero)
    private var observation: ObservationToken?

    /// Creates a view model of the registered ``CommunityPeople``; it starts nothing.
    public init() {
        people = Dependency.resolve(CommunityPeople.self)
    }

    /// Shows what holds and follows it, and asks the server where that is not fresh; call it when the screen comes.
    public func appear() async {
        if observation == nil {
            observation = screen.state.observe { [weak self] person in self?.show(person) }
        }
        await screen.appear()
        show(screen.state.value)
    }

    /// Asks the server again, however fresh what is stored is.
    public func refresh() async { await screen.refresh() }

    /// Stops following; call it when the screen goes.
    public func disappear() {
        observation = nil
        screen.disappear()
    }

    /// Chooses, so that the person is asked; without effect for what holds already, and while it is not known what holds.
    ///
    /// - Parameter isOn: Whether donations are to be taken.
    public func choose(_ isOn: Bool) {
        guard let now = state.value.isOn, !state.value.isBusy else { return }
        state.update { state in
            (state.question, state.isSaved) = (now == isOn ? nil : isOn, false)
        }
    }

    /// Takes the choice back.
    public func cancel() {
        state.update { if !$0.isBusy { $0.question = nil } }
    }

    /// Does what was chosen; without effect where nothing is asked.
    public func confirm() async {
        guard let isOn = state.value.question, !state.value.isBusy else { return }
        await perform {
            _ = try await self.people.setTakesDonations(isOn)
            self.state.update { ($0.question, $0.isSaved) = (nil, true) }
        }
    }

    /// Gives up the choice that the server has refused, so that it is not said any more.
    public func giveUpRefused() async {
        guard let refused = state.value.refused else { return }
        await perform { try await self.people.giveUp(refused.id) }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        screen.dismissBanner()
        state.update { state in
            if state.banner?.isDismissible == true { state.banner = nil }
        }
    }

    private func show(_ shown: ProfileState) {
        let refused = people.refused(people.kinds.donations.name, among: shown.failed) { _ in true }
        state.update { state in
            if let person = shown.person { state.isOn = person.takesDonations }
            state.refused = refused
            if refused != nil { state.isSaved = false }
            if state.banner?.cause != .action { state.banner = shown.banner }
        }
    }

    private func perform(_ work: @MainActor () async throws -> Void) async {
        await state.perform(work, then: screen)
        if state.value.banner == nil { show(screen.state.value) }
    }
}

extension DonationSettingsViewModel.State: OwnChangeState {}
