import ConsoleKit
package import Core
package import PostFeatures
package import ScreenKit

/// One thing that is not sent, whole: what it is, how far, why it is not sent, what it says, and the keys that decide.
@MainActor
package final class OutboxItemScreen<Context: ScreenContext>: AppScreen {
    package typealias Action = Context.Action

    private let context: Context
    private let outbox: OutboxViewModel
    /// The item as it was seen last.
    private var item: OutboxItem
    private let decide: (Action, OutboxItem) -> ScreenChange<Action>
    private var tokens: [ObservationToken] = []
    private var lineCount = 0
    private var top = 0
    private var height = 1

    /// Creates the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - item: The item.
    ///   - outbox: The outbox, which somebody else has loaded.
    ///   - decide: Does what a key means for the item.
    package init(
        _ context: Context, _ item: OutboxItem, in outbox: OutboxViewModel,
        decide: @escaping (Action, OutboxItem) -> ScreenChange<Action>
    ) {
        (self.context, self.item, self.outbox, self.decide) = (context, item, outbox, decide)
    }

    package var title: StyledText {
        StyledText(context.text(.outbox), .title) + StyledText(" · \(context.words(for: item).name)", .dim)
    }
    /// The lines that are seen, of all; nothing where all of them are.
    package var detail: String {
        lineCount > height ? "\(top + 1)–\(min(lineCount, top + height))/\(lineCount)" : ""
    }
    package var banner: Banner? { outbox.state.value.banner }
    package var actions: [Action] { Action.inOutboxItem }

    package func start() {
        tokens = [
            outbox.state.observe { [weak self, queue = context.queue] state in
                queue.send(.changed)
                // One that is sent stays as it was until the person goes back.
                guard let self, let item = state.items.first(where: { $0.id == self.item.id }) else { return }
                self.item = item
            }
        ]
    }

    package func stop() { tokens = [] }

    package func dismissBanner() { outbox.dismissBanner() }

    package func perform(_ action: Action) -> ScreenChange<Action> {
        if let row = action.row(from: top, count: lineCount, page: height) {
            top = row
            return .none
        }
        guard action != .back else { return .close }
        // The list shows what became of it, and asks what there is to ask.
        return switch decide(action, item) {
        case .none: .close
        case .show(let question): .replace(question)
        case let change: change
        }
    }

    package func draw(in region: ScreenRegion, on screen: inout Screen) {
        height = max(1, region.rows.count)
        let lines = lines(toColumns: max(1, context.readingWidth(region.columns.count) - 2))
        lineCount = lines.count
        top = max(0, min(top, lines.count - height))
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            screen.draw("  " + line, row: row, in: region)
        }
    }

    private func lines(toColumns columns: Int) -> [StyledText] {
        let words = context.words(for: item)
        let reason = item.reason.map { context.format.message(for: $0) }
        var state = context.format.heading(of: item.state)
        if let age = context.format.relativeDate(item.created, now: context.now) { state += " · \(age)" }
        var contents = [item.title, item.text, item.url].compactMap(\.self)
        if contents.isEmpty { contents = [words.text].compactMap(\.self) }
        let head = words.name.lines(toColumns: columns, .bold) + state.lines(toColumns: columns, item.style)
        let parts =
            [head, reason?.lines(toColumns: columns)].compactMap(\.self)
            + contents.map { $0.lines(toColumns: columns) } + [keys]
        return Array(parts.joined(separator: [StyledText()]))
    }

    /// The keys that decide, and what each does.
    private var keys: [StyledText] {
        let decisions: [Action] = item.state == .unsure ? [.retry, .arrived, .giveUp] : [.retry, .giveUp]
        return decisions.map { action in
            let words = action.name(in: context.format)
            return context.isPlain
                ? StyledText("\(context.key(action)): \(words)")
                : StyledText(context.key(action), .bold) + StyledText("  \(words)")
        }
    }
}

extension OutboxItem {
    /// Whether a person has to decide what becomes of it.
    var waitsForPerson: Bool { state == .failed || state == .unsure }

    /// The style of its state.
    var style: CellStyle { waitsForPerson ? .problem : .dim }
}
