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
    /// The lines below the fields.
    var notes: [StyledText] { get }

    /// Something of it that can be thrown away, in words; nil, the default, for nothing.
    var discardable: String? { get }

    /// Throws that away.
    func discard() async

    /// Dismisses the failure of the last action.
    func dismissBanner()

    /// Begins to follow what is shown.
    ///
    /// - Parameter changed: Told of each change.
    /// - Returns: What ends it when it is released.
    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken]

    /// Notes that the person wanted to do it while it cannot be done: whatever keeps it from that may be said from then on.
    func refuse()

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
    package var discardable: String? { nil }
    package func discard() async {}
    package func refuse() {}
    package func dismissBanner() {}
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
    private var isSubmitting = false
    /// The row of the button as it was drawn last.
    private var buttonRow = 0
    /// The rows of the fields as they were drawn last.
    private var drawn: [Range<Int>] = []

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
    package var isSecret: Bool { form.fields[selected].isSecret }
    /// A line has no key for the button.
    package var actions: [Action] { context.isPlain ? [.open, .back] : [.back] }

    package var ownKeys: [OwnKey] {
        var keys = [OwnKey("enter", context.format.text(AppPhrase.nextFieldOrButton, filling: form.button))]
        if form.fields.count > 1 {
            keys.insert(OwnKey("tab, down", context.text(.nextField)), at: 0)
            keys.insert(OwnKey("shift-tab, up", context.text(.previousField)), at: 1)
        } else {
            keys = [OwnKey("enter", form.button)]
        }
        if let words = form.discardable { keys.append(OwnKey("ctrl-d", words)) }
        return keys
    }

    package func start() {
        tokens = form.follow { [queue = context.queue] in queue.send(.changed) }
        context.run { [form] in await form.load() }
    }

    package func stop() {
        tokens = []
        form.stop()
    }

    package func reappear() { selectEmptyField() }
    package func dismissBanner() { form.dismissBanner() }

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
            case (.character("d"), .control) where form.discardable != nil:
                context.keep { [form] in await form.discard() }
                return ScreenChange.none
            default: break
            }
        }
        guard fields[selected].take(event) else { return nil }
        return fields[selected].wasRefused ? .say(context.text(AppPhrase.noMoreFits)) : ScreenChange.none
    }

    private func submit() {
        guard form.canSubmit, !isSubmitting else {
            guard !isSubmitting, !form.isBusy else { return }
            form.refuse()
            selectEmptyField()
            return context.relay.say(context.text(AppPhrase.notComplete))
        }
        isSubmitting = true
        context.keep { [weak self, form, relay = context.relay] in
            let change = await form.submit()
            guard let self else { return }
            isSubmitting = false
            // Where the form was emptied, as after a question, it begins anew.
            selectEmptyField()
            relay.send(change, from: self)
        }
    }

    private func selectEmptyField() {
        if let index = form.fields.firstIndex(where: \.isEmpty) { selected = index }
    }

    package func click(row: Int) -> ScreenChange<Action> {
        if let index = drawn.firstIndex(where: { $0.contains(row) }) { selected = index }
        if row == buttonRow { submit() }
        return .none
    }

    package func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        _ = rest.takeLeft(2)
        let columns = rest.columns.count
        drawn = []
        for (index, field) in form.fields.enumerated() {
            let notes = field.noteLine.map { $0.wrapped(toColumns: columns) } ?? []
            let rows = rest.takeTop(max(2, 1 + notes.count))
            drawn.append(rows.rows.lowerBound - region.rows.lowerBound..<rows.rows.upperBound - region.rows.lowerBound)
            field.draw(row: 0, in: rows, on: &screen, isActive: index == selected)
            for (row, note) in notes.enumerated() { screen.draw(note, row: 1 + row, in: rows) }
        }
        let words = context.isPlain ? "\(form.button), \(context.text(AppPhrase.button))" : "[ \(form.button) ]"
        let button = StyledText(words, form.canSubmit ? .bold : .dim)
        buttonRow = rest.rows.lowerBound - region.rows.lowerBound
        screen.draw(button, row: 0, in: rest.takeTop(2))
        if let words = form.discardable {
            screen.draw("\(context.isPlain ? ":" : "")ctrl-d \(words)", row: 0, in: rest.takeTop(1))
        }
        for (row, note) in form.notes.flatMap({ $0.wrapped(toColumns: columns) }).enumerated() {
            screen.draw(note, row: row, in: rest)
        }
    }
}

extension StyledText {
    /// The text in lines of so many cells; of a text of one style.
    fileprivate func wrapped(toColumns columns: Int) -> [StyledText] {
        text.lines(toColumns: columns, runs.first?.style ?? .plain)
    }
}
