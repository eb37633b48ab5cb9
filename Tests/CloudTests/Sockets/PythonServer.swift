import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

#if os(Linux) || os(macOS)
    /// A Socket.IO server of python-socketio in a process of its own: `Scripts/socketio-server`.
    final class PythonServer: Sendable {
        /// The sentence with which tests are skipped.
        static let advice: Comment =
            "Needs python-socketio: apt-get install python3-socketio python3-aiohttp, or pip install the same of PyPI."

        /// A Python that has what the server needs; `nil` where there is none.
        static let python: String? = {
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
            // The system's own comes first: its packages are installed for it alone.
            let candidates = (["/usr/bin"] + folders).map { $0 + "/python3" }
            return candidates.first { path in
                guard FileManager.default.isExecutableFile(atPath: path) else { return false }
                let process = Process()
                process.executableURL = URL(filePath: path)
                process.arguments = ["-c", "import socketio, aiohttp"]
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                do {
                    try process.run()
                } catch {
                    return false
                }
                process.waitUntilExit()
                return process.terminationStatus == 0
            }
        }()

        /// The server's base.
        let url: URL
        private let process: Process
        private let input: Pipe

        /// Starts a server, which ends with this object or with the tests.
        init(_ arguments: String...) async throws {
            let script = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Scripts/socketio-server").standardizedFileURL
            let (process, input, output) = (Process(), Pipe(), Pipe())
            process.executableURL = URL(filePath: try #require(Self.python))
            process.arguments = [script.path(percentEncoded: false)] + arguments
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let handle = output.fileHandleForReading
            let line = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var bytes = Data()
                    while bytes.last != UInt8(ascii: "\n") {
                        let more = handle.availableData
                        if more.isEmpty { break }
                        bytes += more
                    }
                    continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
                }
            }
            let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)), "It did not start.")
            (self.process, self.input) = (process, input)
            url = CloudTests.url("http://127.0.0.1:\(port)/v1/")
        }

        deinit { stop() }

        /// Ends the server.
        func stop() {
            // A process that was stopped does not notice that its input ends.
            if process.isRunning { wake() }
            // It is gone already where this fails.
            try? input.fileHandleForWriting.close()
        }

        /// Stops the process without ending it: connections stay open, and nobody says anything.
        func freeze() { kill(process.processIdentifier, SIGSTOP) }

        /// Lets the process go on.
        func wake() { kill(process.processIdentifier, SIGCONT) }
    }
#endif
