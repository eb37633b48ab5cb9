public import Core
public import Foundation
public import PostFeatures

/// A view model of the screen in which a person changes their picture.
///
/// A picture that is chosen is made to fit and copied before it is queued, so that it survives a kill; it is sent when that is
/// possible. What the server refuses is said here.
@MainActor
public final class ProfilePictureViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The path of the picture that is shown everywhere now; `nil` where there is none, or it is not known.
        public internal(set) var current: String?
        /// Whether a picture was chosen that is not sent yet.
        public internal(set) var isPending = false
        /// Whether a picture is being made to fit and stored.
        public internal(set) var isBusy = false
        /// Whether a picture was saved here: it is stored, and is sent when that is possible.
        public internal(set) var isSaved = false
        /// A picture that the server has refused, with its reason.
        public internal(set) var refused: OutboxItem?
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of which nothing is known.
        public init() {}
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let people: CommunityPeople
    private let uploads: any UploadProvider
    private let preparation: PicturePreparation
    private let screen = PersonScreen(nil, tapsApart: .zero)
    private var observation: ObservationToken?

    /// Creates a view model of the registered ``CommunityPeople``, `UploadProvider` and ``PicturePreparation``; it starts
    /// nothing.
    public init() {
        people = Dependency.resolve(CommunityPeople.self)
        uploads = Dependency.resolve((any UploadProvider).self)
        preparation = Dependency.resolve(PicturePreparation.self, default: PicturePreparation())
    }

    /// Shows the picture as it is and follows it, and asks the server where that is not fresh; call it when the screen comes.
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

    /// Makes a picture fit, copies it and queues it as the person's own; without effect while another one is being stored.
    ///
    /// What is no picture, or cannot be made to fit, becomes the banner, and nothing is changed.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - name: The name of the file; `picture.jpeg` by default.
    public func set(_ data: Data, name: String = "picture.jpeg") async {
        guard !state.value.isBusy else { return }
        state.update { $0.isSaved = false }
        await perform {
            let picture = try await self.preparation.prepare(data)
            let file = try await self.uploads.keep(picture.data, name: name, type: "image/jpeg")
            _ = try await self.people.setPicture(file)
            self.state.update { $0.isSaved = true }
        }
    }

    /// Gives up the picture that the server has refused, so that it is not said any more.
    public func giveUpRefused() async {
        guard let refused = state.value.refused, !state.value.isBusy else { return }
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
        let (kinds, picture) = (people.kinds, ProfileField.picture.rawValue)
        let refused = people.refused(kinds.profile.name, among: shown.failed) { $0.value == picture }
        let isPending = people.unsent(of: kinds.profile.name).contains { item in
            item.state != .failed && PeopleEntry(item, of: kinds)?.value == picture
        }
        state.update { state in
            if let person = shown.person { state.current = person.person.picture }
            (state.isPending, state.refused) = (isPending, refused)
            if refused != nil { state.isSaved = false }
            if state.banner?.cause != .action { state.banner = shown.banner }
        }
    }

    private func perform(_ work: @MainActor () async throws -> Void) async {
        await state.perform(work, then: screen)
        if state.value.banner == nil { show(screen.state.value) }
    }
}

extension ProfilePictureViewModel.State: OwnChangeState {}
