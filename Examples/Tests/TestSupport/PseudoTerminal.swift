import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program of the package on a terminal of its own, whose screen a test can read.
package final class PseudoTerminal: Sendable {
    /// What the system refused.
    package struct Failure: Error {
        package let call: String
        package let number: Int32
    }

    /// The screen that a test waited for never came; what was there instead.
    package struct NeverShown: Error, CustomStringConvertible {
        package let description: String
    }

    private typealias Waiter = (
        isMet: @Sendable (TerminalGrid) -> Bool, continuation: CheckedContinuation<Void, any Error>
    )

    private struct State {
        var grid: TerminalGrid
        /// Bytes behind the last whole sequence.
        var rest: [UInt8] = []
        var count = 0
        var waiting: [Waiter] = []
        var isOver = false
        var isHungUp = false
    }

    private let master: Int32
    private let slave: FileHandle
    private let process: Process
    private let ending: Task<RunningProgram.End, Never>
    private let state: Mutex<State>

    /// Runs a program beside a body; where it has not ended when the body has, it is killed.
    ///
    /// - Parameters:
    ///   - name: The name of the product, which the tests depend on.
    ///   - arguments: What it is given.
    ///   - columns: The width of the terminal.
    ///   - rows: Its height.
    ///   - environment: What is added to this process's environment.
    ///   - body: What a person does.
    /// - Returns: What the body returns.
    /// - Throws: What keeps it from starting, and what the body throws.
    package static func run<Result>(
        _ name: String, _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        _ body: (PseudoTerminal) async throws -> Result
    ) async throws -> Result {
        let terminal = try PseudoTerminal(name, arguments, columns: columns, rows: rows, environment: environment)
        do {
            let result = try await body(terminal)
            await terminal.clear()
            return result
        } catch {
            await terminal.clear()
            throw error
        }
    }

    private init(
        _ name: String, _ arguments: [String], columns: Int, rows: Int, environment: [String: String]
    ) throws {
        let path: String
        (master, path) = try Self.openMaster()
        let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(call: "open", number: errno) }
        slave = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        state = Mutex(State(grid: TerminalGrid(columns: columns, rows: rows)))
        let process = Process()
        self.process = process
        ending = process.followEnd()
        process.executableURL = try RunningProgram.executable(name)
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment
        all["TERM"] = "xterm-256color"
        all["NO_COLOR"] = nil
        all.merge(environment) { _, new in new }
        process.environment = all
        process.standardInput = slave
        process.standardOutput = slave
        process.standardError = slave
        setSize(columns, rows)
        try process.run()
        Thread.detachNewThread { [self] in read() }
    }

    /// The screen now.
    package var grid: TerminalGrid { state.withLock { $0.grid } }

    /// The number of bytes that the program has written.
    package var count: Int { state.withLock { $0.count } }

    /// The settings of the terminal: input, output, control and local flags.
    package var settings: [UInt] {
        var settings = termios()
        tcgetattr(slave.fileDescriptor, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt($0) }
    }

    /// Types.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        // What cannot be typed is missing on the screen, and the test says so.
        _ = write(master, bytes, bytes.count)
    }

    /// Changes the size, and says so.
    package func resize(columns: Int, rows: Int) {
        setSize(columns, rows)
        state.withLock { $0.grid.resize(columns: columns, rows: rows) }
        signal(SIGWINCH)
    }

    /// Sends a signal.
    package func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// Hangs up, as a window that is closed does: the program's side has an end from then on, and takes nothing more.
    ///
    /// It is no terminal of a session, so no signal says so.
    ///
    /// - Throws: What keeps the test from doing that.
    package func hangUp() throws {
        state.withLock { $0.isHungUp = true }
        // The reader closes this side, and waits for something to read.
        try slave.write(contentsOf: Data("\n".utf8))
    }

    /// Returns when the screen is as a condition says, or the program has ended.
    ///
    /// - Parameter isMet: The condition.
    /// - Throws: ``NeverShown`` when the test's time is over.
    package func wait(until isMet: @escaping @Sendable (TerminalGrid) -> Bool) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isNow = state.withLock { state in
                    if state.isOver || Task.isCancelled || isMet(state.grid) { return true }
                    state.waiting.append((isMet, continuation))
                    return false
                }
                if isNow { continuation.resume() }
            }
        } onCancel: {
            let (waiting, text) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.waiting, state.grid.text)
            }
            // What is thrown when a test's time is over is not told.
            if !waiting.isEmpty { print("The screen that never came; there was instead:\n\(text)") }
            for waiter in waiting { waiter.continuation.resume(throwing: NeverShown(description: "\n\(text)")) }
        }
    }

    /// Returns when the screen shows a text, or the program has ended.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``NeverShown`` when the test's time is over.
    package func wait(for text: String) async throws {
        try await wait { $0.text.contains(text) }
    }

    /// Returns when the program has ended and everything it wrote was read.
    package func end() async -> RunningProgram.End {
        let end = await ending.value
        // A last sequence of the test's own shows that everything before it was read.
        // One that is hung up takes nothing, and everything was read.
        try? slave.write(contentsOf: Data("\u{1B}[?9999h".utf8))
        // Where the test's time is over, the end is what counts.
        try? await wait { $0.modes.contains(9_999) }
        state.withLock { _ = $0.grid.modes.remove(9_999) }
        return end
    }

    /// Returns when the program was stopped.
    package func stop() async {
        await withCheckedContinuation { continuation in
            // On a thread of its own: it waits.
            Thread.detachNewThread { [process] in
                var info = siginfo_t()
                while waitid(P_PID, id_t(process.processIdentifier), &info, WSTOPPED | WNOWAIT) != 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }

    private func clear() async {
        if process.isRunning { signal(SIGKILL) }
        _ = await ending.value
        // The reader ends when nobody holds the other side.
        try? slave.close()
    }

    /// Opens the test's side of a new terminal, and finds the name of the program's.
    private static func openMaster() throws -> (Int32, String) {
        #if canImport(Darwin)
            let master = posix_openpt(O_RDWR | O_NOCTTY)
            guard master >= 0 else { throw Failure(call: "posix_openpt", number: errno) }
            guard grantpt(master) == 0, unlockpt(master) == 0, let path = ptsname(master) else {
                throw Failure(call: "unlockpt", number: errno)
            }
            return (master, String(cString: path))
        #else
            let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            guard master >= 0 else { throw Failure(call: "open", number: errno) }
            // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, which are no constants that Swift sees.
            var (isLocked, number): (Int32, UInt32) = (0, 0)
            guard ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
                throw Failure(call: "ioctl", number: errno)
            }
            return (master, "/dev/pts/\(number)")
        #endif
    }

    private func setSize(_ columns: Int, _ rows: Int) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    private func read() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(master, buffer.baseAddress, buffer.count)
            #elseif canImport(Glibc)
                let count = Glibc.read(master, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(master, buffer.baseAddress, buffer.count)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0, !state.withLock({ $0.isHungUp }) else { break }
            take(Array(buffer[..<count]))
        }
        _ = close(master)
        finish()
    }

    private func take(_ bytes: [UInt8]) {
        let met = state.withLock { state in
            state.count += bytes.count
            state.rest += bytes
            let end = Self.lastWhole(state.rest)
            state.grid.feed(Array(state.rest[..<end]))
            state.rest.removeFirst(end)
            let grid = state.grid
            let met = state.waiting.filter { $0.isMet(grid) }.map(\.continuation)
            state.waiting.removeAll { $0.isMet(grid) }
            return met
        }
        for continuation in met { continuation.resume() }
    }

    /// The place behind the last whole control sequence: a text behind it may go on.
    private static func lastWhole(_ bytes: [UInt8]) -> Int {
        var end = bytes.endIndex
        while let start = bytes[..<end].lastIndex(of: 0x1B) {
            let second = bytes[start...].dropFirst().first
            // The end of a picture's command.
            if second == UInt8(ascii: "\\") { return start + 2 }
            if second == UInt8(ascii: "_") {
                end = start
                continue
            }
            let isText = second == UInt8(ascii: "]")
            let last = bytes[start...].dropFirst(2).firstIndex { isText ? $0 == 0x07 : (0x40...0x7E).contains($0) }
            if let last { return last + 1 }
            end = start
        }
        // A program without a screen writes lines.
        return bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }

    private func finish() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting.map(\.continuation)
        }
        for continuation in waiting { continuation.resume() }
    }
}
