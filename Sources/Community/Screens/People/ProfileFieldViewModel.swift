public import Core
public import PostFeatures

/// A view model of the screen in which a person changes their nick or their phone number.
///
/// The field says at once whether its rule is kept. What is saved is shown everywhere and sent when that is possible; what
/// the server refuses is shown no more, and is said here.
@MainActor
public final class ProfileFieldViewModel {
    /// A field of text of the own profile.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The name that others see.
        case nick
        /// The phone number.
        case phone

        /// The field of the profile.
        var field: ProfileField { self == .nick ? .nick : .phone }
        /// Its rule.
        var rule: FieldRule { self == .nick ? .nick : .phone }
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The field.
        public internal(set) var entry: FieldEntry
        /// The text that is shown everywhere now; `nil` while it is not known.
        public internal(set) var current: String?
        /// Whether what is shown is not sent yet.
        public internal(set) var isPending = false
        /// Whether it is being saved.
        public internal(set) var isBusy = false
        /// Whether the text was saved here: it is stored, and is sent when that is possible.
        public internal(set) var isSaved = false
        /// A text that the server has refused, with its reason.
        public internal(set) var refused: OutboxItem?
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of an empty field.
        ///
        /// - Parameter field: The field.
        public init(_ field: Field) {
            entry = FieldEntry(field.rule)
        }

        /// Whether the button can be used: the rule is kept, and the text is another one.
        public var canSave: Bool { !isBusy && !entry.isComposing && entry.state == .match && entry.text != current }
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    private let field: Field
    private let people: CommunityPeople
    private let screen = PersonScreen(nil, tapsApart: .zero)
    private var observation: ObservationToken?
    private var throttle = Throttle(LoginForm.pause)
    private var isTyped = false

    /// Creates a view model of the registered ``CommunityPeople``; it starts nothing.
    ///
    /// - Parameter field: The field.
    public init(_ field: Field) {
        self.field = field
        people = Dependency.resolve(CommunityPeople.self)
        state = ObservableValue(State(field))
    }

    /// Shows the text as it is, in the field too until somebody types; call it when the screen comes.
    public func appear() async {
        if observation == nil {
            observation = screen.state.observe { [weak self] person in self?.show(person) }
        }
        await screen.appear()
        show(screen.state.value)
    }

    /// Stops following; call it when the screen goes.
    public func disappear() {
        observation = nil
        screen.disappear()
    }

    /// Takes what the field has now.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public func set(_ text: String, isComposing: Bool = false) {
        isTyped = true
        state.update { state in
            state.entry.set(text, isComposing: isComposing)
            state.isSaved = false
        }
    }

    /// Saves the text; a tap within 400 ms of one that counted is dropped, and so is one while a call is under way.
    public func save() async {
        let typed = state.value
        guard typed.canSave, throttle.admits() else { return }
        await perform {
            _ = try await self.people.set(self.field.field, to: typed.entry.text)
            self.state.update { $0.isSaved = $0.entry.text == typed.entry.text }
        }
    }

    /// Gives up the text that the server has refused, so that it is not said any more.
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
        let kinds = people.kinds
        let refused = people.refused(kinds.profile.name, among: shown.failed) { $0.value == field.rawValue }
        let isPending = people.unsent(of: kinds.profile.name).contains { item in
            item.state != .failed && PeopleEntry(item, of: kinds)?.value == field.rawValue
        }
        state.update { state in
            if let person = shown.person {
                state.current = field == .nick ? person.person.nick : person.phone ?? ""
            }
            state.isPending = isPending
            if !isTyped { state.entry.set(state.current ?? "") }
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

extension ProfileFieldViewModel.State: OwnChangeState {}
