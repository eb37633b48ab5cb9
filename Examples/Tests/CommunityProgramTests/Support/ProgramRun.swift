import Foundation
import TestSupport
import Testing

/// What a run of the program has printed, and its exit status.
struct ProgramRun: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// The output as one JSON object.
    var json: [String: Any] {
        get throws {
            try #require(
                try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(output)\(errors)")
        }
    }

    /// The code of `error`; nil where that is null.
    var errorCode: String? {
        get throws { try (json["error"] as? [String: Any])?["code"] as? String }
    }

    /// The nick of `user`; nil where that is null.
    var nick: String? {
        get throws { try (json["user"] as? [String: Any])?["nick"] as? String }
    }

    /// The entries of a list.
    func entries(_ name: String) throws -> [[String: Any]] {
        try #require(try json[name] as? [[String: Any]], "\(output)\(errors)")
    }

    /// Runs the built program, and waits for its end.
    static func program(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> ProgramRun {
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
        return ProgramRun(
            status: status, output: String(decoding: await outputData, as: UTF8.self),
            errors: String(decoding: await errorData, as: UTF8.self))
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
            let executable = try #require(folder?.appending(path: "community"))
            try #require(FileManager.default.isExecutableFile(atPath: executable.path), "\(executable.path)")
            return executable
        }
    }
}
