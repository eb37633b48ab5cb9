import Foundation

/// A kind of intent of an app's own, which the outbox keeps, sends and looks for as it does a vote or a reply.
///
/// ```swift
/// let message = IntentKind<Message>("message", on: site) { request in
///     let answer = try await request.requests.response(to: try chat.post(request.payload, key: request.id))
///     return .done(result: try chat.id(in: answer))
/// } look: { request in
///     try await chat.finds(request.payload, by: request.requests)
/// }
/// let intent = try message.intent(Message(text), lane: "room-1")
/// try await writing.queue(.own(intent), as: account)
/// ```
///
/// Name the kinds when the app is wired (`AppServices.Configuration.ownKinds`). What they queue is sent with the
/// session of its own account: that of the site's backend. A name and the meaning of a payload are for ever: entries
/// are stored with them.
public struct IntentKind<Payload: Codable & Sendable>: Sendable {
    /// The name, as it is stored.
    public let name: OutboxItem.Kind
    /// The site that it is sent to.
    public let site: Site
    /// Whether it is a wish: only the newest one of a lane counts, and it is sent again where nobody knows whether it
    /// arrived.
    package let isWish: Bool
    /// The version of the payload's form, 1 at first: an app of an older version keeps what a newer one queued and does
    /// not send it.
    public var version = 1
    /// What may be done where nobody knows whether it arrived; a wish may always be repeated.
    public var repetition: IntentRepetition
    /// Whether it makes something on the server that others can wait for and name by its id.
    public var makesThing = false
    /// Whether what is behind it in its lane waits while nobody could find out whether it arrived: so in a chat, where
    /// order is all.
    public var holdsLaneWhileUnsure = false
    /// Whether what is behind it in its lane waits while it waits for its parts or for another item; false by default.
    ///
    /// What it waits for has to have another lane.
    public var holdsLaneWhileWaiting = false
    /// Whether it exists only for the one that waits for it, such as an upload, and leaves with that one.
    public var isPart = false
    /// Whether it is dropped only by somebody who says that they mean just that, such as a payment whose money is
    /// taken.
    ///
    /// Without that consent giving it up throws ``WritingError/needsConsent(_:)``, and leaving the account in a way
    /// that would drop it ``AccountDepartureError/needsConsent(_:paymentCount:)``. It is never sent from another
    /// account. ``OutboxState/sent`` has it once it is sent, also where it makes nothing.
    public var needsConsent = false
    /// The time after which what was not found is not there, and after which a server's answer to a read is believed;
    /// 60 seconds by default.
    public var settleTime = Duration.seconds(60)
    /// The age from which a person is asked before it is sent; `nil`, the default, for never.
    public var ageLimit: Duration?
    /// The closure that puts another text into the payload of an unsent act, for ``OutboxDecision/edit(_:)``; `nil`, the
    /// default, where it has no text of a person, and for a wish.
    ///
    /// It throws ``DataError`` with the code `invalidInput` for a text that the server would not take.
    public var edit: (@Sendable (Payload, String) throws -> Payload)?

    /// The closure that sends one, as it was given; the outbox calls it, and a test may.
    ///
    /// What it throws is understood as ``IntentAnswer/init(_:)`` says.
    public let send: @Sendable (IntentRequest<Payload>) async throws -> IntentAnswer
    /// The closure that looks whether an act arrived, as it was given; `nil` where there is none, and for a wish.
    public let look: (@Sendable (IntentRequest<Payload>) async throws -> IntentFinding)?
    /// The closure that reads what the server has of a wish, as it was given; `nil` where there is none, and for an
    /// act.
    public let read: (@Sendable (IntentRequest<Payload>) async throws -> Payload)?

    /// Describes an act: each is sent once, those of a lane one after the other.
    ///
    /// - Parameters:
    ///   - name: The name, as it is stored; none of the built-in ones.
    ///   - site: The site that it is sent to.
    ///   - repetition: What may be done where nobody knows whether it arrived; it is looked for by default.
    ///   - send: Sends it. An error that it throws is understood as ``IntentAnswer/init(_:)`` says.
    ///   - look: Looks whether it arrived, by a request to the server itself; `nil` where that cannot be told, so that
    ///     the person is asked.
    public init(
        _ name: String, on site: Site, repetition: IntentRepetition = .never,
        send: @escaping @Sendable (IntentRequest<Payload>) async throws -> IntentAnswer,
        look: (@Sendable (IntentRequest<Payload>) async throws -> IntentFinding)?
    ) {
        self.init(name, site, isWish: false, repetition, send: send, look: look, read: nil)
    }

    /// Describes a wish: of a lane only the newest counts, and it may be sent again.
    ///
    /// - Parameters:
    ///   - name: The name, as it is stored; none of the built-in ones.
    ///   - site: The site that it is sent to.
    ///   - send: Sends it. An error that it throws is understood as ``IntentAnswer/init(_:)`` says.
    ///   - read: Reads what the server has, as the payload that would set it; it is asked once after an attempt of
    ///     which nobody knows whether it arrived. `nil` where that cannot be read.
    public init(
        wish name: String, on site: Site,
        send: @escaping @Sendable (IntentRequest<Payload>) async throws -> IntentAnswer,
        read: (@Sendable (IntentRequest<Payload>) async throws -> Payload)?
    ) {
        self.init(name, site, isWish: true, .always, send: send, look: nil, read: read)
    }

    private init(
        _ name: String, _ site: Site, isWish: Bool, _ repetition: IntentRepetition,
        send: @escaping @Sendable (IntentRequest<Payload>) async throws -> IntentAnswer,
        look: (@Sendable (IntentRequest<Payload>) async throws -> IntentFinding)?,
        read: (@Sendable (IntentRequest<Payload>) async throws -> Payload)?
    ) {
        precondition(
            !name.isEmpty && !OutboxEntry.Kind.builtIn.contains { $0.rawValue == name },
            "A kind of intent needs a name of its own, not '\(name)'.")
        self.name = OutboxItem.Kind(rawValue: name)
        self.site = site
        self.isWish = isWish
        self.repetition = repetition
        (self.send, self.look, self.read) = (send, look, read)
    }

    /// Makes an intent to be queued.
    ///
    /// - Parameters:
    ///   - payload: What is to be done.
    ///   - lane: What it is about: intents of one lane are sent in order. The wishes of each kind have lanes of their
    ///     own.
    ///   - target: The thing that it is about, for the sender and for display; its native id may be an unsent item's.
    ///     None by default.
    ///   - parts: The items that make its parts, such as uploads; none by default.
    ///   - items: The items that have to be sent before it; none by default.
    ///   - files: The files that belong to it, in their order; none by default.
    ///   - upload: How they are uploaded before it is sent; `nil`, the default, where its own request sends them
    ///     (``IntentRequest/data(of:)``).
    /// - Returns: The intent.
    /// - Throws: ``DataError`` with the code `invalidInput` for a payload that JSON cannot hold, for a kind of upload of
    ///   another site, and for a wish that is to wait for uploads.
    public func intent(
        _ payload: Payload, lane: String, about target: StatusTarget? = nil, parts: [OutboxItem.ID] = [],
        after items: [OutboxItem.ID] = [], with files: [UploadFile] = [], uploadedBy upload: UploadKind? = nil
    ) throws -> OwnIntent {
        var intent = OwnIntent(
            kind: name, site: site, version: version, payload: try Self.text(of: payload), lane: lane, target: target,
            parts: parts, waitsFor: items)
        intent.files = files
        guard !files.isEmpty, let upload else { return intent }
        guard upload.site == site, !isWish else {
            throw DataError(
                .invalidInput, message: "Files are uploaded for acts, by a kind of upload of the same site.")
        }
        intent.uploadKind = upload.name
        intent.filesPerUpload = upload.maximumCount
        return intent
    }

    /// Reads the payload of an item.
    ///
    /// - Parameter text: The payload, as ``OutboxItem/payload`` has it.
    /// - Returns: The payload.
    /// - Throws: ``DataError`` with the code `malformed` where it has another form.
    public func payload(of text: RawJSON) throws -> Payload {
        do {
            return try JSONDecoder().decode([Payload].self, from: Data("[\(text.text)]".utf8))[0]
        } catch {
            throw DataError(
                .malformed, message: "This version cannot read what is to be sent. Update the app, or give it up.",
                underlying: error)
        }
    }

    /// The text of a payload: equal payloads have equal ones.
    static func text(of payload: Payload) throws -> RawJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try RawJSON(try encoder.encode(payload)).canonical
        } catch {
            throw DataError(
                .invalidInput, message: "This cannot be kept until it is sent: it has no form in JSON.",
                underlying: error)
        }
    }

    var policy: OutboxEntry.Policy {
        var policy = OutboxEntry.Policy(repetition.rule)
        policy.isToggle = isWish
        policy.makesThing = makesThing
        policy.holdsLaneWhileUnsure = holdsLaneWhileUnsure
        policy.holdsLaneWhileWaiting = holdsLaneWhileWaiting
        policy.isPart = isPart
        policy.needsConsent = needsConsent
        policy.settleTime = settleTime / .seconds(1)
        policy.ageLimit = ageLimit.map { $0 / .seconds(1) }
        return policy
    }
}

/// A rule for an intent of which nobody knows whether it arrived.
public enum IntentRepetition: String, Hashable, Sendable, CaseIterable {
    /// It is sent again: twice is as good as once, or the server keeps the promise of an idempotency key.
    case always
    /// Its target is read by the look, and it is sent again where the look says that it is as it was before.
    case afterReading
    /// It is looked for, and sent again only where it is not there.
    case never

    var rule: OutboxEntry.Policy.Repetition {
        switch self {
        case .always: .always
        case .afterReading: .afterReading
        case .never: .never
        }
    }
}

/// An intent of an app's own kind, to be queued; ``IntentKind/intent(_:lane:about:parts:after:with:uploadedBy:)`` makes it.
public struct OwnIntent: Hashable, Sendable {
    /// Its kind.
    public let kind: OutboxItem.Kind
    /// The site that it is sent to.
    public let site: Site
    /// The version of the payload's form.
    public let version: Int
    /// What is to be done.
    public let payload: RawJSON
    /// What it is about: intents of one lane are sent in order.
    public internal(set) var lane: String
    /// The thing that it is about.
    public internal(set) var target: StatusTarget?
    /// The items that make its parts.
    public let parts: [OutboxItem.ID]
    /// The items that have to be sent before it.
    public let waitsFor: [OutboxItem.ID]
    /// The files that belong to it.
    public internal(set) var files: [UploadFile] = []
    /// How they are uploaded before it is sent; `nil` where they are not.
    var uploadKind: OutboxItem.Kind?
    /// The largest number of files in one call.
    var filesPerUpload = 1
}

/// A type-erased kind of intent, to list kinds of several payloads.
public struct AnyIntentKind: Sendable {
    /// The name, as it is stored.
    public let name: OutboxItem.Kind
    /// The site that it is sent to.
    public let site: Site
    package let kind: OutboxEntry.Kind
    package let version: Int
    let policy: OutboxEntry.Policy
    /// The kind of upload that it is; `nil` for an intent.
    var upload: UploadKind?
    /// Puts another text into a payload; `nil` where none can be changed.
    var edit: (@Sendable (RawJSON, String) throws -> RawJSON)?
    let send: @Sendable (OutboxRequest, OutboxWriter) async throws -> OutboxAnswer
    let look: @Sendable (OutboxRequest, OutboxWriter) async throws -> OutboxFinding
    let read: @Sendable (OutboxRequest, OutboxWriter) async throws -> OutboxReading

    /// Wraps a kind.
    ///
    /// - Parameter kind: The kind.
    public init<Payload>(_ kind: IntentKind<Payload>) {
        name = kind.name
        site = kind.site
        self.kind = OutboxEntry.Kind(rawValue: kind.name.rawValue)
        version = kind.version
        policy = kind.policy
        upload = nil
        if let change = kind.edit, !kind.isWish {
            edit = { payload, text in
                try IntentKind<Payload>.text(of: try change(try kind.payload(of: payload), text))
            }
        }
        send = { request, writer in
            let intent = IntentRequest(request, try kind.payload(of: request.entry.payload), writer)
            return OutboxAnswer(try await kind.send(intent), to: request.entry)
        }
        look = { request, writer in
            guard let look = kind.look else { return .unclear(OutboxEntry.Reason(DataError(.outcomeUnknown))) }
            let intent = IntentRequest(request, try kind.payload(of: request.entry.payload), writer)
            return OutboxFinding(try await look(intent))
        }
        read = { request, writer in
            guard let read = kind.read else { return .failed(isPassing: false) }
            let intent = IntentRequest(request, try kind.payload(of: request.entry.payload), writer)
            return .value(try IntentKind.text(of: try await read(intent)).text)
        }
    }

    init(
        name: OutboxItem.Kind, site: Site, kind: OutboxEntry.Kind, version: Int, policy: OutboxEntry.Policy,
        upload: UploadKind?,
        send: @escaping @Sendable (OutboxRequest, OutboxWriter) async throws -> OutboxAnswer,
        look: @escaping @Sendable (OutboxRequest, OutboxWriter) async throws -> OutboxFinding,
        read: @escaping @Sendable (OutboxRequest, OutboxWriter) async throws -> OutboxReading
    ) {
        (self.name, self.site, self.kind, self.version) = (name, site, kind, version)
        (self.policy, self.upload) = (policy, upload)
        (self.send, self.look, self.read) = (send, look, read)
    }
}
