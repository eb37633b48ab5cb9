import ArgumentParser
import Cloud
import ConsoleKit
import Core
import Foundation
import ReaderKit
import Synchronization

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
        let container = DependencyContainer()
        container.register((any ConsoleStreams).self) { streams }
        container.register(ReaderEnvironment.self) { ReaderEnvironment(values: environment) }
        container.register(RetryPolicy.self) { RetryPolicy(firstPause: .milliseconds(5)) }
        container.register(StandardInput.self) {
            StandardInput(isInteractive: false, read: { Data(input.utf8) }, line: { nil })
        }
        let status = await Dependency.withContainer(container) { await Self.status(of: arguments, streams) }
        container.unregisterAll()
        return streams.text.withLock {
            ReaderProcess(status: status, output: $0.output, errors: $0.errors)
        }
    }

    private static func status(of arguments: [String], _ streams: CapturedStreams) async -> Int32 {
        do {
            var command = try command(of: ReaderCommand.arranged(arguments))
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

    /// The command that the words name, parsed by itself.
    ///
    /// In a debug build the parser checks all commands of the program with each call, which took much of the tests' time.
    /// What is refused is parsed as the program does it, for the same words.
    private static func command(of words: [String]) throws -> any ParsableCommand {
        let named = ReaderCommand.configuration.subcommands.first { $0.configuration.commandName == words.first }
        guard let named, Set(words).isDisjoint(with: ["--help", "-h", "help", "--version"]) else {
            return try ReaderCommand.parseAsRoot(words)
        }
        do {
            return try named.parseAsRoot(Array(words.dropFirst()))
        } catch {
            return try ReaderCommand.parseAsRoot(words)
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
