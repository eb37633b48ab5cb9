import Cloud
public import Core
import Foundation

/// The rooms and messages of a community server, over REST; without pages, as the server has none.
///
/// A room's answer may have everything that was ever written in it. It comes as a whole, up to 256 MiB, and is read a
/// thousand messages at a time.
///
/// Safe from any thread.
public struct CommunityMessages: OnlineMessageProvider {
    private let requests: CommunityRequests
    private let provider: any RequestProvider
    private let reader: AnswerReader

    /// The number of messages of one part.
    private static let partSize = 1000

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - provider: The way to the server, with the credentials of the session.
    public init(_ configuration: CommunityConfiguration, by provider: any RequestProvider) {
        requests = CommunityRequests(configuration)
        self.provider = provider
        reader = AnswerReader(provider)
    }

    public var site: Site { .community }

    /// Describes how the pictures of a message are uploaded: up to five in one call, before the message is sent.
    ///
    /// - Parameter configuration: The configuration of the server.
    /// - Returns: The kind `messagePictures`.
    public static func pictures(_ configuration: CommunityConfiguration) -> UploadKind {
        let requests = CommunityRequests(configuration)
        return UploadKind("messagePictures", on: .community, upTo: PictureRule.maximumCount) { request in
            try await PictureUpload(requests).send(request, to: request.target, of: .uploadToRoom)
        }
    }

    public func check(_ content: MessageContent) throws(DataError) {
        guard let text = content.text, let problem = TextRule.message.problem(of: text) else { return }
        throw CommunityWriter.error(of: problem, in: .message)
    }

    public func rooms(of account: AccountKey) async throws -> [RemoteRoom] {
        var request = try requests.rooms()
        request.sender = .account(account)
        return try await refusable(.readRooms) {
            try await reader.value(of: request) { response in
                let json = try response.json()
                return try response.readable { try WireList(json) { try WireRoom($0) } }.elements
                    .map { $0.remote(for: account) }
            }
        }
    }

    public func openRoom(with person: String, as account: AccountKey) async throws -> RemoteRoom {
        guard person != account.name else {
            throw DataError(.notFound, message: "Nobody has a room with themselves.")
        }
        var request = try requests.openRoom(with: person)
        request.sender = .account(account)
        return try await refusable(.openRoom) {
            try await reader.value(of: request) { response in
                let json = try response.json()
                return try response.readable { try WireRoom(json) }.remote(for: account)
            }
        }
    }

    public func messages(
        _ request: MessageRequest, by requests: (any RequestProvider)?,
        take: @Sendable ([RemoteMessage]) async throws -> Void
    ) async throws -> MessageAnswer {
        var question = try self.requests.messages(in: request.room.native, since: request.since)
        question.sender = .account(request.room.account)
        question.priority = request.priority
        // A look must not be answered by a request that was begun before.
        question.isSentOnce = requests != nil
        let reader = requests.map(AnswerReader.init) ?? reader
        // A look is judged by its status.
        let (parts, date) = try await refusable(requests == nil ? .readMessages : nil) { [question] in
            try await reader.value(of: question) { response in
                guard let elements = try response.json()["data"]?.elements else {
                    throw NetworkError(.malformed, status: response.status)
                }
                return (elements, response.serverDate)
            }
        }
        var answer = MessageAnswer(serverDate: date)
        for start in stride(from: 0, to: parts.count, by: Self.partSize) {
            try Task.checkCancellation()
            var part: [RemoteMessage] = []
            for (index, element) in parts[start..<min(start + Self.partSize, parts.count)].enumerated() {
                do {
                    part.append(try WireMessage(element).remote)
                } catch {
                    answer.issues.append(DecodeIssue(index: start + index, error: error))
                }
            }
            try await take(part)
        }
        return answer
    }

    public func send(
        _ content: MessageContent, to room: ChatRoom.ID, by requests: any RequestProvider
    ) async throws -> RemoteMessage {
        let request: NetworkRequest
        if content.files.isEmpty {
            let text = content.text ?? ""
            guard TextRule.message.problem(of: text) == nil else {
                throw DataError(.invalidInput, message: "A message has up to 200 characters on one line.")
            }
            request = try self.requests.send(text, to: room.native)
        } else {
            guard content.text == nil, content.files.count <= PictureRule.maximumCount else {
                throw DataError(.invalidInput, message: "A message has a text, or up to five pictures.")
            }
            request = try self.requests.send(files: content.files, to: room.native)
        }
        // What the outbox judges by its status stays as it is.
        let response = try await requests.response(to: request)
        let json = try response.json()
        return try response.readable { try WireMessage(json) }.remote
    }

    public func saysEnded(_ error: any Error) -> Bool {
        let network =
            error as? NetworkError
            ?? (error as? DataError)?.underlying.flatMap { inner in
                inner as? NetworkError ?? (inner as? CommunityRefusal)?.error
            }
        return network?.status == 410
    }

    /// Says what was refused in words that belong to the call, where there is one.
    private func refusable<Value: Sendable>(
        _ call: CommunityCall?, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let error as NetworkError {
            guard let call else { throw error }
            throw CommunityRefusal.shown(error, of: call)
        }
    }
}

extension NetworkResponse {
    /// Reads an answer's value; one that is missing something makes the whole answer unreadable.
    fileprivate func readable<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as UnreadableElement {
            throw NetworkError(.malformed, status: status, underlying: error)
        }
    }
}

extension WireMessage {
    /// The message without what belongs to this server.
    ///
    /// One with pictures shows them and no text.
    var remote: RemoteMessage {
        RemoteMessage(
            id: id, room: room, created: created, text: files.isEmpty ? text : nil, files: files,
            sender: sender.ofRoom)
    }
}

extension WireRoom {
    /// The room without what belongs to this server.
    ///
    /// - Parameter account: The account that looks.
    /// - Returns: The room.
    func remote(for account: AccountKey) -> RemoteRoom {
        RemoteRoom(
            id: id, other: account.name.flatMap(other(than:))?.ofRoom, created: created, updated: updated,
            last: last?.remote)
    }
}

extension Person {
    /// The person as rooms have them.
    var ofRoom: ChatRoom.Person { ChatRoom.Person(id: id, name: nick, picture: picture) }
}
