package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A window of tmux with a server of its own, in which a shell runs programs: what a person sees is what `capture-pane` prints.
package struct TmuxTerminal: Sendable {
    /// What tmux refused.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The screen that a test waited for never came; what was there instead.
    package struct NeverShown: Error, CustomStringConvertible {
        package let description: String
    }

    /// The program; nil where it is not installed, and tests that need it are skipped.
    package static let program: URL? = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
        .map { URL(filePath: $0) }.first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// Whether it is installed.
    package static var isInstalled: Bool { program != nil }

    /// A few at a time: each runs whole programs, and what they are given for that is to mean what it says.
    private static let gate = Gate(width: 2)

    private let directory: String

    /// Runs a shell in a window beside a body; the server ends with it.
    ///
    /// - Parameters:
    ///   - columns: The width of the window.
    ///   - rows: Its height.
    ///   - environment: What the shell's environment is, beside the path.
    ///   - body: What a person does.
    /// - Throws: What tmux refuses, and what the body throws.
    package static func run(
        columns: Int, rows: Int, environment: [String: String], _ body: @Sendable (TmuxTerminal) async throws -> Void
    ) async throws {
        try await gate.pass {
            // The path of a socket has 108 characters at most.
            let directory = "/tmp/lantern-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // What is left behind fails no test.
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let terminal = TmuxTerminal(directory: directory)
            // In the foreground: one that leaves its parent keeps what Foundation knows a process's end by.
            let server = try process(["-D"], in: directory)
            (server.standardOutput, server.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try await start(server)
            do {
                try await terminal.begin(columns, rows, environment)
                try await body(terminal)
            } catch {
                server.terminate()
                throw error
            }
            _ = try await terminal.tmux(["kill-server"])
        }
    }

    /// Opens the window once the server is there.
    private func begin(_ columns: Int, _ rows: Int, _ environment: [String: String]) async throws {
        let values = environment.sorted { $0.key < $1.key }.flatMap { ["-e", "\($0.key)=\($0.value)"] }
        let command =
            ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"] + values
            + ["exec env -u TMUX PS1='ready> ' sh -i"]
        let clock = ContinuousClock()
        let end = clock.now + .seconds(20)
        while true {
            do {
                _ = try await tmux(command)
                break
            } catch let failure as Failure {
                // Until it listens, nobody is there.
                guard clock.now < end else { throw failure }
            }
        }
        try await wait(for: "ready>")
    }

    /// The rows of the screen, without blanks at their ends.
    package var screen: [String] {
        get async throws {
            // The last row ends with a line end, too.
            try await tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map { String($0).replacing(/\s+$/, with: "") }
        }
    }

    /// Types a text, or a key by tmux's name for it.
    ///
    /// - Parameter keys: Such as `j`, `Enter`, `C-z`.
    /// - Throws: What tmux refuses.
    package func type(_ keys: String...) async throws { _ = try await tmux(["send-keys"] + keys) }

    /// Changes the size of the window.
    package func resize(columns: Int, rows: Int) async throws {
        _ = try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// A property of the pane or of its server, by tmux's name for it.
    package func value(of name: String) async throws -> String {
        try await tmux(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .newlines)
    }

    /// Returns when the screen is as a condition says.
    ///
    /// - Parameters:
    ///   - line: The line of the test, for the failure.
    ///   - isMet: The condition, given the rows.
    /// - Returns: The rows.
    /// - Throws: ``NeverShown`` after 30 seconds.
    @discardableResult
    package func wait(line: Int = #line, until isMet: @Sendable ([String]) -> Bool) async throws -> [String] {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(30)
        var rows = try await screen
        while !isMet(rows) {
            guard clock.now < end else {
                throw NeverShown(description: "Line \(line):\n" + rows.joined(separator: "\n"))
            }
            rows = try await screen
        }
        return rows
    }

    /// Returns when the screen shows a text.
    package func wait(for text: String) async throws { try await wait { $0.contains { $0.contains(text) } } }

    /// Runs a command of tmux, and returns what it prints.
    private func tmux(_ arguments: [String]) async throws -> String {
        let process = try Self.process(["-N"] + arguments, in: directory)
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        let ending = process.followEnd()
        try await Self.start(process)
        async let refusal = errors.readToEnd()
        let answer = await output.readToEnd()
        let words = String(decoding: await refusal, as: UTF8.self)
        guard await ending.value.status == 0 else { throw Failure(description: "\(arguments): \(words)") }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Starts a process from a thread that blocks no signals.
    ///
    /// Those of tasks do, and a process has what its thread has: a server that blocks them never learns that its shells have ended.
    private static func start(_ process: Process) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                var none = sigset_t()
                sigemptyset(&none)
                pthread_sigmask(SIG_SETMASK, &none, nil)
                continuation.resume(with: Result { try process.run() })
            }
        }
    }

    /// A process of tmux on this server's socket, without the settings of a person.
    private static func process(_ arguments: [String], in directory: String) throws -> Process {
        guard let program else { throw Failure(description: "tmux is not installed") }
        let process = Process()
        process.executableURL = program
        process.arguments = ["-S", "\(directory)/socket", "-f", "/dev/null", "-u"] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["TMUX"] = nil
        environment["LC_ALL"] = "C.UTF-8"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
