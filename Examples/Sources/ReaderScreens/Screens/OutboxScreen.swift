import ConsoleKit
import Core
import PostFeatures
import ScreenKit

/// The screen of the outbox: unsent things, how far each is, why it is not sent, and the keys that change that.
@MainActor
final class OutboxScreen: ReaderScreen {
    private let context: ReaderContext
    private let outbox: OutboxViewModel
    private let show: (any ReaderScreen) -> Void
    private var tokens: [ObservationToken] = []
    private var cursor = ListCursor<OutboxItem.ID>()
    private var height = 1
    private var asked: OutboxViewModel.Question?

    /// Creates the screen; nil where this run cannot write.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - show: Shows a screen above, for a question that comes later.
    init?(_ context: ReaderContext, show: @escaping (any ReaderScreen) -> Void) {
        guard Dependency.current.isRegistered((any WritingProvider).self) else { return nil }
        self.context = context
        self.show = show
        outbox = OutboxViewModel()
    }

    private var items: [OutboxItem] { outbox.state.value.groups.flatMap(\.items).filter { !$0.isPart } }

    var title: StyledText { StyledText(context.text(.outbox), CellStyle(.yellow, attributes: .bold)) }
    var detail: String { items.isEmpty ? "" : "\(cursor.selected + 1)/\(items.count)" }
    var banner: Banner? { outbox.state.value.banner }
    var isFetching: Bool { outbox.state.value.isBusy }
    var actions: [ReaderAction] { ReaderAction.inOutbox }

    func start() {
        tokens = [
            outbox.state.observe { [weak self, queue = context.queue] state in
                queue.send(.changed)
                guard state.question != nil else { return }
                Task { @MainActor in self?.ask() }
            }
        ]
        context.run { [outbox] in await outbox.load() }
    }

    func stop() {
        tokens = []
        outbox.stop()
    }

    // MARK: Keys

    func perform(_ action: ReaderAction) -> ScreenChange {
        let items = items
        cursor.update(items, height: height, id: \.id)
        if let row = action.row(from: cursor.selected, count: items.count, page: height) {
            select(row)
            return .none
        }
        switch action {
        case .sendNow: context.run { [outbox] in await outbox.sendNow() }
        case .back: return .close
        default:
            guard items.indices.contains(cursor.selected) else { return .none }
            return perform(action, on: items[cursor.selected])
        }
        return .none
    }

    private func perform(_ action: ReaderAction, on item: OutboxItem) -> ScreenChange {
        switch action {
        case .retry: context.run { [outbox] in await outbox.retry(item.id) }
        case .arrived: context.run { [outbox] in await outbox.arrived(item.id) }
        case .giveUp where item.needsConsent:
            let options = [context.text(.doNothing), context.text(.dropAllTheSame)]
            return .show(
                ChoiceScreen(context, title: context.text(.giveUp), options: options, chosen: 0) {
                    [context, outbox] index in
                    if index == 1 { context.run { await outbox.cancel(item.id, withConsent: true) } }
                    return .close
                })
        case .giveUp: context.run { [outbox] in await outbox.cancel(item.id) }
        default: break
        }
        return .none
    }

    /// Asks what becomes of the items that wait for one that is to go; each question once.
    private func ask() {
        guard let question = outbox.state.value.question, question != asked else { return }
        asked = question
        let answers: [(ScreenPhrase, OutboxDependants?)] = [
            (.doNothing, nil), (.dependantsToDrafts, .drafts), (.dependantsToParent, .toParent),
            (.dependantsToo, .givenUp),
        ]
        show(
            ChoiceScreen(
                context,
                title: context.format.text(ScreenPhrase.dependants, counting: question.dependants.count),
                options: answers.map { context.text($0.0) }, chosen: 0
            ) { [weak self, context, outbox] index in
                self?.asked = nil
                context.run { await outbox.answer(answers[index].1) }
                return .close
            })
    }

    func click(row: Int) -> ScreenChange {
        if cursor.visible.contains(cursor.top + row / 2) { select(cursor.top + row / 2) }
        return .none
    }

    private func select(_ index: Int) { cursor.select(index, in: items, id: \.id) }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        height = max(1, region.rows.count / 2)
        let items = items
        cursor.update(items, height: height, id: \.id)
        guard !items.isEmpty else {
            return screen.draw(StyledText("  " + context.text(.nothingUnsent), .dim), row: 1, in: region)
        }
        let room = max(0, region.columns.count - 2)
        for (line, index) in cursor.visible.enumerated() {
            let item = items[index]
            let mark = StyledText(index == cursor.selected ? "> " : "  ", CellStyle(.cyan, attributes: .bold))
            var head = StyledText(context.format.name(of: item.kind), .bold)
            if let target = item.target { head.append(" \(target.native)") }
            head.append(" · \(context.format.heading(of: item.state))", style(of: item.state))
            if let age = context.format.relativeDate(item.created, now: context.now) { head.append(" · \(age)", .dim) }
            let reason = item.reason.map { context.format.message(for: $0) }
            let words = [reason, item.title ?? item.text ?? item.url ?? item.value].compactMap(\.self)
            let about = StyledText(words.joined(separator: " · "), .dim)
            screen.draw(mark + head.truncated(toColumns: room), row: 2 * line, in: region)
            screen.draw("  " + about.truncated(toColumns: room), row: 2 * line + 1, in: region)
        }
    }

    private func style(of state: OutboxItem.State) -> CellStyle {
        switch state {
        case .failed, .unsure: CellStyle(.red, attributes: .bold)
        default: .dim
        }
    }
}
