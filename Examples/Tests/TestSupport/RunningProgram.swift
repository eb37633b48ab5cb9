package import Foundation

/// A program of the package, while it runs.
package final class RunningProgram: Sendable {
    /// How it ended.
    package struct End: Sendable {
        /// The exit status, or the number of the signal.
        package let status: Int32
        /// Whether it ended by itself.
        package let reason: Process.TerminationReason
    }

    private let process: Process
    private let output: FileHandle
    private let ends: AsyncStream<End>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - name: The name of the product, which the tests depend on.
    ///   - arguments: What it is given.
    /// - Throws: What keeps it from starting.
    package init(_ name: String, _ arguments: [String]) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try Self.executable(name)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        let (ends, continuation) = AsyncStream.makeStream(of: End.self)
        process.terminationHandler = { process in
            continuation.yield(End(status: process.terminationStatus, reason: process.terminationReason))
            continuation.finish()
        }
        try process.run()
        self.process = process
        self.ends = ends
        output = pipe.fileHandleForReading
    }

    /// The first line it prints; what there is of it when the program ends before.
    package func firstLine() async -> String {
        await withCheckedContinuation { continuation in
            // On a thread of its own: reading waits.
            Thread.detachNewThread { [output] in
                var text = ""
                while !text.contains("\n") {
                    let data = output.availableData
                    if data.isEmpty { break }
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: String(text.prefix { $0 != "\n" }))
            }
        }
    }

    /// The address that it serves on, as its first line says.
    package func base() async throws -> URL {
        let line = await firstLine()
        guard let url = URL(string: line.replacing("listening on ", with: "")) else { throw Missing(what: line) }
        return url
    }

    /// Sends SIGKILL.
    package func kill() {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Sends SIGINT.
    package func interrupt() {
        process.interrupt()
    }

    /// Sends SIGTERM.
    package func terminate() {
        process.terminate()
    }

    /// Returns when the program has ended.
    package func end() async -> End {
        for await end in ends { return end }
        return End(status: -1, reason: .exit)
    }

    /// The file of a program: beside the tests, where the build puts every product.
    ///
    /// - Parameter name: The name of the product.
    /// - Returns: Its place.
    /// - Throws: An error that says where it is missing.
    package static func executable(_ name: String) throws -> URL {
        #if os(macOS)
            let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
                .deletingLastPathComponent()
        #else
            let folder = Bundle.main.executableURL?.deletingLastPathComponent()
        #endif
        guard let executable = folder?.appending(path: name),
            FileManager.default.isExecutableFile(atPath: executable.path)
        else { throw Missing(what: "\(folder?.path ?? "")/\(name)") }
        return executable
    }

    /// The error of a program that is not there, or does not say where it listens.
    private struct Missing: Error {
        let what: String
    }
}

extension Process {
    /// Follows a process to its end, from before its start on.
    ///
    /// - Returns: The end, when it has come.
    func followEnd() -> Task<RunningProgram.End, Never> {
        let (ends, continuation) = AsyncStream.makeStream(of: RunningProgram.End.self)
        terminationHandler = { process in
            continuation.yield(
                RunningProgram.End(status: process.terminationStatus, reason: process.terminationReason))
            continuation.finish()
        }
        return Task {
            for await end in ends { return end }
            return RunningProgram.End(status: -1, reason: .exit)
        }
    }
}
