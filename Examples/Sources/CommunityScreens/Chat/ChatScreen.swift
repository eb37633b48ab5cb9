import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// A room: its messages, and below them the field for a new one.
@MainActor
final class ChatScreen: AppScreen {
    private let context: CommunityContext
    private let chat: ChatViewModel
    /// The name of what is typed, among what could not be stored.
    private let line: String
    private let field: LineField
    private let search: LineField
    private var tokens: [ObservationToken] = []
    private var sending: Task<Void, Never>?
    private var list = BlockList<String>(followsEnd: true)
    /// The messages that the list has taken over: not each key takes over hundreds.
    private var followed: [Message] = []
    private var ids: [Message.ID] = []
    /// The words that are looked for; nil while nothing is.
    private var words: String?

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - account: The account that looks.
    ///   - person: The id of the other person.
    init(_ context: CommunityContext, _ account: AccountKey, with person: String) {
        self.context = context
        line = context.name(ofLine: "room/\(person)")
        let chat = ChatViewModel(account, with: person)
        self.chat = chat
        field = LineField(value: { chat.state.value.entry.text }, set: { chat.setText($0) })
        let wanted = ObservableValue("")
        search = LineField(
            context.text(CommunityScreenPhrase.find), value: { wanted.value },
            set: { text in wanted.update { $0 = text } })
        self.wanted = wanted
    }

    private let wanted: ObservableValue<String>
    private var state: ChatViewModel.State { chat.state.value }
    private var isSearching: Bool { words != nil }
    private var shown: [Message] { isSearching ? state.found ?? [] : state.messages }
    private var chosen: Message? { list.selected.flatMap { shown.indices.contains($0) ? shown[$0] : nil } }

    var title: StyledText {
        var title = StyledText(context.texts.chatTitle(with: state.other), .title)
        if state.status.isLive { title.append(" · \(context.text(.live))", CellStyle(.green)) }
        return title
    }

    var detail: String {
        state.entry.text.isEmpty
            ? list.place : "\(state.entry.text.unicodeScalars.count)/\(state.entry.rule.limit)"
    }

    var banner: Banner? { state.banner }
    var isFetching: Bool { state.status.isSyncing || state.isSending }
    var isWriting: Bool { true }
    var actions: [CommunityAction] {
        guard !isSearching else { return [.up, .down, .pageUp, .pageDown, .open, .back] }
        var others: [CommunityAction] = state.isPictureMode ? [] : [.removePicture]
        if chosen?.item == nil { others += [.resend, .discard] }
        return CommunityAction.inRoom.filter { !others.contains($0) }
    }

    var ownKeys: [OwnKey] {
        let action: CommunityAction = isSearching ? .open : .send
        return [OwnKey("enter", action.name(in: context.format))]
    }

    func start() {
        tokens = [context.follow(chat.state)]
        context.run { [chat, context, line] in
            await chat.restoreDraft(context.typed[line])
            await chat.load()
        }
    }

    func stop() { tokens = [] }

    func dismissBanner() { chat.dismissBanner() }

    func finish() async {
        // What is being sent is no more what is typed.
        await sending?.value
        let isStored = await chat.saveDraft()
        context.typed[line] = isStored ? nil : state.entry.text
        await chat.leave()
    }

    // MARK: Keys

    func take(_ event: InputEvent) -> ScreenChange<CommunityAction>? {
        if case .key(let press) = event {
            switch (press.key, press.modifiers) {
            case (.enter, _):
                if isSearching { openFound() } else { send() }
                return ScreenChange.none
            case (.escape, _) where isSearching:
                endSearch()
                return ScreenChange.none
            // It removes here, as it does nowhere in a field.
            case (.character("d"), .control), (.character("r"), .control): return nil
            default: break
            }
        }
        guard isSearching else {
            // Where the field is not seen, nothing goes into it, and what is typed is no key either.
            if state.isPictureMode || state.room?.isEnded == true {
                let words = state.isPictureMode ? context.text(.picturesFirst) : context.format.text(ChatPhrase.ended)
                return event.writes ? .say(words) : nil
            }
            guard field.take(event) else { return nil }
            return field.wasRefused ? .say(context.text(AppPhrase.noMoreFits)) : ScreenChange.none
        }
        guard search.take(event) else { return nil }
        words = wanted.value
        context.run { [chat, wanted] in await chat.search(wanted.value) }
        return ScreenChange.none
    }

    /// Takes over the messages that there are now; the end is followed where it is the room's.
    private func followMessages() {
        let shown = shown
        if !shown.sharesStorage(with: followed) {
            followed = shown
            ids = shown.map(\.id)
        }
        list.follow(ids, isEnd: isSearching || !state.hasNewer)
    }

    private func send() {
        // What is typed behind it in one go is of the next one.
        guard let store = chat.beginSending() else { return }
        sending = context.keep { [weak self, chat] in
            await store()
            guard let self, let last = chat.state.value.messages.last else { return }
            followMessages()
            list.select(last.id, lines: blockLines)
        }
    }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        followMessages()
        if list.move(by: action, lines: blockLines) {
            if list.isAtTop, !isSearching, action != .down { context.run { [chat] in await chat.showOlder() } }
            if list.isAtEnd, !isSearching, action != .up { context.run { [chat] in await chat.showNewer() } }
            return .none
        }
        switch action {
        case .send: send()
        case .addPicture:
            guard state.remainingPictureCount > 0 else { return .say(context.text(.enoughPictures)) }
            return .show(FormScreen(context, PicturePathForm(context) { [chat] data, _ in chat.addPictures([data]) }))
        case .removePicture:
            chat.removeSelectedPictures()
        case .find: words = ""
        case .fetch: context.run { [chat] in await chat.refresh() }
        case .resend: if let chosen { context.keep { [chat] in await chat.retry(chosen) } }
        case .discard: if let chosen { context.keep { [chat] in await chat.remove(chosen) } }
        case .back: return .close
        default: break
        }
        return .none
    }

    /// Shows the message that was found among the others.
    private func openFound() {
        guard let message = chosen else { return }
        endSearch()
        context.run { [weak self, chat] in
            await chat.show(message)
            guard let self else { return }
            followMessages()
            list.select(message.id, lines: blockLines)
        }
    }

    private func endSearch() {
        words = nil
        wanted.update { $0 = "" }
        context.run { [chat] in await chat.search("") }
    }

    func click(row: Int) -> ScreenChange<CommunityAction> {
        if list.click(line: row), isSearching { openFound() }
        return .none
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        let state = state
        let entry = rest.takeBottom(1)
        if isSearching {
            search.draw(row: 0, in: entry, on: &screen, isActive: true)
        } else if state.room?.isEnded == true {
            screen.draw(StyledText(context.format.text(ChatPhrase.ended), .bold), row: 0, in: entry)
        } else if state.isPictureMode {
            let count = state.pictures.count(where: \.isSelected)
            let words = context.format.text(ChatPhrase.pictures, counting: count)
            let hint = "\(context.key(.send, whileWriting: true)) \(CommunityAction.send.name(in: context.format))"
            screen.draw(StyledText("\(words) · \(hint)", .bold), row: 0, in: entry)
        } else {
            var line = entry
            let mark = context.isPlain ? "" : "› "
            screen.draw(StyledText(mark, .bold), row: 0, in: line.takeLeft(2))
            field.draw(row: 0, in: line, on: &screen, isActive: true)
        }
        followMessages()
        if isSearching, shown.isEmpty, words?.isEmpty == false, state.found != nil {
            screen.draw(StyledText("  " + context.format.text(ListPhrase.nothingFound), .dim), row: 1, in: rest)
        } else if state.room == nil {
            // The key that tries again elsewhere is a letter, and letters are text here.
            let again = context.format.text(AppPhrase.triesAgain, filling: context.key(.fetch, whileWriting: true))
            let words = state.banner == nil ? context.format.text(ListPhrase.loading) : again
            screen.draw(StyledText("  " + words, .dim), row: 1, in: rest)
        }
        list.draw(in: rest, on: &screen, lines: blockLines)
    }

    private var blockLines: BlockList<String>.Lines { { self.lines($0, columns: $1) } }

    /// The lines of a message of the list.
    private func lines(_ index: Int, columns: Int) -> [StyledText] {
        let message = followed[index]
        let name = message.isOwn ? context.text(.me) : message.sender?.name ?? state.other?.name
        var head = StyledText(name ?? context.text(.somebody), CellStyle(message.isOwn ? .cyan : .green))
        if let age = context.age(message.created) { head.append(" · \(age)", .dim) }
        if let words = context.texts.state(of: message) {
            let isWrong = message.state == .failed || message.state == .unsure
            head.append(" · \(words)", isWrong ? .problem : CellStyle(.yellow))
        }
        let files = message.files + message.uploads.map(\.name)
        let reason = message.reason.map { context.format.message(for: $0) }
        return [head] + (message.text?.lines(toColumns: columns) ?? [])
            + files.flatMap { $0.lines(toColumns: columns, .dim) } + (reason?.lines(toColumns: columns, .dim) ?? [])
    }
}
