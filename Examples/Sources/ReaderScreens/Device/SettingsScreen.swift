import AppScreens
import Core
import PostFeatures
import ScreenKit

/// The settings, by their sections; each opens what changes it.
@MainActor
final class SettingsScreen: AppScreen {
    private let context: ReaderContext
    private let settings = SettingsViewModel()
    private var tokens: [ObservationToken] = []
    private var list = RowList<SettingKey>()

    init(_ context: ReaderContext) {
        self.context = context
    }

    private var rows: [SettingRow] { SettingsSection.allCases.flatMap { settings.state.value.rows(in: $0) } }

    var title: StyledText { StyledText(context.text(.settings), .title) }
    var detail: String { list.place }
    var banner: Banner? { settings.state.value.banner }
    var isFetching: Bool { settings.state.value.pendingCount > 0 }
    var actions: [ReaderAction] { ReaderAction.inSettings }

    func start() {
        tokens = [context.follow(settings.state)]
        settings.load()
    }

    func stop() {
        tokens = []
        settings.stop()
    }

    func dismissBanner() { settings.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        let rows = rows
        list.follow(rows.map(\.key))
        if list.move(by: action) { return .none }
        if action == .back { return .close }
        if action == .resetAll { return resetAll() }
        guard rows.indices.contains(list.selected) else { return .none }
        let row = rows[list.selected]
        switch action {
        case .open: return open(row)
        case .reset: context.keep { [settings] in await settings.reset(row.key) }
        default: break
        }
        return .none
    }

    private func resetAll() -> ScreenChange<ReaderAction> {
        let options = [context.text(AppPhrase.doNothing), context.format.text(ActionPhrase.resetSettings)]
        return .show(
            ChoiceScreen(context, title: context.text(.resetQuestion), options: options) { [context, settings] index in
                if index == 1 { context.keep { await settings.resetAll() } }
                return .close
            })
    }

    private func open(_ row: SettingRow) -> ScreenChange<ReaderAction> {
        switch row.kind {
        case .unknown: return .say(context.text(.otherVersionsSetting))
        case .toggle:
            context.keep { [settings] in await settings.set(row.text == "true" ? "false" : "true", for: row.key) }
            return .none
        case .choice(let words):
            let names = words.map { name(of: $0, row) }
            return .show(
                ChoiceScreen(
                    context, title: context.format.name(of: row), options: names, chosen: words.firstIndex(of: row.text)
                ) { [context, settings] index in
                    context.keep {
                        await settings.set(words[index], for: row.key)
                        if row.key == .language { context.relay.say(context.text(.languageLater)) }
                    }
                    return .close
                })
        case .number, .list, .selection, .text:
            return .show(FormScreen(context, SettingForm(context, settings, row)))
        }
    }

    /// The name of a choice, as the row would say it.
    private func name(of word: String, _ row: SettingRow) -> String {
        var settings = settings.state.value.settings
        do {
            try settings.set(word, for: row.key)
        } catch {
            // It is one of the allowed ones; its own word says what it is.
            return word
        }
        return context.format.text(of: SettingsViewModel.State(settings: settings).row(row.key))
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        list.follow(rows.map(\.key))
        return list.click(line: row) ? perform(.open) : .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let rows = rows
        list.follow(rows.map(\.key))
        list.draw(in: region, on: &screen) { index in
            let row = rows[index]
            var line = StyledText(context.format.name(of: row))
            line.append(": ")
            line.append(context.format.text(of: row), row.isDefault ? .dim : .bold)
            if let issue = row.issue { line.append("  ! \(context.format.text(of: issue))", .problem) }
            return [line]
        }
    }
}

/// A setting whose value is typed.
@MainActor
private final class SettingForm: FormModel {
    private let context: ReaderContext
    private let settings: SettingsViewModel
    private let row: SettingRow
    private let text: ObservableValue<String>
    let fields: [LineField]

    init(_ context: ReaderContext, _ settings: SettingsViewModel, _ row: SettingRow) {
        (self.context, self.settings, self.row) = (context, settings, row)
        let text = ObservableValue(row.text)
        self.text = text
        fields = [
            LineField(
                context.format.name(of: row), value: { text.value }, set: { typed in text.update { $0 = typed } },
                note: { StyledText(context.format.allowed(for: row.key), .dim) })
        ]
    }

    var title: String { context.format.name(of: row) }
    var button: String { context.format.text(ActionPhrase.save) }
    var canSubmit: Bool { settings.state.value.pendingCount == 0 }
    var isBusy: Bool { settings.state.value.pendingCount > 0 }
    var banner: Banner? { settings.state.value.banner }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [text.observe { _ in changed() }, settings.state.observe { _ in changed() }]
    }

    func submit() async -> ScreenChange<ReaderAction> {
        guard text.value != row.text else { return .close }
        settings.dismissBanner()
        await settings.set(text.value, for: row.key)
        return settings.state.value.banner == nil ? .close : .none
    }

    func dismissBanner() { settings.dismissBanner() }
    func stop() { settings.dismissBanner() }
}
