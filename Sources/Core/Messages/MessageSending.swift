import Foundation
import Synchronization

/// The sending of messages: the kind of intent by which they go through the outbox, with its look into the room.
///
/// Make one for a site, name its kind when the app is wired, and give it to ``DefaultMessageProvider``:
///
/// ```swift
/// let sending = MessageSending(online)
/// configuration.ownKinds += sending.kinds
/// …
/// let messages = DefaultMessageProvider(sending, live: live)
/// ```
///
/// Safe from any thread.
public final class MessageSending: Sendable {
    /// The kind of intent: of one room one after the other, and what is behind one of which nobody knows waits.
    public let kind: IntentKind<MessagePayload>
    /// How the files of a message are uploaded; `nil` where none can be sent.
    public let upload: UploadKind?
    /// The part of the backend that sends.
    public let online: any OnlineMessageProvider

    /// The kinds of intents, to be named when the app is wired.
    public var kinds: [AnyIntentKind] { [AnyIntentKind(kind)] + (upload.map { [AnyIntentKind($0)] } ?? []) }

    private let shared: Shared

    /// What the closures of the kind share with the provider that is made later.
    private final class Shared: Sendable {
        let store = Mutex<(any OfflineMessageProvider)?>(nil)
        let time: any TimeProvider
        let boot: BootID

        init(time: any TimeProvider, boot: BootID) { (self.time, self.boot) = (time, boot) }
    }

    /// Describes the sending of messages.
    ///
    /// - Parameters:
    ///   - online: The part of the backend that sends.
    ///   - upload: How the files of a message are uploaded; `nil`, the default, where none can be sent.
    ///   - name: The name of the kind, as it is stored; `message` by default.
    ///   - settleTime: The time after which a message that was not found is not there; 60 s by default.
    ///   - time: The clock; the registered one by default, else the system's.
    public convenience init(
        _ online: any OnlineMessageProvider, upload: UploadKind? = nil, name: String = "message",
        settleTime: Duration = .seconds(60),
        time: any TimeProvider = Dependency.clock
    ) {
        self.init(online, upload: upload, name: name, settleTime: settleTime, time: time, boot: Dependency.boot)
    }

    /// Describes the sending of messages, in a boot.
    ///
    /// - Parameters:
    ///   - online: The part of the backend that sends.
    ///   - upload: How the files of a message are uploaded; `nil`, the default, where none can be sent.
    ///   - name: The name of the kind, as it is stored; `message` by default.
    ///   - settleTime: The time after which a message that was not found is not there; 60 s by default.
    ///   - time: The clock.
    ///   - boot: The id of the boot.
    package init(
        _ online: any OnlineMessageProvider, upload: UploadKind? = nil, name: String = "message",
        settleTime: Duration = .seconds(60),
        time: any TimeProvider, boot: BootID
    ) {
        let shared = Shared(time: time, boot: boot)
        (self.online, self.upload) = (online, upload)
        self.shared = shared
        var kind = IntentKind<MessagePayload>(name, on: online.site) { request in
            try await Self.send(request, by: online, shared)
        } look: { request in
            try await Self.look(for: request, by: online, shared)
        }
        kind.makesThing = true
        kind.holdsLaneWhileUnsure = true
        kind.holdsLaneWhileWaiting = true
        kind.settleTime = settleTime
        kind.edit = { payload, text in
            guard payload.text != nil else {
                throw DataError(.invalidInput, message: "The message has no text to change. Write another one.")
            }
            var payload = payload
            payload.text = text
            try online.check(payload.content(uploaded: []))
            return payload
        }
        self.kind = kind
    }

    /// Has what is sent stored, before the outbox is told that it was.
    func attach(_ store: any OfflineMessageProvider) {
        shared.store.withLock { $0 = store }
    }

    private static func room(of request: IntentRequest<MessagePayload>) throws(DataError) -> ChatRoom.ID {
        guard let native = request.target else {
            throw DataError(.invalidInput, message: "A message is sent to a room.")
        }
        return ChatRoom.ID(request.account, native)
    }

    private static func send(
        _ request: IntentRequest<MessagePayload>, by online: any OnlineMessageProvider, _ shared: Shared
    ) async throws -> IntentAnswer {
        let room = try room(of: request)
        let content = request.payload.content(uploaded: request.uploaded)
        do {
            let message = try await online.send(content, to: room, by: request.requests)
            await keep([message], claims: [message.id: request.id], in: room, shared)
            return .done(result: message.id)
        } catch let error as NetworkError where error.code == .malformed && error.isOfSuccess {
            return .doneWithoutResult
        }
    }

    /// Stores what the server has taken, so that nothing blinks when the item leaves the outbox.
    private static func keep(
        _ messages: [RemoteMessage], claims: [String: OutboxItem.ID], in room: ChatRoom.ID, _ shared: Shared
    ) async {
        guard let store = shared.store.withLock({ $0 }) else { return }
        do {
            try await store.commit(
                MessageCommit(room, messages, claims: claims, at: shared.time.moment(in: shared.boot)))
        } catch {
            // The server has it all the same, and the next answer of the room brings it.
        }
    }

    /// The moment of the try that is looked for, by the clock of this boot; `nil` where it was in another one.
    private static func attempt(
        of request: IntentRequest<MessagePayload>, lookedForSince began: OutboxTime
    ) -> OutboxTime? {
        if let attempt = request.attempt, attempt.boot == began.boot { return attempt }
        guard let doubt = request.doubt else { return nil }
        var attempt = began
        attempt.uptime -= doubt / .seconds(1)
        return attempt
    }

    private static func look(
        for request: IntentRequest<MessagePayload>, by online: any OnlineMessageProvider, _ shared: Shared
    ) async throws -> IntentFinding {
        let room = try room(of: request)
        let store = shared.store.withLock { $0 }
        if let native = try await store?.natives(of: [request.id], in: room)[request.id] {
            // Its answer was stored, and the app ended before the outbox was told.
            return .found([native])
        }
        let found = Mutex<[RemoteMessage]>([])
        let content = request.payload.content(uploaded: request.uploaded)
        let began = shared.time.moment(in: shared.boot)
        let answer = try await online.messages(
            MessageRequest(room, since: request.payload.since, priority: .background), by: request.requests
        ) { part in
            let alike = part.filter { $0.sender.id == request.account.name && content.isSame(as: $0.content) }
            found.withLock { $0 += alike }
        }
        let alike = found.withLock { $0 }
        var others = request.claimed.union(request.payload.known)
        let now = shared.time.moment(in: shared.boot)
        let attempt = attempt(of: request, lookedForSince: began)
        if let store, let attempt = request.attempt ?? attempt {
            let known = try await store.stored(alike.map(\.id), in: room)
            others.formUnion(known.filter { !$0.isNew(since: attempt, in: now.boot) }.map(\.native))
        }
        var earliest: Date?
        if let date = answer.serverDate, let attempt {
            // The server's date may be that of the end of the request.
            earliest = date - (now.uptime - attempt.uptime) - MessageLook.slack
        }
        let finding = MessageLook.finding(
            of: content, among: alike, besides: others, notBefore: earliest, attempted: request.attempted)
        if case .found(let ids) = finding {
            await keep(alike.filter { ids.contains($0.id) }, claims: [:], in: room, shared)
        }
        return finding
    }
}

extension NetworkError {
    /// Whether the server's status was one of success.
    fileprivate var isOfSuccess: Bool { status.map { (200...299).contains($0) } ?? false }
}
