import ArgumentParser
import Cloud
import CommandKit
import CommunityServer
import ConsoleKit
import Core
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CommunityKit

/// A server and an empty store for one test; both end with it.
final class CommunityFixture: Sendable {
    let server = CommunityServer()
    let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path

    var store: String { "\(directory)/store" }

    /// A few fixtures at a time: each has a server.
    private static let gate = Gate(width: 4)

    private init() {}

    /// Runs a test in a fixture of its own.
    static func run(_ test: @escaping @Sendable (CommunityFixture) async throws -> Void) async throws {
        try await gate.pass {
            let fixture = CommunityFixture()
            try await fixture.server.start()
            let result: Result<Void, any Error>
            do {
                result = .success(try await test(fixture))
            } catch {
                result = .failure(error)
            }
            await fixture.server.stop()
            // A test that wrote nothing leaves nothing to remove.
            try? FileManager.default.removeItem(atPath: fixture.directory)
            try result.get()
        }
    }

    /// Runs a command against this server and on this store, in this process, and prints JSON.
    func call(
        _ arguments: String..., password: String? = "lantern", key: String? = CommunityServer.demoKey,
        environment: [String: String] = [:], typed: [String]? = nil, kinds: [AnyIntentKind] = []
    ) async throws -> ProgramRun {
        try await call(
            arguments, password: password, key: key, environment: environment, typed: typed, kinds: kinds)
    }

    /// As above, with the words in a list.
    func call(
        _ arguments: [String], password: String? = "lantern", key: String? = CommunityServer.demoKey,
        environment: [String: String] = [:], typed: [String]? = nil, kinds: [AnyIntentKind] = []
    ) async throws -> ProgramRun {
        let base = try #require(server.baseURL).absoluteString
        var environment = environment
        environment["LANTERN_PASSWORD"] = password
        environment["LANTERN_COMMUNITY_KEY"] = key
        return await ProgramCall.run(
            arguments + ["--store", store, "--base-url", base, "--format", "json"], environment: environment,
            typed: typed, kinds: kinds)
    }

    /// Runs a command with the demonstration inside the process, on this store, and prints JSON.
    func demo(
        _ arguments: String..., format: String = "json", environment: [String: String] = [:],
        kinds: [AnyIntentKind] = []
    ) async throws -> ProgramRun {
        await ProgramCall.run(
            arguments + ["--store", store, "--format", format], environment: environment, typed: nil, kinds: kinds)
    }

    /// Signs ann in.
    func logIn() async throws {
        let login = try await call("login", "--email", CommunityServer.DemoPerson.ann.email)
        try #require(login.status == 0, "\(login.errors)")
    }
}

/// The program's commands inside the test's own process: the same code, without what a process costs.
///
/// Each call has a container, an environment and two streams of its own, so calls run side by side.
enum ProgramCall {
    static func run(
        _ arguments: [String], environment: [String: String], typed: [String]?, kinds: [AnyIntentKind]
    ) async -> ProgramRun {
        let streams = CapturedStreams()
        let container = container(streams, environment, typed, kinds)
        let status = await Dependency.withContainer(container) { await Self.status(of: arguments, streams) }
        container.unregisterAll()
        return streams.text.withLock { ProgramRun(status: status, output: $0.output, errors: $0.errors) }
    }

    /// A container for a run whose output nobody reads.
    static func container(environment: [String: String]) -> DependencyContainer {
        container(CapturedStreams(), environment, nil, [])
    }

    private static func container(
        _ streams: CapturedStreams, _ environment: [String: String], _ typed: [String]?, _ kinds: [AnyIntentKind]
    ) -> DependencyContainer {
        let container = DependencyContainer()
        let lines = TypedLines(typed ?? [])
        container.register((any ConsoleStreams).self) { streams }
        container.register(ProgramEnvironment.self) { ProgramEnvironment(values: environment) }
        container.register(RetryPolicy.self) { RetryPolicy(firstPause: .milliseconds(5)) }
        container.register(CommunityKinds.self) { CommunityKinds(kinds) }
        container.register(StandardInput.self) {
            StandardInput(isInteractive: typed != nil, read: { Data() }, line: { lines.next() })
        }
        return container
    }

    /// Runs work of a test as a command does, such as one that queues what no command of the program queues.
    static func work(
        _ arguments: [String], kinds: [AnyIntentKind],
        _ work: @Sendable @MainActor (CommunitySession) async throws -> Void
    ) async throws {
        let container = container(CapturedStreams(), [:], nil, kinds)
        let options = try CommonOptions.parse(arguments)
        try await Dependency.withContainer(container) {
            try await CommunitySession.run(options, CommandManner(isLocal: true), work)
        }
        container.unregisterAll()
    }

    private static func status(of arguments: [String], _ streams: CapturedStreams) async -> Int32 {
        do {
            var command = try ParsedCommand.command(
                of: CommunityCommand.arranged(arguments), in: CommunityCommand.self)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            let message = CommunityCommand.fullMessage(for: error)
            if !message.isEmpty { streams.warn(Data("\(message)\n".utf8)) }
            return CommunityCommand.exitCode(for: error).rawValue
        }
    }
}

/// The lines that somebody types.
private final class TypedLines: Sendable {
    private let rest: Mutex<[String]>

    init(_ lines: [String]) {
        rest = Mutex(lines)
    }

    func next() -> String? {
        rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// The captured output of a call.
private final class CapturedStreams: ConsoleStreams {
    struct Text {
        var output = ""
        var errors = ""
    }

    let text = Mutex(Text())

    func answer(_ data: Data) throws {
        text.withLock { $0.output += String(decoding: data, as: UTF8.self) }
    }

    func warn(_ data: Data) {
        text.withLock { $0.errors += String(decoding: data, as: UTF8.self) }
    }
}
