public import Core
import Foundation

/// A way to send one of the built-in kinds of intents to a site: a vote, a reply, an edit.
///
/// A backend of one's own gives one for each kind that its site takes (``Core/Backend/setWriting(_:by:pace:)``); view
/// models have the buttons of those, and the outbox keeps, sends and looks for them as it does for the built-in sites.
///
/// ```swift
/// try backend.setWriting(
///     [
///         .vote { request in
///             let answer = try await request.requests.response(to: like(request.target, request.payload == .up))
///             return .done(try isLiked(in: answer) ? .up : .neutral)
///         } read: { request in
///             try await isLiked(request.target, request.requests) ? .up : .neutral
///         },
///         .reply { request in
///             .done(result: try await send(request.payload.text, below: request.target, request.requests))
///         } look: { request in
///             try await ownComments(below: request.target, request)
///         },
///     ], by: rules)
/// ```
///
/// An error that a closure throws is understood as ``Core/IntentAnswer/init(_:)`` says, and one of a look or a read as a
/// look that failed. Give a request that must not be done twice `isSentOnce`.
public struct SiteAct: Sendable {
    /// The kind that it sends.
    public let kind: OutboxItem.Kind
    /// The closures by the form of the kind.
    let form: Form

    /// What the closures do, on the forms that the outbox has.
    enum Form: Sendable {
        case wish(
            send: @Sendable (OutboxRequest, OutboxWriter) async throws -> OutboxAnswer,
            read: (@Sendable (OutboxRequest, OutboxWriter) async throws -> OutboxReading)?)
        case text(
            making: StatusTarget.Kind, mayChange: Bool,
            send: @Sendable (OutboxRequest, OutboxWriter) async throws -> IntentAnswer,
            look: @Sendable (OutboxRequest, OutboxWriter) async throws -> OwnThings)
        case edit(
            send: @Sendable (OutboxRequest, OutboxWriter) async throws -> IntentAnswer,
            read: @Sendable (OutboxRequest, OutboxWriter) async throws -> String?)
        case deletion(send: @Sendable (OutboxRequest, OutboxWriter) async throws -> IntentAnswer)
    }

    private init(_ kind: OutboxEntry.Kind, _ form: Form) {
        self.kind = OutboxItem.Kind(rawValue: kind.rawValue)
        self.form = form
    }

    // MARK: Wishes

    /// Describes how a vote is sent.
    ///
    /// - Parameters:
    ///   - send: Sends the vote, which may be repeated. A site that has no vote of one kind refuses it.
    ///   - read: Reads the account's vote as the server has it; it is asked once after an attempt of which nobody knows
    ///     whether it arrived. `nil` where that cannot be read.
    /// - Returns: The act.
    public static func vote(
        send:
            @escaping @Sendable (IntentRequest<ConfirmedValues.ServerVote>) async throws -> WishAnswer<
                ConfirmedValues.ServerVote
            >,
        read: (@Sendable (IntentRequest<ConfirmedValues.ServerVote>) async throws -> ConfirmedValues.ServerVote)?
    ) -> SiteAct {
        wish(.vote, send, read) { text in
            switch text {
            case "1": .up
            case "-1": .down
            case "0": .neutral
            default: nil
            }
        } text: { vote, _ in
            switch vote {
            case .up: "1"
            case .down: "-1"
            case .neutral: "0"
            }
        }
    }

    /// Describes how something is saved and taken out of what is saved.
    ///
    /// - Parameters:
    ///   - send: Sends it, which may be repeated; the payload is whether it is to be saved.
    ///   - read: Reads whether it is saved; `nil` where that cannot be read.
    /// - Returns: The act.
    public static func save(
        send: @escaping @Sendable (IntentRequest<Bool>) async throws -> WishAnswer<Bool>,
        read: (@Sendable (IntentRequest<Bool>) async throws -> Bool)?
    ) -> SiteAct { flag(.save, send, read) }

    /// Describes how a post is hidden and shown again.
    ///
    /// - Parameters:
    ///   - send: Sends it, which may be repeated; the payload is whether it is to be hidden.
    ///   - read: Reads whether it is hidden; `nil` where that cannot be read.
    /// - Returns: The act.
    public static func hide(
        send: @escaping @Sendable (IntentRequest<Bool>) async throws -> WishAnswer<Bool>,
        read: (@Sendable (IntentRequest<Bool>) async throws -> Bool)?
    ) -> SiteAct { flag(.hide, send, read) }

    /// Describes how a source is subscribed to and left.
    ///
    /// - Parameters:
    ///   - send: Sends it, which may be repeated; the payload is whether it is to be subscribed to, and the target its
    ///     name.
    ///   - read: Reads whether it is subscribed to; `nil` where that cannot be read.
    /// - Returns: The act.
    public static func subscribe(
        send: @escaping @Sendable (IntentRequest<Bool>) async throws -> WishAnswer<Bool>,
        read: (@Sendable (IntentRequest<Bool>) async throws -> Bool)?
    ) -> SiteAct { flag(.subscribe, send, read) }

    private static func flag(
        _ kind: OutboxEntry.Kind, _ send: @escaping @Sendable (IntentRequest<Bool>) async throws -> WishAnswer<Bool>,
        _ read: (@Sendable (IntentRequest<Bool>) async throws -> Bool)?
    ) -> SiteAct {
        wish(kind, send, read, value: FlagText.isOn, text: FlagText.text)
    }

    private static func wish<Value: Sendable>(
        _ kind: OutboxEntry.Kind,
        _ send: @escaping @Sendable (IntentRequest<Value>) async throws -> WishAnswer<Value>,
        _ read: (@Sendable (IntentRequest<Value>) async throws -> Value)?,
        value: @escaping @Sendable (String?) -> Value?, text: @escaping @Sendable (Value, String?) -> String
    ) -> SiteAct {
        @Sendable func asked(_ request: OutboxRequest, _ writer: OutboxWriter) throws -> IntentRequest<Value> {
            guard let wish = value(request.entry.value) else {
                throw DataError(
                    .malformed, message: "This version cannot read what is to be sent. Update the app, or give it up.")
            }
            return IntentRequest(request, wish, writer)
        }
        let reading = read.map { read in
            { @Sendable (request: OutboxRequest, writer: OutboxWriter) in
                OutboxReading.value(text(try await read(asked(request, writer)), request.entry.value))
            }
        }
        let form = Form.wish(
            send: { request, writer in
                switch try await send(asked(request, writer)) {
                case .done(let value): .done(result: nil, value: value.map { text($0, request.entry.value) })
                case .other(let answer): OutboxAnswer(answer, to: request.entry)
                }
            }, read: reading)
        return SiteAct(kind, form)
    }

    // MARK: Texts

    /// Describes how a reply is sent and looked for.
    ///
    /// - Parameters:
    ///   - mayChange: Whether the site may change the words of a comment, so that another own one of that time may be
    ///     it; false by default.
    ///   - send: Sends the reply once; the target is what it answers. The result of what it made is the comment's id.
    ///   - look: Lists the account's own comments that answer the same, back past the attempt.
    /// - Returns: The act.
    public static func reply(
        mayChange: Bool = false, send: @escaping @Sendable (IntentRequest<ReplyText>) async throws -> IntentAnswer,
        look: @escaping @Sendable (IntentRequest<ReplyText>) async throws -> OwnThings
    ) -> SiteAct {
        text(.reply, .comment, mayChange, send, look) { ReplyText(text: $0.text ?? "", post: $0.post) }
    }

    /// Describes how a post is sent and looked for.
    ///
    /// - Parameters:
    ///   - mayChange: Whether the site may change the words of a post, so that another own one of that time may be it;
    ///     false by default.
    ///   - send: Sends the post once; the target is the name of its community. The result of what it made is its id.
    ///   - look: Lists the account's own posts there, back past the attempt.
    /// - Returns: The act.
    public static func submit(
        mayChange: Bool = false, send: @escaping @Sendable (IntentRequest<PostDraft>) async throws -> IntentAnswer,
        look: @escaping @Sendable (IntentRequest<PostDraft>) async throws -> OwnThings
    ) -> SiteAct {
        text(.submit, .post, mayChange, send, look) { PostDraft(title: $0.title ?? "", text: $0.text, url: $0.url) }
    }

    private static func text<Payload: Sendable>(
        _ kind: OutboxEntry.Kind, _ thing: StatusTarget.Kind, _ mayChange: Bool,
        _ send: @escaping @Sendable (IntentRequest<Payload>) async throws -> IntentAnswer,
        _ look: @escaping @Sendable (IntentRequest<Payload>) async throws -> OwnThings,
        _ payload: @escaping @Sendable (OutboxText) -> Payload
    ) -> SiteAct {
        let form = Form.text(
            making: thing, mayChange: mayChange,
            send: { try await send(IntentRequest($0, payload(try OutboxText(of: $0.entry)), $1)) },
            look: { try await look(IntentRequest($0, payload(try OutboxText(of: $0.entry)), $1)) })
        return SiteAct(kind, form)
    }

    /// Describes how the text of a comment or a post is changed.
    ///
    /// - Parameters:
    ///   - send: Sends the new text, which is the payload.
    ///   - read: Reads the text as the server has it now, before the change is repeated; `nil` for what is gone.
    /// - Returns: The act.
    public static func edit(
        send: @escaping @Sendable (IntentRequest<String>) async throws -> IntentAnswer,
        read: @escaping @Sendable (IntentRequest<String>) async throws -> String?
    ) -> SiteAct {
        let form = Form.edit(
            send: { try await send(IntentRequest($0, try OutboxText(of: $0.entry).text ?? "", $1)) },
            read: { try await read(IntentRequest($0, try OutboxText(of: $0.entry).text ?? "", $1)) })
        return SiteAct(.edit, form)
    }

    /// Describes how a comment or a post of one's own is deleted.
    ///
    /// - Parameter send: Deletes it, which may be repeated: what is gone already is done.
    /// - Returns: The act.
    public static func delete(
        send: @escaping @Sendable (IntentRequest<Void>) async throws -> IntentAnswer
    ) -> SiteAct {
        SiteAct(.delete, .deletion { try await send(IntentRequest($0, (), $1)) })
    }
}

/// A reply that is to be sent.
public struct ReplyText: Hashable, Sendable {
    /// The text, as it was typed.
    public let text: String
    /// The site's own id of the post in whose thread it stands; `nil` where that is not known.
    public let post: String?

    /// Creates a reply, as the outbox does; for a test of an act.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - post: The post in whose thread it stands; not known by default.
    public init(text: String, post: String? = nil) {
        self.text = text
        self.post = post
    }
}

/// The answer to a wish that was sent.
public enum WishAnswer<Value: Sendable>: Sendable {
    /// The server took it, and has this now, which is shown from then on; `nil` where its answer does not tell.
    case done(Value?)
    /// Anything else.
    case other(IntentAnswer)
}
