import Foundation
import TestSupport
import Testing

/// The reader as scripts run it: a process with arguments, an exit status and two streams.
struct ReaderProcess {
    let status: Int32
    let output: String
    let errors: String

    /// The output as one JSON object.
    var json: [String: Any] {
        get throws {
            try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(output)")
        }
    }

    /// The ids of `items`, in order.
    var ids: [String] {
        get throws { try items.compactMap { $0["id"] as? String } }
    }

    var items: [[String: Any]] {
        get throws { try #require(try json["items"] as? [[String: Any]]) }
    }

    /// The code of `error`, nil when that is null.
    var errorCode: String? {
        get throws { (try json["error"] as? [String: Any])?["code"] as? String }
    }

    /// Runs the reader and waits for its end; a few run at a time, so that deadlines mean what they say.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> ReaderProcess {
        try await gate.pass { try await runNow(arguments, environment: environment) }
    }

    private static let gate = Gate(width: max(2, ProcessInfo.processInfo.activeProcessorCount))

    private static func runNow(_ arguments: [String], environment: [String: String]) async throws -> ReaderProcess {
        let process = Process()
        process.executableURL = try executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        // Read while it runs: a pipe that is full would stop it.
        async let outputData = output.readToEnd()
        async let errorData = errors.readToEnd()
        let status = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return ReaderProcess(
            status: status, output: String(decoding: await outputData, as: UTF8.self),
            errors: String(decoding: await errorData, as: UTF8.self))
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
            let executable = try #require(folder?.appending(path: "reader"))
            try #require(FileManager.default.isExecutableFile(atPath: executable.path), "\(executable.path)")
            return executable
        }
    }
}
