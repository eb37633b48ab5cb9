import ConsoleKit
import Dispatch
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where lines are written for a person or a program.
package protocol LineDevice: ProgramHost {
    /// Whether a person types at a terminal, who is shown where to.
    var isTerminal: Bool { get }

    /// Writes a text, and returns when it was taken.
    ///
    /// - Parameter text: The text.
    /// - Throws: `SystemCalls.Failure`.
    func write(_ text: String) async throws

    /// Shows what is typed, or hides it.
    ///
    /// - Parameter isHidden: Whether it is hidden.
    func hideTyping(_ isHidden: Bool)

    /// Has the system stop the program until the shell continues it; nothing happens without a shell.
    func suspend()
}

/// The standard streams as they are: a terminal in its ordinary mode, or pipes and files.
package final class StandardLines: LineDevice {
    private let queue = DispatchQueue(label: "Lines")
    private let program = ForegroundProgram()

    package init() {}

    package var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    package func write(_ text: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async {
                continuation.resume(
                    with: Result {
                        try Array(text.utf8).withUnsafeBytes { try SystemCalls.write(STDOUT_FILENO, $0) }
                    })
            }
        }
    }

    package func hideTyping(_ isHidden: Bool) { HiddenTyping.set(isHidden) }

    package func suspend() {
        guard isTerminal, TerminalMode.hasShell else { return }
        HiddenTyping.set(false)
        kill(getpid(), SIGSTOP)
    }

    package func run(_ command: ProgramCommand) async -> ProgramEnd {
        guard isTerminal else { return .noTerminal }
        Keyboard.pause()
        defer { Keyboard.resume() }
        return await program.run(command, keyboard: STDIN_FILENO)
    }

    package func endProgram(by signal: Int32) { program.end(by: signal) }
}

/// What is typed at the terminal and must not be seen, such as a password; it is seen again whenever the program ends.
enum HiddenTyping {
    /// Memory that a signal's handler may read: never freed.
    nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) private static var isHidden = false
    nonisolated(unsafe) private static var isPrepared = false

    static func set(_ wanted: Bool) {
        guard wanted != isHidden, isatty(STDIN_FILENO) == 1 else { return }
        if wanted {
            guard tcgetattr(STDIN_FILENO, saved) == 0 else { return }
            if !isPrepared {
                isPrepared = true
                atexit { HiddenTyping.set(false) }
            }
            var hidden = saved.pointee
            // The end of the line is seen: what comes next begins a new one.
            hidden.c_lflag = hidden.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
            isHidden = tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden) == 0
        } else {
            isHidden = false
            _ = tcsetattr(STDIN_FILENO, TCSADRAIN, saved)
        }
    }
}

/// The lines of standard input and the system's signals, on their own threads.
package final class LineEvents {
    /// A longer line is cut: nobody writes it, and it would fill the memory.
    private static let longest = 1 << 20

    private let interruption: Interruption
    /// Opened for each line that was obeyed, so that a long file is not read at once.
    private let gate: DispatchSemaphore

    /// Begins to listen.
    ///
    /// - Parameter queue: Where the events go.
    package init(to queue: EventQueue) {
        interruption = Interruption([SIGINT, SIGTERM, SIGHUP]) { queue.send(.ended($0)) }
        let gate = DispatchSemaphore(value: 0)
        gate.signal()
        self.gate = gate
        let thread = Thread { Self.read(to: queue, gate) }
        thread.name = "Lines"
        thread.start()
    }

    /// Asks for the next line.
    package func next() { gate.signal() }

    private static func read(to queue: EventQueue, _ gate: DispatchSemaphore) {
        var rest: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            while let end = rest.firstIndex(of: 0x0A) {
                gate.wait()
                queue.send(.line(text(rest[..<end])))
                rest.removeSubrange(...end)
            }
            // An input that fails has no more lines.
            guard let count = try? Keyboard.read(STDIN_FILENO, into: buffer), count > 0 else { break }
            if rest.count < longest || buffer[..<count].contains(0x0A) { rest += buffer[..<count] }
        }
        if !rest.isEmpty {
            gate.wait()
            queue.send(.line(text(rest[...])))
        }
        gate.wait()
        queue.send(.line(nil))
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
    }
}
