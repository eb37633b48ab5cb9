import FlyingFox
import FlyingSocks
import Foundation

/// A server that answers what a test says, for one test.
enum FixtureServer {
    struct Request: Sendable {
        let path: String
        let query: [String: String]
        let method: String
        /// The path and the query as they were asked for.
        let target: String
        let headers: [String: String]
        let body: Data
    }

    enum Answer: Sendable {
        case file(Data, contentType: String = "application/json; charset=UTF-8")
        case status(Int)
    }

    /// Runs a test with a server; the base URL is given to it.
    static func run<Result: Sendable>(
        _ answer: @escaping @Sendable (Request) -> Answer, _ test: @Sendable (String) async throws -> Result
    ) async throws -> Result {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("*") { request in
            let query = Dictionary(request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            let items = request.query.map { URLQueryItem(name: $0.name, value: $0.value) }
            var target = URLComponents()
            target.path = request.path
            if !items.isEmpty { target.queryItems = items }
            let headers = Dictionary(
                request.headers.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
            let asked = Request(
                path: request.path, query: query, method: request.method.rawValue, target: target.string ?? "/",
                headers: headers, body: try await request.bodyData)
            switch answer(asked) {
            case .file(let data, let contentType):
                return HTTPResponse(statusCode: .ok, headers: [.contentType: contentType], body: data)
            case .status(let code):
                return HTTPResponse(statusCode: HTTPStatusCode(code, phrase: "Fault"))
            }
        }
        let task = Task { try await server.run() }
        defer { task.cancel() }
        try await server.waitUntilListening()
        let address = await server.listeningAddress
        guard case .ip4(_, port: let port)? = address else { throw URLError(.cannotConnectToHost) }
        return try await test("http://127.0.0.1:\(port)")
    }
}
