import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program of the package between two pipes, to which a test writes lines and whose output it reads.
package final class PipedProgram: Sendable {
    /// The text that a test waited for never came; what was there instead.
    package struct NeverWritten: Error, CustomStringConvertible {
        package let description: String
    }

    private typealias Waiter = (text: String, place: Int, continuation: CheckedContinuation<Void, any Error>)

    private struct State {
        var output: [UInt8] = []
        var isOver = false
        var waiting: [Waiter] = []

        /// The output from a byte on.
        func text(from place: Int) -> String { String(decoding: output[min(place, output.count)...], as: UTF8.self) }

        /// Whether somebody waits no more.
        func meets(_ waiter: Waiter) -> Bool { isOver || text(from: waiter.place).contains(waiter.text) }
    }

    private let process: Process
    private let input = Pipe()
    private let errors = Pipe()
    private let ending: Task<RunningProgram.End, Never>
    private let state = Mutex(State())

    /// Runs a program beside a body; where it has not ended when the body has, it is killed.
    ///
    /// - Parameters:
    ///   - name: The name of the product, which the tests depend on.
    ///   - arguments: What it is given.
    ///   - environment: What is added to this process's environment.
    ///   - body: What somebody writes and reads.
    /// - Returns: What the body returns.
    /// - Throws: What keeps it from starting, and what the body throws.
    package static func run<Result>(
        _ name: String, _ arguments: [String], environment: [String: String] = [:],
        _ body: (PipedProgram) async throws -> Result
    ) async throws -> Result {
        let program = try PipedProgram(name, arguments, environment)
        do {
            let result = try await body(program)
            await program.clear()
            return result
        } catch {
            await program.clear()
            throw error
        }
    }

    private init(_ name: String, _ arguments: [String], _ environment: [String: String]) throws {
        let process = Process()
        self.process = process
        ending = process.followEnd()
        process.executableURL = try RunningProgram.executable(name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        Thread.detachNewThread { [self] in read(output.fileHandleForReading) }
    }

    /// Everything that it has written.
    package var output: String { state.withLock { $0.text(from: 0) } }

    /// Writes lines.
    ///
    /// - Parameter lines: The lines.
    /// - Throws: The pipe's error.
    package func write(_ lines: String...) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    }

    /// Writes a line, and returns what was written behind it when a text is in that.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - text: The text.
    /// - Returns: The output since the line, up to now.
    /// - Throws: ``NeverWritten`` when the test's time is over.
    @discardableResult
    package func write(_ line: String, waitingFor text: String) async throws -> String {
        let place = state.withLock { $0.output.count }
        try write(line)
        try await wait(for: text, from: place)
        return state.withLock { $0.text(from: place) }
    }

    /// Returns when the output has a text, or the program has ended.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``NeverWritten`` when the test's time is over.
    package func wait(for text: String) async throws { try await wait(for: text, from: 0) }

    private func wait(for text: String, from place: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isNow = state.withLock { state in
                    if state.isOver || Task.isCancelled || state.text(from: place).contains(text) { return true }
                    state.waiting.append((text, place, continuation))
                    return false
                }
                if isNow { continuation.resume() }
            }
        } onCancel: {
            let (waiting, output) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.waiting, state.text(from: 0))
            }
            // What is thrown when a test's time is over is not told.
            if !waiting.isEmpty { print("The text that never came; there was instead:\n\(output)") }
            for waiter in waiting { waiter.continuation.resume(throwing: NeverWritten(description: "\n\(output)")) }
        }
    }

    /// Ends the input, and returns when the program has ended and everything that it wrote was read.
    ///
    /// - Parameter number: A signal that ends it in place of the end of its input; nil, the default, for none.
    /// - Returns: How it ended, and what it has written to standard error.
    package func end(by number: Int32? = nil) async -> (end: RunningProgram.End, errors: String) {
        if let number {
            signal(number)
        } else {
            // Where it is closed already, it is what it should be.
            try? input.fileHandleForWriting.close()
        }
        async let errors = errors.readToEnd()
        let end = await ending.value
        // Where the test's time is over, the end is what counts.
        try? await wait(for: "\u{0}", from: 0)
        return (end, String(decoding: await errors, as: UTF8.self))
    }

    private func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    private func clear() async {
        if process.isRunning { signal(SIGKILL) }
        _ = await ending.value
    }

    private func read(_ output: FileHandle) {
        while true {
            let data = output.availableData
            let met = state.withLock { state in
                state.output += data
                state.isOver = data.isEmpty
                let now = state
                let met = state.waiting.filter { now.meets($0) }.map(\.continuation)
                state.waiting.removeAll { now.meets($0) }
                return met
            }
            for continuation in met { continuation.resume() }
            if data.isEmpty { return }
        }
    }
}

extension String {
    /// The scalars in it that a screen reader or a pipe has no use for: control characters but line feeds, and what draws
    /// boxes.
    package var drawing: [Unicode.Scalar] {
        unicodeScalars.filter {
            $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || (0x2500...0x259F).contains($0.value)
        }
    }
}
