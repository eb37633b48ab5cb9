package import Core
package import PostFeatures
package import ScreenKit

/// A form: what is asked for, and what becomes of it.
@MainActor
package protocol FormModel<Action>: AnyObject {
    /// The program's actions.
    associatedtype Action: ScreenAction

    /// The subject.
    var title: String { get }
    /// The fields, at least one; always the same.
    var fields: [LineField] { get }
    /// The words for what is done with what was typed.
    var button: String { get }
    /// Whether that can be done now.
    var canSubmit: Bool { get }
    /// Whether it is under way.
    var isBusy: Bool { get }
    /// The failure to show.
    var banner: Banner? { get }
    /// What is said below the fields.
    var notes: [StyledText] { get }

    /// Begins to follow what is shown.
    ///
    /// - Parameter changed: Told of each change.
    /// - Returns: What ends it when it is released.
    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken]

    /// Reads what is shown at first.
    func load() async

    /// Does it.
    ///
    /// - Returns: What that means for the screens.
    func submit() async -> ScreenChange<Action>

    /// Ends what is under way for what is typed; the screen goes.
    func stop()
}

extension FormModel {
    package var notes: [StyledText] { [] }
    package func load() async {}
    package func stop() {}
}

/// A screen of fields, one below the other, with a button behind the last one.
@MainActor
package final class FormScreen<Context: ScreenContext>: AppScreen {
    package typealias Action = Context.Action

    private let context: Context
    private let form: any FormModel<Action>
    private var tokens: [ObservationToken] = []
    private var selected = 0

    /// Creates a screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - form: The form.
    package init(_ context: Context, _ form: any FormModel<Action>) {
        self.context = context
        self.form = form
    }

    package var title: StyledText { StyledText(form.title, .title) }
    package var banner: Banner? { form.banner }
    package var isFetching: Bool { form.isBusy }
    package var isWriting: Bool { true }
    package var actions: [Action] { [.open, .back] }

    package func start() {
        tokens = form.follow { [queue = context.queue] in queue.send(.changed) }
        context.run { [form] in await form.load() }
    }

    package func stop() {
        tokens = []
        form.stop()
    }

    package func perform(_ action: Action) -> ScreenChange<Action> { action == .back ? .close : .none }

    package func take(_ event: InputEvent) -> ScreenChange<Action>? {
        let fields = form.fields
        if case .key(let press) = event {
            switch (press.key, press.modifiers) {
            case (.tab, .shift), (.up, _):
                selected = max(0, selected - 1)
                return ScreenChange.none
            case (.tab, _), (.down, _):
                selected = min(fields.count - 1, selected + 1)
                return ScreenChange.none
            case (.enter, _) where selected < fields.count - 1:
                selected += 1
                return ScreenChange.none
            case (.enter, _):
                submit()
                return ScreenChange.none
            default: break
            }
        }
        return fields[selected].take(event) ? ScreenChange.none : nil
    }

    private func submit() {
        guard form.canSubmit else { return }
        context.run { [weak self, form, relay = context.relay] in
            let change = await form.submit()
            if let self { relay.send(change, from: self) }
        }
    }

    package func click(row: Int) -> ScreenChange<Action> {
        if form.fields.indices.contains(row / 2) { selected = row / 2 } else { submit() }
        return .none
    }

    package func draw(in region: ScreenRegion, on screen: inout Screen) {
        let fields = form.fields
        var inner = region
        _ = inner.takeLeft(2)
        for (index, field) in fields.enumerated() {
            field.draw(row: 2 * index, in: inner, on: &screen, isActive: index == selected)
            if let note = field.noteLine { screen.draw(note, row: 2 * index + 1, in: inner) }
        }
        let button = StyledText("[ \(form.button) ]", form.canSubmit ? .bold : .dim)
        screen.draw(button, row: 2 * fields.count, in: inner)
        for (row, note) in form.notes.enumerated() {
            screen.draw(note.truncated(toColumns: inner.columns.count), row: 2 * fields.count + 2 + row, in: inner)
        }
    }
}
