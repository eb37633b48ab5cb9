public import Core

/// A ``Core/MessageProvider`` for tests of view models that records its calls and answers as scripted.
public final class MockMessageProvider: MessageProvider, Mock {
    public let log: MockLog
    /// The demo site by default.
    public let site: Site
    /// Scripts and records `rooms(of:)`; without a script nothing is stored.
    public let onRooms: MockMethod<AccountKey, RoomUpdate>
    /// Scripts and records `refreshRooms(of:)`.
    public let onRefreshRooms: MockMethod<AccountKey, RoomUpdate>
    /// Scripts and records `room(_:)`; without a script it is not stored.
    public let onRoom: MockMethod<ChatRoom.ID, ChatRoom?>
    /// Scripts and records `room(with:as:)`, by the id of the person.
    public let onRoomWith: MockMethod<String, ChatRoom>
    /// Scripts and records `messages(in:at:limit:)`; without a script there is none.
    public let onMessages: MockMethod<Asked, MessagePage>
    /// Scripts and records `search(_:in:limit:)`, by the words.
    public let onSearch: MockMethod<String, [Message]>
    /// Scripts and records `sync(_:)`; without a script it goes well.
    public let onSync: MockMethod<ChatRoom.ID, DataError?>
    /// Scripts and records `send(_:with:in:as:)`.
    public let onSend: MockMethod<Sent, OutboxItem.ID?>
    /// Scripts and records `markShown(_:in:)`; without a script it goes well.
    public let onMarkShown: MockMethod<MessagePosition, Void>
    /// Scripts and records `leave(_:)`; without a script it goes well.
    public let onLeave: MockMethod<ChatRoom.ID, Void>
    /// Records `suspend()` and `resume()`: true for the first.
    public let onSuspend: MockMethod<Bool, Void>
    /// How far each room is in step; set it.
    public let status = ObservableValue(RoomStatus())

    private let announcements = Announcements<Void>()

    /// A call of `messages(in:at:limit:)`.
    public struct Asked: Hashable, Sendable {
        /// The room.
        public let room: ChatRoom.ID
        /// The place.
        public let place: MessagePlace
        /// The greatest number.
        public let limit: Int
    }

    /// A call of `send(_:with:in:as:)`.
    public struct Sent: Hashable, Sendable {
        /// What it says.
        public let content: MessageContent
        /// The files that go with it.
        public let files: [UploadFile]
        /// The room.
        public let room: ChatRoom.ID
        /// The id of the new item; `nil` where none was made before.
        public let item: OutboxItem.ID?
    }

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: The site of the rooms; the demo site by default.
    ///   - log: The log that collects unexpected calls; a new one by default.
    public init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onRooms = MockMethod("MockMessageProvider.rooms", log: log) { _ in RoomUpdate() }
        onRefreshRooms = MockMethod("MockMessageProvider.refreshRooms", log: log)
        onRoom = MockMethod("MockMessageProvider.room", log: log) { _ in nil }
        onRoomWith = MockMethod("MockMessageProvider.roomWith", log: log)
        onMessages = MockMethod("MockMessageProvider.messages", log: log) { _ in MessagePage() }
        onSearch = MockMethod("MockMessageProvider.search", log: log)
        onSync = MockMethod("MockMessageProvider.sync", log: log) { _ in nil }
        onSend = MockMethod("MockMessageProvider.send", log: log)
        onMarkShown = MockMethod("MockMessageProvider.markShown", log: log) { _ in }
        onLeave = MockMethod("MockMessageProvider.leave", log: log) { _ in }
        onSuspend = MockMethod("MockMessageProvider.suspend", log: log) { _ in }
    }

    public func rooms(of account: AccountKey) async throws -> RoomUpdate { try await onRooms.answer(to: account) }

    public func refreshRooms(of account: AccountKey) async throws -> RoomUpdate {
        try await onRefreshRooms.answer(to: account)
    }

    public func room(_ id: ChatRoom.ID) async throws -> ChatRoom? { try await onRoom.answer(to: id) }

    public func room(with person: String, as account: AccountKey) async throws -> ChatRoom {
        try await onRoomWith.answer(to: person)
    }

    public func messages(in room: ChatRoom.ID, at place: MessagePlace, limit: Int) async throws -> MessagePage {
        try await onMessages.answer(to: Asked(room: room, place: place, limit: limit))
    }

    public func search(_ text: String, in room: ChatRoom.ID, limit: Int) async throws -> [Message] {
        try await onSearch.answer(to: text)
    }

    public func sync(_ room: ChatRoom.ID) async throws -> DataError? { try await onSync.answer(to: room) }

    public func follow(_ room: ChatRoom.ID) -> AsyncStream<RoomStatus> { status.values }

    @discardableResult
    public func send(
        _ content: MessageContent, with files: [UploadFile], in room: ChatRoom.ID, as item: OutboxItem.ID?
    ) async throws -> OutboxItem.ID? {
        try await onSend.answer(to: Sent(content: content, files: files, room: room, item: item))
    }

    public func markShown(_ position: MessagePosition, in room: ChatRoom.ID) async throws {
        try await onMarkShown.answer(to: position)
    }

    public func leave(_ room: ChatRoom.ID) async throws { try await onLeave.answer(to: room) }

    public func suspend() async {
        // It cannot fail, so a script that does is not told.
        try? await onSuspend.answer(to: true)
    }

    public func resume() async {
        // As above.
        try? await onSuspend.answer(to: false)
    }

    public func changes() -> AsyncStream<Void> { announcements.stream() }

    /// Announces a change of what is stored.
    public func announceChange() { announcements.send(()) }
}
