public import Foundation

/// A provider of rooms in which people write to each other, and of their messages, for a screen.
///
/// Contract:
/// - What it hands out of the server's has been committed to the database, and can be read without a network.
/// - A failure to reach the server is a value beside what is stored; it never removes data.
/// - No message is left out and none is there twice, whatever came first and whatever broke in between.
/// - What is sent goes through the outbox, is shown at once, and its row keeps its id for ever.
/// - Rooms, messages and what was shown of them belong to one account.
/// - Safe from any thread.
public protocol MessageProvider: Sendable {
    /// The site of the rooms.
    var site: Site { get }

    /// Reads the stored rooms of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The rooms, those that changed last first.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    func rooms(of account: AccountKey) async throws -> RoomUpdate

    /// Fetches the rooms of an account, stores them, and reads what is stored.
    ///
    /// - Parameter account: The account.
    /// - Returns: The rooms, and why nothing came, if so.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    func refreshRooms(of account: AccountKey) async throws -> RoomUpdate

    /// Reads a stored room.
    ///
    /// - Parameter id: Its id.
    /// - Returns: The room; `nil` where it is not stored.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    func room(_ id: ChatRoom.ID) async throws -> ChatRoom?

    /// Returns the room with a person: the stored one, else the server is asked, which makes it where there is none.
    ///
    /// - Parameters:
    ///   - person: The site's own id of the person.
    ///   - account: The account.
    /// - Returns: The room.
    /// - Throws: `CancellationError`; ``DataError`` when the database fails, or there is no stored room and the server
    ///   gave none.
    func room(with person: String, as account: AccountKey) async throws -> ChatRoom

    /// Reads a part of a room: what is stored, and at its end what is not sent.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - place: The place of the part.
    ///   - limit: The greatest number of messages that the server has; what is not sent stands behind them.
    /// - Returns: The messages, the oldest first.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    /// - Complexity: O(log *n* + limit) in the messages of the room.
    func messages(in room: ChatRoom.ID, at place: MessagePlace, limit: Int) async throws -> MessagePage

    /// Finds the stored messages of a room whose text has all words of a search.
    ///
    /// - Parameters:
    ///   - text: The words; found inside of others, in any order and case.
    ///   - room: The room.
    ///   - limit: The greatest number of messages.
    /// - Returns: The messages, the newest first.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    func search(_ text: String, in room: ChatRoom.ID, limit: Int) async throws -> [Message]

    /// Fetches what is new in a room, and stores it.
    ///
    /// - Parameter room: The room.
    /// - Returns: The reason why not everything came; `nil` where it did.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    func sync(_ room: ChatRoom.ID) async throws -> DataError?

    /// Keeps a room in step with its server, for as long as the returned stream has a consumer.
    ///
    /// Live events are joined, where there are some, and everything since the last complete answer is asked for; again
    /// whenever they are joined anew.
    ///
    /// - Parameter room: The room.
    /// - Returns: How far it is, at once and after each change; newest only.
    func follow(_ room: ChatRoom.ID) -> AsyncStream<RoomStatus>

    /// Queues a message; when this returns, it is stored and shown.
    ///
    /// - Parameters:
    ///   - content: What it says; a text or files.
    ///   - files: The files that go with it, in their order; they are uploaded before it is sent.
    ///   - room: The room.
    ///   - item: The id of the new item, such as that of its draft, which goes in the same commit; `nil` for a new one.
    /// - Returns: The item of the outbox, which is the id of the row.
    /// - Throws: As ``WritingProvider/queue(_:as:id:undo:)``.
    @discardableResult
    func send(
        _ content: MessageContent, with files: [UploadFile], in room: ChatRoom.ID, as item: OutboxItem.ID?
    ) async throws -> OutboxItem.ID?

    /// Notes that a message was shown: nothing up to it is unread.
    ///
    /// - Parameters:
    ///   - position: The place of the message.
    ///   - room: The room.
    /// - Throws: ``DataError`` when it cannot be stored.
    func markShown(_ position: MessagePosition, in room: ChatRoom.ID) async throws

    /// Notes that a room was left: one that has no message, and none that is not sent, is removed.
    ///
    /// - Parameter room: The room.
    /// - Throws: ``DataError`` when it cannot be stored.
    func leave(_ room: ChatRoom.ID) async throws

    /// Ends live events until ``resume()``, for when the app goes to the background.
    func suspend() async

    /// Has live events again behind ``suspend()``; what was missed is fetched.
    func resume() async

    /// Announces changes of rooms and messages, of any account, what is not sent included.
    ///
    /// - Returns: A stream that ends when its consumer does, newest only.
    func changes() -> AsyncStream<Void>
}

extension MessageProvider {
    /// Queues a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - room: The room.
    ///   - item: The id of the new item, such as that of its draft; a new one by default.
    /// - Returns: The item of the outbox.
    /// - Throws: As ``send(_:with:in:as:)``.
    @discardableResult
    public func send(
        _ text: String, in room: ChatRoom.ID, as item: OutboxItem.ID? = nil
    ) async throws -> OutboxItem.ID? {
        try await send(MessageContent(text: text), with: [], in: room, as: item)
    }

    /// Queues a message under a new id.
    ///
    /// - Parameters:
    ///   - content: What it says; a text or files.
    ///   - files: The files that go with it, in their order.
    ///   - room: The room.
    /// - Returns: The item of the outbox.
    /// - Throws: As ``send(_:with:in:as:)``.
    @discardableResult
    public func send(
        _ content: MessageContent, with files: [UploadFile], in room: ChatRoom.ID
    ) async throws -> OutboxItem.ID? {
        try await send(content, with: files, in: room, as: nil)
    }
}

/// The place of a part of a room.
public enum MessagePlace: Hashable, Sendable {
    /// The newest messages.
    case newest
    /// Those before a place.
    case before(MessagePosition)
    /// Those from a place on, that one included.
    case from(MessagePosition)
    /// Those around a date: half of them before it.
    case date(Date)
}

/// A part of a room.
public struct MessagePage: Hashable, Sendable {
    /// The messages, the oldest first; what is not sent stands at the end of the newest part.
    public var messages: [Message]
    /// Whether older ones are stored.
    public var hasOlder: Bool
    /// Whether newer ones are stored.
    public var hasNewer: Bool
    /// The number of stored messages of the room that the server has.
    public var count: Int

    /// Creates a part; an empty one by default.
    ///
    /// - Parameters:
    ///   - messages: The messages, the oldest first.
    ///   - hasOlder: Whether older ones are stored.
    ///   - hasNewer: Whether newer ones are stored.
    ///   - count: The number of stored messages of the room.
    public init(_ messages: [Message] = [], hasOlder: Bool = false, hasNewer: Bool = false, count: Int = 0) {
        (self.messages, self.hasOlder, self.hasNewer, self.count) = (messages, hasOlder, hasNewer, count)
    }
}

/// The rooms of an account as they are stored, with how that came.
public struct RoomUpdate: Equatable, Sendable {
    /// The rooms, those that changed last first.
    public var rooms: [ChatRoom]
    /// The date at which the list was fetched last; `nil` for never.
    public var refreshed: Date?
    /// Whether this call has brought the list from the server.
    public var isFetched: Bool
    /// The reason why nothing came; `nil` where nothing failed.
    public var error: DataError?

    /// Creates an update.
    ///
    /// - Parameters:
    ///   - rooms: The rooms; none by default.
    ///   - refreshed: The date at which the list was fetched last; never by default.
    ///   - isFetched: Whether this call has brought the list; false by default.
    ///   - error: The reason why nothing came; none by default.
    public init(
        _ rooms: [ChatRoom] = [], refreshed: Date? = nil, isFetched: Bool = false, error: DataError? = nil
    ) {
        (self.rooms, self.refreshed, self.isFetched, self.error) = (rooms, refreshed, isFetched, error)
    }
}

/// How far an open room is in step with its server.
public struct RoomStatus: Equatable, Sendable {
    /// Whether something is being fetched.
    public var isSyncing: Bool
    /// Whether live events come.
    public var isLive: Bool
    /// Whether everything was fetched since the room was opened, or live events were joined last.
    public var isInStep: Bool
    /// The error of the last request; `nil` where it went well.
    public var error: DataError?

    /// Creates a status; of a room of which nothing was fetched by default.
    ///
    /// - Parameters:
    ///   - isSyncing: Whether something is being fetched.
    ///   - isLive: Whether live events come.
    ///   - isInStep: Whether everything was fetched.
    ///   - error: The error of the last request.
    public init(isSyncing: Bool = false, isLive: Bool = false, isInStep: Bool = false, error: DataError? = nil) {
        (self.isSyncing, self.isLive, self.isInStep, self.error) = (isSyncing, isLive, isInStep, error)
    }
}
