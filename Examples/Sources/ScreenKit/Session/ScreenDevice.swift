import ConsoleKit
import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A terminal that screens are shown on.
package protocol ScreenDevice: ProgramHost {
    /// Its size now.
    var size: ScreenSize { get }

    /// Writes bytes, and returns when the terminal has taken them.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: `SystemCalls.Failure`.
    func write(_ bytes: [UInt8]) async throws

    /// Takes the terminal over again, after another program had it.
    ///
    /// - Returns: False where the shell runs the program in the background: nothing is done then.
    /// - Throws: `SystemCalls.Failure`.
    func resume() throws -> Bool

    /// Whether there is a shell that would continue the program.
    var canSuspend: Bool { get }

    /// Gives the terminal back; nothing happens when that was done.
    func leave()

    /// Gives the terminal back and asks the system to stop the program, which it says when the program goes on.
    func suspend()
}

/// The terminal of standard output.
package struct TerminalDevice: ScreenDevice {
    /// A slow line keeps a thread, and not the program's main one.
    private let queue = DispatchQueue(label: "Terminal")
    private let program = ForegroundProgram()

    package init() {}

    package var size: ScreenSize { .ofTerminal }

    package func write(_ bytes: [UInt8]) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async {
                continuation.resume(
                    with: Result { try bytes.withUnsafeBytes { try SystemCalls.write(STDOUT_FILENO, $0) } })
            }
        }
    }

    package func resume() throws -> Bool {
        guard TerminalMode.isInForeground else { return false }
        try TerminalMode.resume()
        Keyboard.resume()
        return true
    }

    package var canSuspend: Bool { TerminalMode.hasShell }

    package func leave() { TerminalMode.leave() }

    package func suspend() { TerminalMode.suspend() }

    /// Gives the terminal to a program, in its ordinary mode; ``resume()`` takes it over again.
    package func run(_ command: ProgramCommand) async -> ProgramEnd {
        // In this order: what is read while the mode changes would wait for a key.
        Keyboard.pause()
        TerminalMode.leave()
        return await program.run(command, keyboard: TerminalMode.openedKeyboard)
    }

    package func endProgram(by signal: Int32) { program.end(by: signal) }
}
