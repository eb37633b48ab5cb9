public import Foundation
import ServerKit

/// A small community on 127.0.0.1, with the API of the fifth system: people, posts, payments and messages.
///
/// It has all that the service's API has over HTTP, below `/v1/`: see ``CommunityCall``. Every request needs the key as
/// `SesacKey`, and all but three the raw access token as `Authorization`. Ann, ben and cleo are there from the start
/// (``DemoPerson``), with posts, small pictures made up for it, and a room. At `/socket.io/` is the socket, which tells who
/// has joined a room of its messages.
///
/// ```swift
/// let server = CommunityServer()
/// let base = try await server.start()
/// server.setFault(.status(503), forPath: "/v1/posts", times: 2)
/// …
/// await server.stop()
/// ```
///
/// Ids are 24 hexadecimal digits, each greater than those before. A server that is released without ``stop()`` ends by
/// itself, at some time after.
public final class CommunityServer: Sendable {
    let handler: CommunityHandler
    private let listener = HTTPListener()

    /// Makes a server whose members' words last as long as it does; nothing listens yet.
    ///
    /// - Parameters:
    ///   - configuration: The address and the rules.
    ///   - now: The clock, which dates what is done and ends tokens; by default the system's.
    public convenience init(
        configuration: Configuration = Configuration(), now: @escaping @Sendable () -> Date = { Date.now }
    ) {
        do {
            try self.init(configuration, keptIn: nil, now)
        } catch {
            preconditionFailure("A store in memory writes nothing that could fail: \(error)")
        }
    }

    /// Makes a server that keeps what it is told in a file, and goes on from there; nothing listens yet.
    ///
    /// What is answered as done is on the disk by then, and a kill leaves the file whole. Several servers, also of
    /// several processes, may use one file at the same time: they are one community, but each announces only what it was
    /// told itself. A file that is damaged is left as it is.
    ///
    /// - Parameters:
    ///   - configuration: The address and the rules.
    ///   - keepFile: The file; it is made where there is none, in a folder that is there. A file `.lock` and a folder
    ///     `.files` with the pictures are beside it.
    ///   - now: The clock, as without a file.
    /// - Throws: ``CommunityServerError`` for a file that is damaged, or cannot be read or written.
    public convenience init(
        configuration: Configuration = Configuration(), keepFile: URL,
        now: @escaping @Sendable () -> Date = { Date.now }
    ) throws {
        try self.init(configuration, keptIn: keepFile.path(percentEncoded: false), now)
    }

    private init(
        _ configuration: Configuration, keptIn path: String?, _ now: @escaping @Sendable () -> Date
    ) throws {
        let store = try CommunityServerError.told {
            try CommunityStore(keptIn: path, now: now) { shelf in
                guard configuration.hasDemoContent else { return CommunityState() }
                return try DemoContent.state(at: WireDate.milliseconds(of: now()), pictures: shelf)
            }
        }
        handler = CommunityHandler(
            desk: CommunityDesk(
                store: store, configuration: configuration,
                limit: configuration.rateLimit.map { CallLimit($0, now: now) }, announcer: MessageAnnouncer()),
            now: now)
    }

    /// The address the server listens on, the root of its API and of everything else; nil before the first start with
    /// port 0.
    ///
    /// It keeps its port when it is stopped and started again.
    public var baseURL: URL? {
        handler.port == 0 ? nil : URL(string: handler.base)
    }

    /// Starts listening and returns the base URL when connections are accepted.
    ///
    /// A server that is listening already goes on as it is.
    ///
    /// - Throws: ``CommunityServerError``, for instance when the port is taken.
    @discardableResult
    public func start() async throws -> URL {
        let wanted = handler.port
        do {
            handler.port = try await listener.start(port: wanted, handler: handler)
        } catch is NotListening {
            throw CommunityServerError.notListening
        } catch {
            throw CommunityServerError.cannotListen(port: wanted, reason: error.localizedDescription)
        }
        guard let url = URL(string: handler.base) else { throw CommunityServerError.notListening }
        return url
    }

    /// Stops listening, closes every connection, those of hanging requests included, and returns when all that is done.
    ///
    /// A server that is not listening stays as it is. Faults and the request log are kept; sessions of the socket are not.
    public func stop() async {
        await listener.stop()
        handler.hub.closeAll()
    }
}
