public import Foundation
import ServerKit
import Synchronization

/// A small site on 127.0.0.1, made from a seed, that speaks as Reddit, Lemmy and Hacker News do.
///
/// The same communities, posts and threads, odd values included, come in several dialects (``DemoDialect``): Reddit's
/// public JSON, its API behind OAuth, its Atom feeds, Lemmy's API, and Hacker News's two. The pictures that posts name
/// are drawn when they are asked for, and the videos are files of the right kind and of some size, without a picture in
/// them. `r/private` answers 403, and every path it does not know 404.
///
/// A post's `num_comments` counts the comments of its thread's answer, those its placeholders count, and those behind a
/// "continue this thread" (`/comments/{id}/_/{comment}.json`), whose placeholder counts 0 as on the real site.
/// `/api/morechildren` fetches what a placeholder names.
///
/// ```swift
/// let server = DemoServer()
/// let base = try await server.start()
/// server.setFault(.status(503), forPath: "/r/swift", times: 2)
/// …
/// await server.stop()
/// ```
///
/// People can write to it, as Reddit's API and Lemmy's let them: vote, save, hide, comment, post, edit, delete,
/// subscribe, each account for itself. ``record`` has what they did.
///
/// The same seed, reference date and port give byte-equal answers until somebody writes. A server that is released
/// without ``stop()`` ends by itself, at some time after.
public final class DemoServer: Sendable {
    let handler: RequestHandler
    private let listener = HTTPListener()

    /// Makes the site; nothing listens yet.
    ///
    /// The words and marks of people last as long as it does. Generating takes some milliseconds, pictures are drawn when asked
    /// for.
    ///
    /// - Parameters:
    ///   - configuration: The content, the address and the faults of the server.
    ///   - now: The clock by which tokens and rate windows end, and which dates what people write and each answer; by
    ///     default the system's. The site's own dates depend on ``Configuration/referenceDate`` alone.
    public convenience init(
        configuration: Configuration = Configuration(), now: @escaping @Sendable () -> Date = { Date.now }
    ) {
        let catalog = Self.catalog(configuration)
        let store = DemoStore(base: catalog, referenceTime: configuration.referenceTime, now: now) { tokens in
            AuthorizationServer.addKnownTokens(of: configuration.authorization, to: &tokens)
        }
        self.init(configuration, catalog, store, now)
    }

    /// Makes a site that keeps what people tell it in a file, and goes on from there; nothing listens yet.
    ///
    /// An act that is answered as done is on the disk by then, and a kill leaves the file whole. Several servers, also of
    /// several processes, may use one file at the same time: they are one site. A file that is damaged is left as it
    /// is.
    ///
    /// - Parameters:
    ///   - configuration: The content, the address and the faults of the server.
    ///   - keepFile: The file; it is made where there is none, in a folder that is there. A file `.lock` is beside it.
    ///   - now: The clock, as without a file.
    /// - Throws: ``DemoServerError`` for a file that is damaged, cannot be read or written, or is of a site with
    ///   another seed.
    public convenience init(
        configuration: Configuration = Configuration(), keepFile: URL,
        now: @escaping @Sendable () -> Date = { Date.now }
    ) throws {
        let catalog = Self.catalog(configuration)
        let store = try DemoStore(
            keptIn: DemoKeepFile(path: keepFile.path(percentEncoded: false), seed: configuration.seed), base: catalog,
            referenceTime: configuration.referenceTime, now: now
        ) { tokens in
            AuthorizationServer.addKnownTokens(of: configuration.authorization, to: &tokens)
        }
        self.init(configuration, catalog, store, now)
    }

    private static func catalog(_ configuration: Configuration) -> Catalog {
        let seed = configuration.seed
        if let size = configuration.largeThread {
            return CatalogGenerator.catalog(seed: seed, largeThread: min(max(0, size), 40_000_000))
        }
        if let known = catalogs.withLock({ $0[seed] }) { return known }
        let new = CatalogGenerator.catalog(seed: seed)
        catalogs.withLock { $0[seed] = new }
        return new
    }

    /// The sites that were made, by their seeds: many servers of a process have the same one.
    private static let catalogs = Mutex<[UInt64: Catalog]>([:])

    private init(
        _ configuration: Configuration, _ catalog: Catalog, _ store: DemoStore, _ now: @escaping @Sendable () -> Date
    ) {
        let referenceTime = configuration.referenceTime
        let responder = Responder(
            base: catalog, media: MediaStore(catalog: catalog),
            authority: AuthorizationServer(configuration.authorization, store: store, now: now),
            limiter: configuration.rateLimit.map { RateLimiter($0, now: now) }, referenceTime: referenceTime,
            staleness: configuration.staleness)
        handler = RequestHandler(
            responder: responder,
            encoder: AnswerEncoder(sendsValidators: configuration.sendsValidators, referenceTime: referenceTime),
            allowsControl: configuration.allowsControl, port: configuration.port, now: now)
        subredditNames = catalog.subreddits.filter { !$0.isPrivate }.map(\.name)
        postCount = catalog.posts.count
        largeThreadPostID = catalog.largeThreadPostID.map { "t3_" + $0 }
    }

    /// The names of the communities anyone may read.
    public let subredditNames: [String]

    /// The number of posts, advertisements included.
    public let postCount: Int

    /// The fullname (`t3_…`) of the post whose thread ``Configuration/largeThread`` sizes, or nil when it does not.
    public let largeThreadPostID: String?

    /// The address the server listens on, or nil before the first start with port 0.
    ///
    /// It keeps its port when it is stopped and started again.
    public var baseURL: URL? {
        handler.port == 0 ? nil : URL(string: handler.base)
    }

    /// Starts listening and returns the base URL when connections are accepted.
    ///
    /// A server that is listening already goes on as it is.
    ///
    /// - Throws: ``DemoServerError``, for instance when the port is taken.
    @discardableResult
    public func start() async throws -> URL {
        let wanted = handler.port
        let port: UInt16
        do {
            port = try await listener.start(port: wanted, handler: handler)
        } catch is NotListening {
            throw DemoServerError.notListening
        } catch {
            throw DemoServerError.cannotListen(port: wanted, reason: error.localizedDescription)
        }
        handler.port = port
        guard let url = URL(string: handler.base) else { throw DemoServerError.notListening }
        return url
    }

    /// Stops listening, closes every connection, those of hanging requests included, and returns when all that is done.
    ///
    /// A server that is not listening stays as it is. Faults and the request log are kept.
    public func stop() async {
        await listener.stop()
    }
}
