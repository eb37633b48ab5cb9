import Foundation
import Testing

/// The program, while it runs.
final class RunningProgram: Sendable {
    struct End: Sendable {
        let status: Int32
        let reason: Process.TerminationReason
    }

    private let process: Process
    private let output: FileHandle
    private let ends: AsyncStream<End>

    /// Starts the program.
    init(_ arguments: [String]) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try Self.executable
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
    func firstLine() async -> String {
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
    func base() async throws -> URL {
        let line = await firstLine()
        return try #require(URL(string: line.replacing("listening on ", with: "")))
    }

    /// Sends SIGKILL.
    func kill() {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Sends SIGTERM.
    func terminate() {
        process.terminate()
    }

    /// Returns when the program has ended.
    func end() async -> End {
        for await end in ends { return end }
        return End(status: -1, reason: .exit)
    }

    /// Beside the tests, where the build puts every product.
    private static var executable: URL {
        get throws {
            #if os(macOS)
                let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
                    .deletingLastPathComponent()
            #else
                let folder = Bundle.main.executableURL?.deletingLastPathComponent()
            #endif
            let executable = try #require(folder?.appending(path: "demo-server"))
            try #require(FileManager.default.isExecutableFile(atPath: executable.path), "\(executable.path)")
            return executable
        }
    }
}
