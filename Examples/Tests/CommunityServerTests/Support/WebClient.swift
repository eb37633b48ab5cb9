import CommunityServer
import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks a server over sockets, without any cache.
struct WebClient: Sendable {
    let base: URL
    var token: String?
    var key = CommunityServer.demoKey
    private let session = URLSession(configuration: .ephemeral)

    init(base: URL) {
        self.base = base
    }

    func end() {
        session.invalidateAndCancel()
    }

    /// Asks for a path; it is the whole one.
    func call(_ method: String, _ target: String, _ json: String? = nil) async throws -> Answered {
        try await send(method, target, json.map { Data($0.utf8) }, type: "application/json")
    }

    /// Sends a body of any type.
    func send(_ method: String, _ target: String, _ body: Data?, type: String) async throws -> Answered {
        guard let url = URL(string: target, relativeTo: base) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue(key, forHTTPHeaderField: "SesacKey")
        request.setValue(token, forHTTPHeaderField: "Authorization")
        if let body {
            request.setValue(type, forHTTPHeaderField: "Content-Type")
            request.httpBody = body
        }
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var fields: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields {
            fields[name.lowercased()] = value
        }
        return Answered(status: response.statusCode, headers: fields, body: body)
    }

    func get(_ target: String) async throws -> Answered { try await call("GET", target) }
}

/// Runs a server for as long as the body takes, with ann at the other end.
func withServer(
    allowsControl: Bool = false, _ body: (CommunityServer, WebClient) async throws -> Void
) async throws {
    try await withServer({ $0.allowsControl = allowsControl }, body)
}

/// Runs a server with rules of its own, likewise.
func withServer(
    _ change: (inout CommunityServer.Configuration) -> Void,
    _ body: (CommunityServer, WebClient) async throws -> Void
) async throws {
    await servers.enter()
    let result: Result<Void, any Error>
    do {
        result = .success(try await runServer(change, body))
    } catch {
        result = .failure(error)
    }
    await servers.leave()
    try result.get()
}

/// Few at a time, for the sake of open files.
private let servers = Gate(width: 16)

private func runServer(
    _ change: (inout CommunityServer.Configuration) -> Void,
    _ body: (CommunityServer, WebClient) async throws -> Void
) async throws {
    let server = CommunityServer.test(TestClock(), change)
    var client = WebClient(base: try await server.start())
    client.token = try Member.of(.ann, server).token
    server.removeAllRequests()
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
