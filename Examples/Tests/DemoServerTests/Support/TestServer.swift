import DemoServer
import Foundation

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
    func get(_ target: String, headers: [String: String] = [:], method: String = "GET") async throws -> TestResponse {
        guard let url = URL(string: target, relativeTo: base) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
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

/// Runs a server for as long as the body takes.
func withServer(
    seed: UInt64 = 1, _ body: (DemoServer, TestClient) async throws -> Void
) async throws {
    let server = DemoServer(configuration: testConfiguration(seed: seed))
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
