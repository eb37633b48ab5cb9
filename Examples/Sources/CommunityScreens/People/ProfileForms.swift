import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The form in which a person changes their nick or their phone number.
@MainActor
final class ProfileFieldForm: FormModel {
    private let context: CommunityContext
    private let model: ProfileFieldViewModel
    private let name: String
    let fields: [LineField]

    /// Creates the form of a field.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - field: The field.
    init(_ context: CommunityContext, _ field: ProfileFieldViewModel.Field) {
        self.context = context
        let model = ProfileFieldViewModel(field)
        self.model = model
        let name = context.texts.name(of: field == .nick ? CommunitySettingsViewModel.Item.nick : .phone)
        self.name = name
        fields = [
            LineField(
                name, value: { model.state.value.entry.text }, set: { model.set($0) },
                note: { context.note(on: model.state.value.entry) })
        ]
    }

    var title: String { name }
    var button: String { context.format.text(PeoplePhrase.save) }
    var canSubmit: Bool { model.state.value.canSave || isSame }
    private var isSame: Bool { model.state.value.entry.text == model.state.value.current }
    var isBusy: Bool { model.state.value.isBusy }
    var banner: Banner? { model.state.value.banner }

    var notes: [StyledText] {
        let state = model.state.value
        if let refused = state.refused { return [StyledText(context.texts.refusedText(of: refused), .problem)] }
        if state.isPending || state.isSaved { return [StyledText(context.format.text(PeoplePhrase.saved), .bold)] }
        return []
    }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [model.state.observe { _ in changed() }]
    }

    var discardable: String? { model.state.value.refused.map { _ in context.text(.forgetRefused) } }

    func discard() async { await model.giveUpRefused() }
    func dismissBanner() { model.dismissBanner() }

    func load() async { await model.appear() }

    func submit() async -> ScreenChange<CommunityAction> {
        guard !isSame else { return .close }
        await model.save()
        return model.state.value.isSaved ? .leave(context.format.text(PeoplePhrase.saved)) : .none
    }

    func stop() { model.disappear() }
}

/// The form in which a person names the file of their new picture.
@MainActor
final class ProfilePictureForm: FormModel {
    private let context: CommunityContext
    private let model = ProfilePictureViewModel()
    private let path: PicturePath

    /// Creates the form.
    ///
    /// - Parameter context: What all screens share.
    init(_ context: CommunityContext) {
        self.context = context
        path = PicturePath(context)
    }

    var title: String { context.texts.name(of: CommunitySettingsViewModel.Item.picture) }
    var button: String { context.format.text(PeoplePhrase.save) }
    var fields: [LineField] { [path.field] }
    var canSubmit: Bool { path.isTyped && !isBusy }
    var isBusy: Bool { model.state.value.isBusy }
    var banner: Banner? { model.state.value.banner }

    var notes: [StyledText] {
        let state = model.state.value
        if let refused = state.refused { return [StyledText(context.texts.refusedText(of: refused), .problem)] }
        if state.isPending || state.isSaved { return [StyledText(context.format.text(PeoplePhrase.saved), .bold)] }
        return state.current.map { [StyledText($0, .dim)] } ?? []
    }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [model.state.observe { _ in changed() }, path.follow(changed)]
    }

    var discardable: String? { model.state.value.refused.map { _ in context.text(.forgetRefused) } }

    func discard() async { await model.giveUpRefused() }
    func dismissBanner() { model.dismissBanner() }

    func load() async { await model.appear() }

    func submit() async -> ScreenChange<CommunityAction> {
        guard let file = await path.read() else { return .none }
        await model.set(file.data, name: file.name)
        return model.state.value.isSaved ? .leave(context.format.text(PeoplePhrase.saved)) : .none
    }

    func stop() { model.disappear() }
}

extension CommunityContext {
    /// The note below a field: whether its rule is kept.
    func note(on entry: FieldEntry) -> StyledText {
        StyledText(texts.text(of: entry), entry.state == .match ? CellStyle(.green) : .dim)
    }
}
