import Foundation
import TestSupport
import Testing

/// The program as scripts run it: arguments, an exit status and two streams.
struct DealsProcess {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    var json: [String: Any] {
        get throws {
            try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(output)")
        }
    }

    var items: [[String: Any]] {
        get throws { try #require(try json["items"] as? [[String: Any]]) }
    }

    var ids: [Int] {
        get throws { try items.compactMap { $0["id"] as? Int } }
    }

    /// Runs the program and waits for its end.
    static func run(_ arguments: [String], input: String? = nil) async throws -> DealsProcess {
        try await runAny(try executable, arguments, input: input)
    }

    /// Runs a line of the shell, in which `$DEALS` is the program.
    static func shell(_ script: String) async throws -> DealsProcess {
        try await runAny(URL(filePath: "/bin/sh"), ["-c", "DEALS='\(try executable.path)'; \(script)"], input: nil)
    }

    private static func runAny(_ executable: URL, _ arguments: [String], input: String?) async throws -> DealsProcess {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = try input.map { try reading($0) } ?? FileHandle.nullDevice
        // Read while it runs: a pipe that is full would stop it.
        async let outputData = output.readToEnd()
        async let errorData = errors.readToEnd()
        let status = try await finish(process)
        return DealsProcess(
            status: status, output: String(decoding: await outputData, as: UTF8.self),
            errors: String(decoding: await errorData, as: UTF8.self))
    }

    /// Starts a process and waits for its end.
    static func finish(_ process: Process, whenRunning body: @escaping @Sendable (Process) -> Void = { _ in })
        async throws -> Int32
    {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
                body(process)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// A file, not a pipe: a program that ends without reading would leave a pipe that cannot be written to.
    private static func reading(_ text: String) throws -> FileHandle {
        let path = FileManager.default.temporaryDirectory.appending(path: "deals-input-\(UUID())").path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try FileHandle(forReadingFrom: URL(filePath: path))
    }

    /// Beside the tests, where the build puts every product.
    static var executable: URL {
        get throws {
            #if os(macOS)
                let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
                    .deletingLastPathComponent()
            #else
                let folder = Bundle.main.executableURL?.deletingLastPathComponent()
            #endif
            let executable = try #require(folder?.appending(path: "deals"))
            try #require(FileManager.default.isExecutableFile(atPath: executable.path), "\(executable.path)")
            return executable
        }
    }
}
