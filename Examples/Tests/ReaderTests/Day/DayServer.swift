import Cloud
import Core
import DemoServer
import Foundation
import Synchronization
import Testing

/// The network of one day: a server behind a switch, and a log of what it was asked.
///
/// In the morning it keeps its newest posts to itself; ``publish()`` lets them out.
final class DayServer: Sendable {
    private struct State {
        var isReachable = true
        var hidden: Set<String> = []
        var fetched: [String] = []
        var attempts = 0
        /// After how many more answers the network goes; nil for not at all.
        var remaining: Int?
    }

    static let base = "http://127.0.0.1:8080"
    static var baseURL: URL {
        get throws { try #require(URL(string: base)) }
    }
    /// The number of each community's posts that are written during the day.
    static let newPosts = 4

    private let demo: DemoServer
    private let state = Mutex(State())

    /// Creates a server that can be reached.
    ///
    /// - Parameters:
    ///   - communities: Those that get new posts.
    ///   - date: When its posts were written at the latest.
    init(communities: [String], date: Date) {
        var configuration = DemoServer.Configuration(port: 8080, referenceDate: date)
        configuration.largeThread = 1_300
        demo = DemoServer(configuration: configuration)
        var hidden: Set<String> = []
        for community in communities {
            let page = demo.answer("GET", "/r/\(community)/new.json?limit=\(Self.newPosts)")
            hidden.formUnion(Self.children(Self.object(page.body)).compactMap(Self.name))
        }
        state.withLock { $0.hidden = hidden }
    }

    /// The post whose thread has placeholders of more than a hundred comments.
    var largeThreadPostID: String { demo.largeThreadPostID ?? "" }

    /// Whether the network is there.
    var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set {
            state.withLock { state in
                state.isReachable = newValue
                state.remaining = nil
            }
        }
    }

    /// Every address that was answered, in order: what was fetched.
    var fetched: [String] { state.withLock { $0.fetched } }

    /// The number of attempts without a network.
    var attempts: Int { state.withLock { $0.attempts } }

    /// Cuts the network after some more answers.
    func goDark(after answers: Int) {
        state.withLock { $0.remaining = answers }
    }

    /// Shows the posts that were written during the day.
    func publish() {
        state.withLock { $0.hidden = [] }
    }

    /// Answers, or does not; what is answered is logged, with a form after the address.
    fileprivate func respond(to request: NetworkRequest) throws -> NetworkResponse {
        let target = request.url.absoluteString.replacing(Self.base, with: "")
        let form = request.body.map { String(decoding: $0, as: UTF8.self) }
        let hidden = try state.withLock { state in
            if state.remaining == 0 { state.isReachable = false }
            guard state.isReachable else {
                state.attempts += 1
                throw NetworkError(.offline, underlying: ConnectionFailure(.noNetwork))
            }
            state.remaining = state.remaining.map { $0 - 1 }
            state.fetched.append(target + (form.map { " " + $0 } ?? ""))
            return state.hidden
        }
        let answer = demo.answer(
            request.method.rawValue, target, headers: request.headers,
            form: form.map { URLComponents(string: "?" + $0)?.queryItems ?? [] } ?? [])
        return NetworkResponse(
            status: answer.status, url: request.url, headers: answer.headers,
            body: Self.body(answer.body, without: hidden, at: target))
    }

    /// A page without the posts that are not written yet; anything else as it is.
    private static func body(_ body: Data, without hidden: Set<String>, at target: String) -> Data {
        guard target.hasPrefix("/r/"), target.contains(".json"), var listing = object(body),
            var data = listing["data"] as? [String: Any], data["children"] != nil
        else { return body }
        data["children"] = children(listing).filter { !(name($0).map(hidden.contains) ?? false) }
        listing["data"] = data
        // What came out of JSON goes into it again.
        return (try? JSONSerialization.data(withJSONObject: listing, options: [.sortedKeys])) ?? body
    }

    private static func object(_ body: Data) -> [String: Any]? {
        // What is no JSON has no posts to leave out.
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
    }

    private static func children(_ listing: [String: Any]?) -> [[String: Any]] {
        (listing?["data"] as? [String: Any])?["children"] as? [[String: Any]] ?? []
    }

    private static func name(_ child: [String: Any]) -> String? {
        (child["data"] as? [String: Any])?["name"] as? String
    }
}

/// One process's way to the server, which ends with it.
final class DayTransport: HTTPTransport {
    private let server: DayServer
    private let disk: DayDisk

    init(_ server: DayServer, of disk: DayDisk) {
        self.server = server
        self.disk = disk
    }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        try Task.checkCancellation()
        guard !disk.isDead else { throw NetworkError(.offline, underlying: ConnectionFailure(.shutDown)) }
        // A suspension, so that others get their turn as on a real network.
        await Task.yield()
        return try server.respond(to: request)
    }

    func shutDown() async {}
}
