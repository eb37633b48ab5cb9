import ArgumentParser
import Cloud
import ConsoleKit
import Core
import Foundation
import ReaderKit
import Synchronization
import TestSupport

/// The reader's commands inside the test's own process: the same code, without what a process costs.
///
/// Each call has a container, an environment and two streams of its own, so calls run side by side. What is tried again
/// is tried again soon: how long the pauses are is tested elsewhere.
enum ReaderCall {
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: String = "",
        onWarning: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> ReaderProcess {
        let streams = CapturedStreams(onWarning: onWarning)
        let container = container(streams, environment, input)
        let status = await Dependency.withContainer(container) { await Self.status(of: arguments, streams) }
        container.unregisterAll()
        return streams.text.withLock {
            ReaderProcess(status: status, output: $0.output, errors: $0.errors)
        }
    }

    /// A container for a run whose output nobody reads.
    static func container(environment: [String: String]) -> DependencyContainer {
        container(CapturedStreams { _ in }, environment, "")
    }

    private static func container(
        _ streams: CapturedStreams, _ environment: [String: String], _ input: String
    ) -> DependencyContainer {
        let container = DependencyContainer()
        container.register((any ConsoleStreams).self) { streams }
        container.register(ReaderEnvironment.self) { ReaderEnvironment(values: environment) }
        container.register(RetryPolicy.self) { RetryPolicy(firstPause: .milliseconds(5)) }
        container.register(StandardInput.self) {
            StandardInput(isInteractive: false, read: { Data(input.utf8) }, line: { nil })
        }
        return container
    }

    private static func status(of arguments: [String], _ streams: CapturedStreams) async -> Int32 {
        do {
            var command = try ParsedCommand.command(of: ReaderCommand.arranged(arguments), in: ReaderCommand.self)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            let message = ReaderCommand.fullMessage(for: error)
            if !message.isEmpty { streams.warn(Data("\(message)\n".utf8)) }
            return ReaderCommand.exitCode(for: error).rawValue
        }
    }
}

/// The captured output of a call.
private final class CapturedStreams: ConsoleStreams {
    struct Text {
        var output = ""
        var errors = ""
    }

    let text = Mutex(Text())
    private let onWarning: @Sendable (String) -> Void

    init(onWarning: @escaping @Sendable (String) -> Void) {
        self.onWarning = onWarning
    }

    func answer(_ data: Data) throws {
        text.withLock { $0.output += String(decoding: data, as: UTF8.self) }
    }

    func warn(_ data: Data) {
        let warning = String(decoding: data, as: UTF8.self)
        text.withLock { $0.errors += warning }
        onWarning(warning)
    }
}
