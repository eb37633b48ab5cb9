public import Foundation

/// The part of a backend that fetches rooms and messages, and sends messages.
///
/// Contract:
/// - It asks as the account that is named and as nobody else.
/// - It knows nothing of what is stored, and stores nothing.
/// - What cannot be read of an answer costs nothing else of it.
/// - Each call is one request, or fails as a whole: an answer that is cut is an error.
/// - Cancelling the calling task ends the request and throws `CancellationError`.
public protocol OnlineMessageProvider: Sendable {
    /// The site of the rooms.
    var site: Site { get }

    /// Fetches all rooms of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The rooms, in any order.
    /// - Throws: ``NetworkError``, `CancellationError`.
    func rooms(of account: AccountKey) async throws -> [RemoteRoom]

    /// Opens the room with a person, which is made where there is none; it may be repeated.
    ///
    /// - Parameters:
    ///   - person: The site's own id of the person.
    ///   - account: The account.
    /// - Returns: The room.
    /// - Throws: ``NetworkError``, ``DataError`` with the code `invalidInput`, `CancellationError`.
    func openRoom(with person: String, as account: AccountKey) async throws -> RemoteRoom

    /// Fetches the messages of a room, in parts.
    ///
    /// - Parameters:
    ///   - request: The room, and from when on.
    ///   - requests: The way to the server; `nil` for the usual one. A look gives the one of its account.
    ///   - take: Takes a part of the answer, of a thousand messages at most; the next one is made when it has returned.
    /// - Returns: What else the answer tells, once all parts were taken.
    /// - Throws: ``NetworkError`` when the answer is not whole, what `take` throws, `CancellationError`.
    func messages(
        _ request: MessageRequest, by requests: (any RequestProvider)?,
        take: @Sendable ([RemoteMessage]) async throws -> Void
    ) async throws -> MessageAnswer

    /// Sends a message, at most once.
    ///
    /// - Parameters:
    ///   - content: What it says; a text or files.
    ///   - room: The room.
    ///   - requests: The requests of the account that sends it.
    /// - Returns: The message as the server has taken it.
    /// - Throws: ``NetworkError``; one with the code `malformed` and a status of success where the server took it and its
    ///   answer cannot be read. `CancellationError`.
    func send(
        _ content: MessageContent, to room: ChatRoom.ID, by requests: any RequestProvider
    ) async throws -> RemoteMessage

    /// Checks what is to be sent, before it is queued.
    ///
    /// - Parameter content: What it says; its files that are not uploaded yet are not among it.
    /// - Throws: ``DataError`` with the code `invalidInput` for a text that the server would not take; never by default.
    func check(_ content: MessageContent) throws(DataError)

    /// Whether an error of a room says that it, or the other person, is gone.
    ///
    /// - Parameter error: What a call threw.
    /// - Returns: True for the status 410 by default.
    func saysEnded(_ error: any Error) -> Bool
}

extension OnlineMessageProvider {
    public func check(_ content: MessageContent) throws(DataError) {}

    public func saysEnded(_ error: any Error) -> Bool { error.asNetworkError?.status == 410 }
}

/// A request for the messages of a room.
public struct MessageRequest: Hashable, Sendable {
    /// The room.
    public var room: ChatRoom.ID
    /// The server's time from which on they are wanted; `nil` for all.
    public var since: Date?
    /// The priority of the request.
    public var priority: RequestPriority

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - since: The server's time from which on they are wanted; all by default.
    ///   - priority: The priority of the request; that of a person who waits by default.
    public init(_ room: ChatRoom.ID, since: Date? = nil, priority: RequestPriority = .userInitiated) {
        (self.room, self.since, self.priority) = (room, since, priority)
    }
}

/// What an answer with messages tells beside them.
public struct MessageAnswer: Hashable, Sendable {
    /// The date of the server; `nil` where it told none.
    public var serverDate: Date?
    /// What could not be read.
    public var issues: [DecodeIssue]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - serverDate: The date of the server; none by default.
    ///   - issues: What could not be read; nothing by default.
    public init(serverDate: Date? = nil, issues: [DecodeIssue] = []) {
        self.serverDate = serverDate
        self.issues = issues
    }
}

/// The live events of rooms, such as those of a socket.
///
/// Contract:
/// - The events of a room come in order. Each ``LiveMessageEvent/connected`` says that what happened before is not told.
/// - It connects again by itself, until the consumer of ``events(in:)`` ends.
/// - Nothing is sent over it, so nothing is sent twice.
public protocol LiveMessageProvider: Sendable {
    /// Joins a room, until the consumer ends.
    ///
    /// - Parameter room: The room.
    /// - Returns: What happens there, for one consumer; it takes one after the other, so that nothing piles up here.
    func events(in room: ChatRoom.ID) -> AsyncStream<LiveMessageEvent>

    /// Disconnects until ``resume()``, for when the app goes to the background.
    func suspend() async

    /// Connects again behind ``suspend()``.
    func resume() async

    /// Makes the next attempt soon, for when the network's path has returned.
    func reconnectNow() async
}

/// Something that happened in a room that is followed live.
public enum LiveMessageEvent: Equatable, Sendable {
    /// Events come from now on.
    case connected
    /// A message came.
    case message(RemoteMessage)
    /// Events do not come, for this reason.
    case disconnected(DataError?)
}
