import ConsoleKit
import Core
package import PostFeatures
package import ScreenKit

/// The screen of the outbox: unsent things, how far each is, why it is not sent, and the keys that change that.
@MainActor
package final class OutboxScreen<Context: ScreenContext>: AppScreen {
    package typealias Action = Context.Action

    private let context: Context
    private let outbox: OutboxViewModel
    private var tokens: [ObservationToken] = []
    private var list = RowList<OutboxItem.ID>(lineCount: 2)
    private var asked: OutboxViewModel.Question?
    /// The names of persons who are not signed in here.
    private var names: [AccountKey: String] = [:]
    /// The accounts whose names were looked for.
    private var lookedFor: Set<AccountKey> = []

    /// Creates the screen; nil where this run cannot write.
    ///
    /// - Parameter context: What all screens share.
    package init?(_ context: Context) {
        guard Dependency.current.isRegistered((any WritingProvider).self) else { return nil }
        self.context = context
        outbox = OutboxViewModel()
    }

    private var items: [OutboxItem] { outbox.state.value.groups.flatMap(\.items).filter { !$0.isPart } }

    package var title: StyledText { StyledText(context.text(.outbox), .title) }
    package var detail: String { list.place }
    package var banner: Banner? { outbox.state.value.banner }
    package var isFetching: Bool { outbox.state.value.isBusy }
    package var actions: [Action] { Action.inOutbox }

    package func start() {
        tokens = [
            outbox.state.observe { [weak self, queue = context.queue] state in
                queue.send(.changed)
                self?.findNames(of: state)
                guard state.question != nil, !state.isBusy else { return }
                Task { @MainActor in self?.ask() }
            }
        ]
        context.run { [outbox] in await outbox.load() }
    }

    package func stop() {
        tokens = []
        outbox.stop()
    }

    package func dismissBanner() { outbox.dismissBanner() }

    // MARK: Keys

    package func perform(_ action: Action) -> ScreenChange<Action> {
        let items = items
        list.follow(items.map(\.id))
        if list.move(by: action) { return .none }
        switch action {
        case .sendNow:
            // What a person has to decide is not sent by this key.
            guard items.isEmpty || items.contains(where: { $0.state != .unsure && $0.state != .failed }) else {
                let keys = [Action.retry, .arrived, .giveUp].map { context.key($0) }.joined(separator: ", ")
                return .say(context.format.text(AppPhrase.nothingToSend, filling: keys))
            }
            context.run { [weak self, outbox] in
                await outbox.sendNow()
                self?.sayWhoHasToSignIn()
            }
        case .back: return .close
        default:
            guard items.indices.contains(list.selected) else { return .none }
            return perform(action, on: items[list.selected])
        }
        return .none
    }

    private func perform(_ action: Action, on item: OutboxItem) -> ScreenChange<Action> {
        switch action {
        case .open where !standing(of: item).isInUse:
            return .say(context.format.text(AppPhrase.seenByPerson, filling: name(of: item)))
        case .open:
            return .show(
                OutboxItemScreen(context, item, in: outbox) { [weak self] in self?.perform($0, on: $1) ?? .none })
        case .retry where !standing(of: item).isInUse && !standing(of: item).hasSession:
            return .say(signInWords(for: item))
        case .retry:
            context.keep { [weak self, outbox] in
                await outbox.retry(item.id)
                self?.sayWhoHasToSignIn(for: item.id)
            }
        case .arrived: context.keep { [outbox] in await outbox.arrived(item.id) }
        case .giveUp where item.needsConsent:
            let options = [context.text(AppPhrase.doNothing), context.text(AppPhrase.dropAllTheSame)]
            return .show(
                ChoiceScreen(context, title: Action.giveUp.name(in: context.format), options: options) {
                    [context, outbox] index in
                    if index == 1 { context.keep { await outbox.cancel(item.id, withConsent: true) } }
                    return .close
                })
        case .giveUp: context.keep { [outbox] in await outbox.cancel(item.id) }
        default: break
        }
        return .none
    }

    // MARK: Whose an item is

    private func standing(of item: OutboxItem) -> OutboxStanding { outbox.state.value.standing(of: item) }

    private func name(of item: OutboxItem) -> String {
        standing(of: item).name ?? names[item.account] ?? context.text(.anotherAccount)
    }

    private func findNames(of state: OutboxViewModel.State) {
        for (account, standing) in state.standings where standing.name == nil && lookedFor.insert(account).inserted {
            context.run { [weak self, context] in
                let name = await context.name(of: account)
                self?.names[account] = name
            }
        }
    }

    /// Says why nothing goes out where an item, or the one that is named, waits until its person signs in.
    private func sayWhoHasToSignIn(for id: OutboxItem.ID? = nil) {
        let waiting = items.filter { (id == nil || $0.id == id) && outbox.state.value.waitsForSignIn($0) }
        guard let item = waiting.first(where: { standing(of: $0).isInUse }) ?? waiting.first else { return }
        context.relay.say(signInWords(for: item))
    }

    private func signInWords(for item: OutboxItem) -> String {
        guard standing(of: item).isInUse else {
            return context.format.text(AppPhrase.goesOnceSignedIn, filling: name(of: item))
        }
        if let reason = item.reason, reason.code == .unauthorized || reason.code == .sessionExpired {
            return context.format.message(for: reason)
        }
        return context.message(for: DataError(.sessionExpired))
    }

    /// Asks what becomes of the items that wait for one that is to go; each question once.
    private func ask() {
        guard asked == nil, let question = outbox.state.value.question else { return }
        asked = question
        let answers: [(AppPhrase, OutboxDependants?)] = [
            (.doNothing, nil), (.dependantsToDrafts, .drafts), (.dependantsToParent, .toParent),
            (.dependantsToo, .givenUp),
        ]
        let title = context.format.text(AppPhrase.dependants, counting: question.dependants.count)
        let answer: (OutboxDependants?) -> Void = { [weak self, context, outbox] answer in
            self?.asked = nil
            // Another question may have taken its place, and is asked then.
            guard outbox.state.value.question == question else { return self?.ask() ?? () }
            context.keep { await outbox.answer(answer) }
        }
        let dismissed = { answer(nil) }
        let options = answers.map { context.text($0.0) }
        let screen = ChoiceScreen(context, title: title, options: options, dismissed: dismissed) { index in
            answer(answers[index].1)
            return .close
        }
        context.relay.send(.show(screen), from: self)
    }

    package func click(row: Int) -> ScreenChange<Action> { list.click(line: row) ? perform(.open) : .none }

    // MARK: Drawing

    package func draw(in region: ScreenRegion, on screen: inout Screen) {
        let items = items
        list.follow(items.map(\.id))
        guard !items.isEmpty else {
            return screen.draw(StyledText("  " + context.text(.nothingUnsent), .dim), row: 1, in: region)
        }
        list.draw(in: region, on: &screen) { index in
            let item = items[index]
            let words = context.words(for: item)
            var head = StyledText(words.name, .bold)
            head.append(" · \(context.format.heading(of: item.state))", item.style)
            if let age = context.format.relativeDate(item.created, now: context.now) { head.append(" · \(age)", .dim) }
            let standing = standing(of: item)
            guard standing.isInUse else {
                let phrase: AppPhrase = standing.hasSession ? .belongsToPerson : .waitsForPerson
                return [head, StyledText(context.format.text(phrase, filling: name(of: item)), .dim)]
            }
            let reason = item.reason.map { context.format.message(for: $0) }
            // Where a person decides, the reason is what is not to be cut.
            let parts = item.waitsForPerson ? [reason, words.text] : [words.text, reason]
            return [head, StyledText(parts.compactMap(\.self).joined(separator: " · "), .dim)]
        }
    }
}
