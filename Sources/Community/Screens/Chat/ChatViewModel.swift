public import Core
public import Foundation
import PostFeatures

/// A view model of a room: its messages, the field for a new one, and the pictures that are chosen for it.
///
/// It starts nothing by itself: call ``load()`` when the screen appears and ``leave()`` when it goes. In between the room
/// is kept in step with the server, and what is shown is read from what is stored.
@MainActor
public final class ChatViewModel {
    /// The state to draw.
    public let state = ObservableValue(State())

    /// The time for which a tap on the button keeps out others: 90 ms.
    public static let pause = Duration.milliseconds(90)
    /// The number of messages that are shown at first, and that each step back adds.
    public static let pageSize = 50

    let messages: any MessageProvider
    let writing: any WritingProvider
    private let account: AccountKey
    private let person: String
    private let uploads: any UploadProvider
    private let preparation: PicturePreparation
    private var throttle: Throttle
    /// The draft of the text that is typed.
    private lazy var line = TypedLine(
        OutboxItem.Kind(rawValue: "message"),
        about: StatusTarget(StatusTarget.Kind(rawValue: "person"), site: .community, native: person), by: account
    ) { [weak self] in self?.fail($0, cause: .action) }
    private var following: [Task<Void, Never>] = []
    private var window = Window(place: .newest, limit: ChatViewModel.pageSize)
    private var lastPicture = 0
    private var reading = 0
    /// Whether older or newer messages are being read: a second step meanwhile would skip a part.
    private var isTurning = false
    /// The number of searches that were begun.
    private var searchCount = 0
    /// The number of times that the room was left: what began before does not go on.
    private var leaveCount = 0

    /// The part of the room that is shown.
    private struct Window {
        var place: MessagePlace
        var limit: Int
    }

    /// Creates a view model of the registered `MessageProvider`, `WritingProvider`, `DraftProvider`, `UploadProvider` and
    /// ``PicturePreparation``; it starts nothing.
    ///
    /// - Parameters:
    ///   - account: The account that looks.
    ///   - person: The id of the other person.
    public init(_ account: AccountKey, with person: String) {
        messages = Dependency.resolve((any MessageProvider).self)
        writing = Dependency.resolve((any WritingProvider).self)
        uploads = Dependency.resolve((any UploadProvider).self)
        preparation = Dependency.resolve(PicturePreparation.self, default: PicturePreparation())
        (self.account, self.person) = (account, person)
        throttle = Throttle(Self.pause)
    }

    deinit { for task in following { task.cancel() } }

    // MARK: The room

    /// Brings back what was typed, shows what is stored, keeps the room in step with the server, and follows it until
    /// ``leave()``; a call behind a failure tries again.
    public func load() async {
        guard following.isEmpty else { return }
        let count = leaveCount
        await restoreDraft()
        guard count == leaveCount else { return }
        do {
            let room = try await messages.room(with: person, as: account)
            guard count == leaveCount else { return try await messages.leave(room.id) }
            state.update { state in
                (state.room, state.other) = (room, room.other ?? state.other)
                state.banner = nil
            }
            let changes = messages.changes()
            await show()
            guard count == leaveCount, following.isEmpty else { return }
            follow(room.id, changes)
        } catch {
            fail(error, cause: .content)
        }
    }

    /// Tries again what has failed: looks for the room, or asks for what is new in it.
    public func refresh() async {
        guard !following.isEmpty, let room = state.value.room?.id else { return await load() }
        do {
            let error = try await messages.sync(room)
            state.update { state in
                if let error {
                    state.banner = Banner(error, cause: .content)
                } else if state.banner?.cause == .content {
                    state.banner = nil
                }
            }
        } catch {
            fail(error, cause: .content)
        }
    }

    private func follow(_ room: ChatRoom.ID, _ changes: AsyncStream<Void>) {
        let statuses = messages.follow(room)
        following = [
            Task { [weak self] in
                for await _ in changes { await self?.show() }
            },
            Task { [weak self] in
                for await status in statuses {
                    self?.state.update { state in
                        state.status = status
                        if let error = status.error {
                            state.banner = Banner(error, cause: .content)
                        } else if status.isInStep, state.banner?.cause == .content {
                            state.banner = nil
                        }
                    }
                }
            },
        ]
    }

    /// Leaves the room: it is not kept in step any more, and goes where nobody has written in it.
    public func leave() async {
        for task in following { task.cancel() }
        following = []
        leaveCount += 1
        // What is being read is shown to nobody, and so not marked.
        reading += 1
        guard let room = state.value.room else { return }
        do {
            try await messages.leave(room.id)
        } catch {
            fail(error, cause: .content)
        }
    }

    /// Reads what is shown anew; of two readings the later one counts.
    private func show() async {
        guard let id = state.value.room?.id else { return }
        reading += 1
        let (number, window) = (reading, window)
        do {
            let page = try await messages.messages(in: id, at: window.place, limit: window.limit)
            let room = try await messages.room(id)
            guard number == reading else { return }
            state.update { state in
                (state.messages, state.hasOlder, state.hasNewer) = (page.messages, page.hasOlder, page.hasNewer)
                if let room { (state.room, state.other) = (room, room.other ?? state.other) }
            }
            // What is shown is read, also right after a relaunch; what only the list tells of is not.
            if let newest = page.messages.compactMap(\.position).max() { try await messages.markShown(newest, in: id) }
        } catch {
            fail(error, cause: .content)
        }
    }

    // MARK: Moving in the room

    /// Shows older messages as well; a call while others are being read does nothing.
    public func showOlder() async {
        guard state.value.hasOlder, !isTurning else { return }
        isTurning = true
        defer { isTurning = false }
        if case .newest = window.place {
            window.limit += Self.pageSize
        } else if let first = state.value.messages.compactMap(\.position).min() {
            window = Window(place: .before(first), limit: Self.pageSize)
        }
        await show()
    }

    /// Shows newer messages, up to the newest; a call while others are being read does nothing.
    public func showNewer() async {
        guard state.value.hasNewer, !isTurning, let last = state.value.messages.compactMap(\.position).max() else {
            return
        }
        isTurning = true
        defer { isTurning = false }
        window = Window(place: .from(last), limit: Self.pageSize)
        await show()
        if !state.value.hasNewer { await showNewest() }
    }

    /// Shows the newest messages.
    public func showNewest() async {
        window = Window(place: .newest, limit: Self.pageSize)
        await show()
    }

    /// Shows the messages around a date.
    ///
    /// - Parameter date: The date.
    public func show(at date: Date) async {
        window = Window(place: .date(date), limit: Self.pageSize)
        await show()
    }

    /// Shows a message that was found, with those behind it.
    ///
    /// - Parameter message: The message.
    public func show(_ message: Message) async {
        guard let position = message.position else { return await showNewest() }
        window = Window(place: .from(position), limit: Self.pageSize)
        await show()
    }

    /// Looks for words in the stored messages of the room; of two searches the later one counts.
    ///
    /// - Parameter text: The words; an empty text ends the search.
    public func search(_ text: String) async {
        searchCount += 1
        let number = searchCount
        guard let room = state.value.room?.id, !text.isEmpty else { return state.update { $0.found = nil } }
        do {
            let found = try await messages.search(text, in: room, limit: 100)
            guard number == searchCount else { return }
            state.update { $0.found = found }
        } catch {
            if number == searchCount { fail(error, cause: .content) }
        }
    }

    // MARK: Writing

    /// Brings back what was typed here and not sent, also by an earlier run; ``load()`` does so too, and one call counts.
    ///
    /// - Parameter unstored: What was typed and could not be stored, in the place of what was; nothing by default.
    public func restoreDraft(_ unstored: String? = nil) async {
        await line.restore(unstored, typed: typed, show: show)
    }

    /// Stores at once what is typed, and not a moment later as while somebody types.
    ///
    /// - Returns: Whether it is stored; false where it cannot be.
    @discardableResult
    public func saveDraft() async -> Bool { await line.store() }

    /// Takes what the field has now, or refuses it: more than 200 characters, and line ends.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public func setText(_ text: String, isComposing: Bool = false) {
        let before = typed()
        state.update { $0.entry.set(text, isComposing: isComposing) }
        if typed() != before { line.changed(to: typed()) }
    }

    private func typed() -> String { state.value.entry.text }
    private func show(_ text: String) { state.update { $0.entry.set(text) } }

    /// Adds pictures, all selected; what is more than five is left out.
    ///
    /// - Parameter pictures: The bytes of each, in their order.
    public func addPictures(_ pictures: [Data]) {
        let added = pictures.prefix(state.value.remainingPictureCount).map { data in
            lastPicture += 1
            return Picture(id: lastPicture, data: data, isSelected: true)
        }
        state.update { $0.pictures += added }
    }

    /// Selects a picture, or takes that back.
    ///
    /// - Parameter id: Its number.
    public func togglePicture(_ id: Picture.ID) {
        state.update { state in
            guard let index = state.pictures.firstIndex(where: { $0.id == id }) else { return }
            state.pictures[index].isSelected.toggle()
        }
    }

    /// Removes the pictures that are selected, and keeps the others.
    public func removeSelectedPictures() {
        state.update { $0.pictures.removeAll(where: \.isSelected) }
    }

    /// Removes all pictures, and shows the text again.
    public func leavePictureMode() {
        state.update { $0.pictures = [] }
    }

    /// Sends the text, or the selected pictures; a tap within 90 ms of one that counted is dropped.
    ///
    /// When it returns, the message is stored and shown; it goes out by itself. Where it could not be stored, the field
    /// has it again.
    public func send() async {
        guard state.value.canSend, throttle.admits() else { return }
        await beginSending()?()
    }

    /// Takes the text out of the field, or the selected pictures, to be sent as ``send()`` does; what is typed behind this
    /// call is of the next message, however late the work begins.
    ///
    /// Each call that takes a text sends it, however soon it comes behind another one: messages are stored in the order of
    /// the calls. Those that could not be stored are in the field again, in that order.
    ///
    /// - Returns: The work that stores the message; `nil` where nothing can be sent.
    public func beginSending() -> (@MainActor () async -> Void)? {
        let value = state.value
        guard value.canSend, let room = value.room?.id else { return nil }
        if value.isPictureMode {
            state.update { ($0.isSending, $0.isStoringPictures) = (true, true) }
            return { await self.send(value.pictures, in: room) }
        }
        line.take(value.entry.text)
        state.update { ($0.entry, $0.isSending) = (TextEntry(.message), true) }
        return { await self.sendTaken(in: room) }
    }

    private func sendTaken(in room: ChatRoom.ID) async {
        // The work of an earlier call may have taken it along.
        guard line.isSending else { return }
        await finishSending(
            line.queueTaken(typed: typed, show: show) { [messages] sent in
                try await messages.send(sent.text, in: room, as: sent.id)
            })
    }

    private func send(_ pictures: [Picture], in room: ChatRoom.ID) async {
        var failure: (any Error)?
        do {
            var files: [UploadFile] = []
            for picture in pictures where picture.isSelected { files.append(try await keep(picture.data)) }
            try await messages.send(MessageContent(), with: files, in: room)
            // What was added meanwhile stays.
            let sent = Set(pictures.map(\.id))
            state.update { $0.pictures.removeAll { sent.contains($0.id) } }
        } catch {
            failure = error
        }
        state.update { $0.isStoringPictures = false }
        await finishSending(failure)
    }

    private func finishSending(_ failure: (any Error)?) async {
        state.update { state in
            state.isSending = state.isStoringPictures || line.isSending
            if failure == nil { state.banner = nil }
        }
        if let failure { fail(failure, cause: .action) }
        await showNewest()
    }

    /// Copies a picture, as the server takes it, to where it waits until it is sent.
    private func keep(_ data: Data) async throws -> UploadFile {
        try await uploads.keep(try await preparation.prepare(data).data, name: "picture.jpeg", type: "image/jpeg")
    }

    /// Sends a message again that was refused, or of which nobody knows whether it arrived.
    ///
    /// - Parameter message: The message.
    public func retry(_ message: Message) async { await decide(.send(as: nil), message) }

    /// Gives up a message that is not sent.
    ///
    /// - Parameter message: The message.
    public func remove(_ message: Message) async { await decide(.giveUp(nil), message) }

    private func decide(_ decision: OutboxDecision, _ message: Message) async {
        guard let item = message.item else { return }
        do {
            try await writing.decide(decision, on: item)
            await show()
        } catch {
            fail(error, cause: .action)
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private func fail(_ error: any Error, cause: Banner.Cause) {
        if error is CancellationError { return }
        state.update { $0.banner = Banner(DataError(error), cause: cause) }
    }
}
