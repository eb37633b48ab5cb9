import DemoServer
import Foundation
import Testing

/// A backend as the command line names it, and what of DemoServer it talks to.
enum BackendCase: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case demo
    case redditJSON = "reddit-json"
    case reddit
    case redditFeed = "reddit-feed"
    case lemmy

    var testDescription: String { rawValue }

    var dialect: DemoDialect {
        switch self {
        case .demo, .redditJSON: .json
        case .reddit: .oauth
        case .redditFeed: .atom
        case .lemmy: .lemmy
        }
    }

    /// The environment variables that it needs.
    var environment: [String: String] {
        self == .reddit
            ? [
                "LANTERN_REDDIT_CLIENT_ID": "lantern-demo",
                "LANTERN_REDDIT_REFRESH_TOKEN": "lantern-demo-refresh-token",
            ] : [:]
    }

    /// Whether its posts have scores and numbers of comments.
    var isFull: Bool { self != .redditFeed }
}

extension ReaderFixture {
    /// Runs a command with a backend against this server, in this process, and prints JSON.
    func call(
        _ backend: BackendCase, _ arguments: [String], store: String? = nil, format: String = "json",
        environment: [String: String]? = nil
    ) async throws -> ReaderProcess {
        let base = try #require(server.baseURL).absoluteString
        return await ReaderCall.run(
            arguments + Self.patience(for: arguments) + [
                "--backend", backend.rawValue, "--store", store ?? self.store, "--base-url", base, "--format", format,
            ], environment: environment ?? backend.environment)
    }

    func call(
        _ backend: BackendCase, _ arguments: String..., store: String? = nil, format: String = "json"
    ) async throws -> ReaderProcess {
        try await call(backend, arguments, store: store, format: format)
    }

    /// Time enough for a command on a busy machine, where a test says nothing of it.
    static func patience(for arguments: [String]) -> [String] {
        arguments.contains { $0.hasPrefix("--timeout") } ? [] : ["--timeout", "60"]
    }

    /// The requests of a backend.
    func requests(_ backend: BackendCase) -> [DemoRequest] {
        server.requests.filter { $0.dialect == backend.dialect }
    }
}
