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
    /// - Returns: False where the shell runs the program in the background, so that it has to be tried again.
    @MainActor
    @discardableResult
    func hideTyping(_ isHidden: Bool) -> Bool

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

    @MainActor
    package func hideTyping(_ isHidden: Bool) -> Bool { HiddenTyping.set(isHidden) }

    package func suspend() {
        guard isTerminal, TerminalMode.hasShell else { return }
        HiddenTyping.show()
        kill(getpid(), SIGSTOP)
    }

    package func run(_ command: ProgramCommand) async -> ProgramEnd {
        guard isTerminal else { return .noTerminal }
        var settings = termios()
        let isKnown = tcgetattr(STDIN_FILENO, &settings) == 0
        Keyboard.pause()
        defer { Keyboard.resume() }
        let end = await program.run(command, keyboard: STDIN_FILENO)
        // One that was killed leaves its own behind.
        if isKnown { TerminalSettings.set(&settings, of: STDIN_FILENO, TCSADRAIN) }
        return end
    }

    package func endProgram(by signal: Int32) { program.end(by: signal) }
}

/// The lines of standard input and the system's signals, on their own threads.
package final class LineEvents {
    /// A longer line is cut: nobody writes it, and it would fill the memory.
    private static let longest = 1 << 20

    private let interruption: Interruption
    private let continuation: any DispatchSourceSignal
    /// Opened for each line that was obeyed, so that a long file is not read at once.
    private let gate: DispatchSemaphore

    /// Begins to listen.
    ///
    /// - Parameter queue: Where the events go.
    package init(to queue: EventQueue) {
        interruption = Interruption([SIGINT, SIGTERM, SIGHUP]) { number in
            // A second one ends the program at once; but a shell and the system both say that a terminal is gone.
            for number in [SIGINT, SIGTERM] { HiddenTyping.showBefore(number) }
            signal(SIGHUP, SIG_IGN)
            queue.send(.ended(number))
        }
        continuation = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .global())
        continuation.setEventHandler { queue.send(.resumed) }
        continuation.resume()
        let gate = DispatchSemaphore(value: 0)
        gate.signal()
        self.gate = gate
        let thread = Thread { Self.read(to: queue, gate) }
        thread.name = "Lines"
        thread.start()
    }

    deinit { continuation.cancel() }

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
