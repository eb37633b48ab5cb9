import DemoServer
import Foundation
import Synchronization
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A response as the test saw it.
struct TestResponse: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    func json() throws -> JSONTree {
        try JSONParser.parse([UInt8](body))
    }
}

/// Asks a server, without following redirects and without any cache.
struct TestClient: Sendable {
    let base: URL
    private let session: URLSession

    init(base: URL) {
        self.base = base
        session = URLSession(configuration: .ephemeral, delegate: RedirectRefuser(), delegateQueue: nil)
    }

    func end() {
        session.invalidateAndCancel()
    }

    /// Asks for a path, or for an absolute address.
    func get(
        _ target: String, headers: [String: String] = [:], method: String = "GET", body: Data? = nil
    ) async throws -> TestResponse {
        guard let url = URL(string: target, relativeTo: base) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers {
            request.setValue(value, forHTTPHeaderField: name)
        }
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var fields: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields {
            fields[name.lowercased()] = value
        }
        return TestResponse(status: response.statusCode, headers: fields, body: body)
    }

    /// Sends a form, as whoever asks for tokens does.
    func post(
        _ target: String, _ form: KeyValuePairs<String, String>, user: String? = "lantern-demo", password: String = ""
    ) async throws -> TestResponse {
        var headers = ["Content-Type": "application/x-www-form-urlencoded"]
        if let user {
            headers["Authorization"] = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        }
        var components = URLComponents()
        components.queryItems = form.map { URLQueryItem(name: $0.key, value: $0.value) }
        let body = Data((components.percentEncodedQuery ?? "").replacing("+", with: "%2B").utf8)
        return try await get(target, headers: headers, method: "POST", body: body)
    }

    /// Sends a form with headers of one's own.
    func form(
        _ target: String, _ form: KeyValuePairs<String, String>, _ headers: [String: String]
    ) async throws -> TestResponse {
        var headers = headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        var components = URLComponents()
        components.queryItems = form.map { URLQueryItem(name: $0.key, value: $0.value) }
        let body = Data((components.percentEncodedQuery ?? "").replacing("+", with: "%2B").utf8)
        return try await get(target, headers: headers, method: "POST", body: body)
    }

    /// Sends JSON.
    func json(
        _ method: String, _ target: String, _ json: String, _ headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return try await get(target, headers: headers, method: method, body: Data(json.utf8))
    }

    /// An access token from the refresh token that is known from the start.
    func token(refreshing refreshToken: String = "lantern-demo-refresh-token") async throws -> String {
        let form: KeyValuePairs = ["grant_type": "refresh_token", "refresh_token": refreshToken]
        let response = try await post("/api/v1/access_token", form)
        guard let token = try response.json()["access_token"]?.string else {
            throw URLError(.userAuthenticationRequired)
        }
        return token
    }

    /// The posts of one listing, as their data.
    func posts(_ target: String) async throws -> [JSONTree] {
        try await get(target).json().children
    }
}

private final class RedirectRefuser: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// The moment all test servers take for now.
let referenceTime = 1_750_000_000

func testConfiguration(port: UInt16 = 0, seed: UInt64 = 1) -> DemoServer.Configuration {
    DemoServer.Configuration(
        port: port, seed: seed, referenceDate: Date(timeIntervalSince1970: Double(referenceTime)))
}

/// The configuration of all test servers, with a change.
func configured(_ change: (inout DemoServer.Configuration) -> Void) -> DemoServer.Configuration {
    var configuration = testConfiguration()
    change(&configuration)
    return configuration
}

/// A clock that stands still until it is told otherwise.
final class TestClock: Sendable {
    private let seconds = Mutex(Double(referenceTime))

    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    func advance(by duration: Double) {
        seconds.withLock { $0 += duration }
    }
}

/// Runs a server for as long as the body takes.
func withServer(
    _ configuration: DemoServer.Configuration = testConfiguration(), clock: TestClock = TestClock(),
    _ body: (DemoServer, TestClient) async throws -> Void
) async throws {
    await servers.enter()
    let result: Result<Void, any Error>
    do {
        result = .success(try await runServer(configuration, clock, body))
    } catch {
        result = .failure(error)
    }
    await servers.leave()
    try result.get()
}

/// Few at a time: with well over 1,000 open files, starting a process may crash in Foundation on Linux
/// (swift-corelibs-foundation, pull request 5472).
private let servers = Gate(width: 16)

private func runServer(
    _ configuration: DemoServer.Configuration, _ clock: TestClock,
    _ body: (DemoServer, TestClient) async throws -> Void
) async throws {
    let server = DemoServer(configuration: configuration, now: { clock.now })
    let client = TestClient(base: try await server.start())
    do {
        try await body(server, client)
    } catch {
        client.end()
        await server.stop()
        throw error
    }
    client.end()
    await server.stop()
}
