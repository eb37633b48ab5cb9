import DemoServer
import Foundation
import TestSupport
import Testing

/// A server and an empty store for one test; both end with it.
final class World: Sendable {
    let server: DemoServer
    let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path

    var store: String { "\(directory)/store" }
    var journal: String { "\(store)/journal-00000001.jsonl" }

    /// A few worlds at a time: each has a server, and deadlines are to mean what they say on two cores.
    private static let gate = Gate(width: 2)
    /// Those whose commands run in this process cost less, and wait more than they work.
    private static let callGate = Gate(width: 4)

    private init(_ authorization: DemoServer.Authorization) {
        var configuration = DemoServer.Configuration(referenceDate: Date(timeIntervalSince1970: 1_790_000_000))
        configuration.authorization = authorization
        server = DemoServer(configuration: configuration)
    }

    /// Runs a test in a world of its own.
    static func run(_ test: @escaping @Sendable (World) async throws -> Void) async throws {
        try await gate.pass { try await runNow(DemoServer.Authorization(), test) }
    }

    /// Runs a test in a world of its own, whose commands run in this process.
    static func runCalls(
        authorization: DemoServer.Authorization = DemoServer.Authorization(),
        _ test: @escaping @Sendable (World) async throws -> Void
    ) async throws {
        try await callGate.pass { try await runNow(authorization, test) }
    }

    /// Lists a feed into a store that outlives the world; for who is in a world already.
    static func make(_ backend: BackendCase, store: String) async throws -> ReaderProcess {
        try? FileManager.default.removeItem(atPath: store)
        let world = World(DemoServer.Authorization())
        try await world.server.start()
        do {
            let list = try await world.call(
                backend, ["list", "--feed", "r/swift", "--limit", "10"], store: store)
            try #require(list.status == 0, "\(list.errors)")
            _ = try await world.call(backend, ["save", try list.ids[1]], store: store)
            let stored = try await world.call(backend, ["list", "--feed", "r/swift", "--offline"], store: store)
            await world.end()
            return stored
        } catch {
            await world.end()
            throw error
        }
    }

    private static func runNow(
        _ authorization: DemoServer.Authorization, _ test: @Sendable (World) async throws -> Void
    ) async throws {
        let world = World(authorization)
        try await world.server.start()
        do {
            try await test(world)
        } catch {
            await world.end()
            throw error
        }
        await world.end()
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
            arguments + ["--store", store, "--base-url", base, "--format", format], environment: environment)
    }

    var isStoreThere: Bool { FileManager.default.fileExists(atPath: store) }
}

extension World {
    /// A second empty store of the same world.
    static func otherStore(of world: World) -> String { "\(world.directory)/other" }

    /// Runs the reader with a list of arguments, or on another store.
    func reader(
        _ arguments: [String], store: String? = nil, format: String = "json", environment: [String: String] = [:]
    ) async throws -> ReaderProcess {
        let base = try #require(server.baseURL).absoluteString
        return try await ReaderProcess.run(
            arguments + ["--store", store ?? self.store, "--base-url", base, "--format", format],
            environment: environment)
    }

    func reader(_ arguments: String..., store: String) async throws -> ReaderProcess {
        try await reader(arguments, store: store)
    }
}
