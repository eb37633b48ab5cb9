import Cloud
public import Core
import Foundation

/// The calls of the community's interface that read, and those of accounts; what a person writes goes through the
/// outbox.
///
/// Errors are those of the requests. For the sentence that a person reads, make a ``CommunityRefusal`` of them, which
/// knows the call.
///
/// Safe from any thread.
public struct CommunityAPI: Sendable {
    /// The requests that it sends.
    public let requests: CommunityRequests
    private let reader: AnswerReader

    /// Creates calls.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - provider: The way to the server, with the credentials of the session.
    public init(_ configuration: CommunityConfiguration, by provider: any RequestProvider) {
        requests = CommunityRequests(configuration)
        reader = AnswerReader(provider)
    }

    /// Asks whether an e-mail address is free.
    ///
    /// - Parameter email: The address.
    /// - Returns: The server's words to the person; empty where it says none.
    /// - Throws: `NetworkError`, with the status 409 for an address that is taken; `CancellationError`.
    public func checkEmail(_ email: String) async throws -> String {
        try await value(of: requests.checkEmail(email)) { $0["message"]?.string ?? "" }
    }

    /// Makes an account.
    ///
    /// - Parameter member: What the person has typed.
    /// - Returns: The person.
    /// - Throws: `NetworkError`, with the status 409 for an address that is taken; `CancellationError`.
    public func join(_ member: NewMember) async throws -> Person {
        try await value(of: requests.join(member)) { try Person($0) }
    }

    /// Deletes the person's account on the server.
    ///
    /// - Parameter account: The account.
    /// - Throws: `NetworkError`, `CancellationError`.
    public func withdraw(_ account: AccountKey) async throws {
        var request = try requests.withdraw()
        request.sender = .account(account)
        // What the server says of whom it has deleted is of no use.
        _ = try await reader.value(of: request) { _ in true }
    }

    /// Reads a profile.
    ///
    /// - Parameters:
    ///   - user: The id of the person; `nil` for oneself.
    ///   - sender: The account that asks; the one in use by default.
    /// - Returns: The profile.
    /// - Throws: `NetworkError`, `CancellationError`.
    public func profile(of user: String? = nil, for sender: RequestSender = .current) async throws -> Profile {
        var request = try requests.profile(of: user)
        request.sender = sender
        return try await value(of: request) { try Profile($0) }
    }

    /// Reads a page of posts.
    ///
    /// - Parameters:
    ///   - listing: The list.
    ///   - next: The cursor of an earlier page; `nil` for the first.
    ///   - limit: The number of posts.
    ///   - sender: The account that asks; the one in use by default.
    /// - Returns: The page.
    /// - Throws: `NetworkError`, `CancellationError`.
    public func posts(
        _ listing: PostListing, next: String? = nil, limit: Int, for sender: RequestSender = .current
    ) async throws -> WirePage {
        try await posts(listing, next: next, limit: limit, for: sender, isSentOnce: false)
    }

    /// As above; a look must not be answered by a request that somebody else has begun before, and is sent once.
    func posts(
        _ listing: PostListing, next: String? = nil, limit: Int, for sender: RequestSender, isSentOnce: Bool
    ) async throws -> WirePage {
        var request = try requests.posts(listing, next: next, limit: limit)
        (request.sender, request.isSentOnce) = (sender, isSentOnce)
        return try await value(of: request) { try WirePage($0) }
    }

    /// Reads a post.
    ///
    /// - Parameters:
    ///   - id: The id of the post.
    ///   - sender: The account that asks; the one in use by default.
    /// - Returns: The post; `nil` where the server does not know it.
    /// - Throws: `NetworkError`, `CancellationError`.
    public func post(_ id: String, for sender: RequestSender = .current) async throws -> WirePost? {
        var request = try requests.post(id)
        request.sender = sender
        do {
            return try await value(of: request) { try WirePost($0) }
        } catch let error as NetworkError where CommunityStatus.isMissing(error.status) {
            return nil
        }
    }

    /// Reads the rooms of the person.
    ///
    /// - Parameter sender: The account that asks; the one in use by default.
    /// - Returns: The rooms.
    /// - Throws: `NetworkError`, `CancellationError`.
    public func rooms(for sender: RequestSender = .current) async throws -> WireList<WireRoom> {
        var request = try requests.rooms()
        request.sender = sender
        return try await value(of: request) { json in try WireList(json) { try WireRoom($0) } }
    }

    /// Reads the history of the person's payments.
    ///
    /// - Parameter sender: The account that asks; the one in use by default.
    /// - Returns: The payments.
    /// - Throws: `NetworkError`, `CancellationError`.
    public func payments(for sender: RequestSender = .current) async throws -> WireList<WirePayment> {
        var request = try requests.payments()
        request.sender = sender
        return try await value(of: request) { json in try WireList(json) { try WirePayment($0) } }
    }

    private func value<Value: Sendable>(
        of request: NetworkRequest, read: @escaping @Sendable (JSONValue) throws -> Value
    ) async throws -> Value {
        try await reader.value(of: request) { response in
            do {
                return try read(try response.json())
            } catch let error as UnreadableElement {
                throw NetworkError(.malformed, status: response.status, underlying: error)
            }
        }
    }
}
