import DemoServer
import Foundation
import TestSupport
import Testing

/// A server and an empty store for one test; both end with it.
final class ReaderFixture: Sendable {
    let server: DemoServer
    let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path

    var store: String { "\(directory)/store" }
    var journal: String { "\(store)/journal-00000001.jsonl" }

    /// A few fixtures at a time: each has a server, and deadlines are to mean what they say on two cores.
    private static let gate = Gate(width: 2)
    /// Those whose commands run in this process cost less, and wait more than they work.
    private static let callGate = Gate(width: 4)

    private init(_ authorization: DemoServer.Authorization) {
        var configuration = DemoServer.Configuration(referenceDate: Date(timeIntervalSince1970: 1_790_000_000))
        configuration.authorization = authorization
        server = DemoServer(configuration: configuration)
    }

    /// Runs a test in a fixture of its own.
    static func run(_ test: @escaping @Sendable (ReaderFixture) async throws -> Void) async throws {
        try await gate.pass { try await runNow(DemoServer.Authorization(), test) }
    }

    /// Runs a test in a fixture of its own, whose commands run in this process.
    static func runCalls(
        authorization: DemoServer.Authorization = DemoServer.Authorization(),
        _ test: @escaping @Sendable (ReaderFixture) async throws -> Void
    ) async throws {
        try await callGate.pass { try await runNow(authorization, test) }
    }

    /// Lists a feed into a store that outlives the fixture; for who is in a fixture already.
    static func make(_ backend: BackendCase, store: String) async throws -> ReaderProcess {
        try? FileManager.default.removeItem(atPath: store)
        let fixture = ReaderFixture(DemoServer.Authorization())
        try await fixture.server.start()
        do {
            // As nobody: the account is not there at the address of another fixture.
            var environment = backend.environment
            environment["LANTERN_REDDIT_REFRESH_TOKEN"] = nil
            let list = try await fixture.call(
                backend, ["list", "--feed", "r/swift", "--limit", "10"], store: store, environment: environment)
            try #require(list.status == 0, "\(list.errors)")
            _ = try await fixture.call(backend, ["save", try list.ids[1]], store: store, environment: environment)
            let stored = try await fixture.call(
                backend, ["list", "--feed", "r/swift", "--offline"], store: store, environment: environment)
            await fixture.end()
            return stored
        } catch {
            await fixture.end()
            throw error
        }
    }

    private static func runNow(
        _ authorization: DemoServer.Authorization, _ test: @Sendable (ReaderFixture) async throws -> Void
    ) async throws {
        let fixture = ReaderFixture(authorization)
        try await fixture.server.start()
        do {
            try await test(fixture)
        } catch {
            await fixture.end()
            throw error
        }
        await fixture.end()
    }

    private func end() async {
        await server.stop()
        // A test that wrote nothing leaves nothing to remove.
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Runs the reader against this server and this store, and prints JSON.
    func reader(_ arguments: String..., format: String = "json", environment: [String: String] = [:]) async throws
        -> ReaderProcess
    {
        let base = try #require(server.baseURL).absoluteString
        return try await ReaderProcess.run(
            arguments + Self.patience(for: arguments) + ["--store", store, "--base-url", base, "--format", format],
            environment: environment)
    }

    var isStoreThere: Bool { FileManager.default.fileExists(atPath: store) }
}

extension ReaderFixture {
    /// A second empty store of the same fixture.
    static func otherStore(of fixture: ReaderFixture) -> String { "\(fixture.directory)/other" }

    /// Runs the reader with a list of arguments, or on another store.
    func reader(
        _ arguments: [String], store: String? = nil, format: String = "json", environment: [String: String] = [:]
    ) async throws -> ReaderProcess {
        let base = try #require(server.baseURL).absoluteString
        return try await ReaderProcess.run(
            arguments + Self.patience(for: arguments)
                + ["--store", store ?? self.store, "--base-url", base, "--format", format],
            environment: environment)
    }

    func reader(_ arguments: String..., store: String) async throws -> ReaderProcess {
        try await reader(arguments, store: store)
    }
}
