package import ConsoleKit
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal as a program with screens needs it: keys come one by one and unseen, and the screen is another one.
///
/// Whatever way the program ends, the terminal is as it was before; only SIGKILL leaves no chance for that.
package enum TerminalMode {
    /// The other screen, no cursor, no breaking of lines, pasted texts marked as such, and the mouse's wheel and clicks.
    private static let entering: StaticString =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[m\u{1B}[2J"
    private static let leaving: StaticString =
        "\u{1B}[?2026l\u{1B}[m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// The signals of a program that has gone wrong, and SIGQUIT.
    static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE, SIGQUIT]

    private static let isEntered = Atomic(false)
    /// Memory that a signal's handler may read: written before the handler is there, and never freed.
    nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private static let keyboard = Atomic<Int32>(-1)

    /// Opens the keyboard: standard input, or the terminal itself when standard input is something else.
    ///
    /// - Returns: The open file; nil when there is no terminal.
    package static func openKeyboard() -> Int32? {
        if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
        // Without a terminal there are no keys, and that is the answer.
        return try? SystemCalls.open("/dev/tty")
    }

    /// The file descriptor of the keyboard of the terminal that was taken over; -1 for none.
    static var openedKeyboard: Int32 { keyboard.load(ordering: .acquiring) }

    /// Takes the terminal over.
    ///
    /// - Parameter descriptor: The file descriptor of the keyboard.
    /// - Throws: The system's error.
    package static func enter(keyboard descriptor: Int32) throws(SystemCalls.Failure) {
        guard !isEntered.load(ordering: .acquiring) else { return }
        guard tcgetattr(descriptor, saved) == 0 else { throw SystemCalls.Failure(number: errno) }
        keyboard.store(descriptor, ordering: .releasing)
        for number in crashes { leaveBefore(number) }
        atexit { TerminalMode.leave() }
        try resume()
    }

    /// Has a signal end the program as it does by default, with the terminal given back before.
    ///
    /// - Parameter number: The signal.
    package static func leaveBefore(_ number: Int32) {
        signal(number) { number in
            TerminalMode.leave()
            signal(number, SIG_DFL)
            raise(number)
        }
    }

    /// Whether a shell would continue the program: one in the same session started it.
    package static var hasShell: Bool { getsid(getppid()) == getsid(0) }

    /// Whether the terminal that was taken over is this program's, and not the shell's or another one's.
    static var isInForeground: Bool { TerminalSettings.isInForeground(of: openedKeyboard) }

    /// Takes the terminal over again, after another program had it.
    package static func resume() throws(SystemCalls.Failure) {
        var raw = saved.pointee
        cfmakeraw(&raw)
        isEntered.store(true, ordering: .releasing)
        guard tcsetattr(keyboard.load(ordering: .acquiring), TCSADRAIN, &raw) == 0 else {
            throw SystemCalls.Failure(number: errno)
        }
        try SystemCalls.write(STDOUT_FILENO, bytes(of: entering))
    }

    /// Gives the terminal back; nothing happens when that was done.
    ///
    /// It may be called from a signal's handler: it only makes system calls.
    package static func leave() {
        guard isEntered.exchange(false, ordering: .acquiringAndReleasing) else { return }
        let text = bytes(of: leaving)
        #if canImport(Darwin)
            _ = Darwin.write(STDOUT_FILENO, text.baseAddress, text.count)
        #elseif canImport(Glibc)
            _ = Glibc.write(STDOUT_FILENO, text.baseAddress, text.count)
        #elseif canImport(Musl)
            _ = Musl.write(STDOUT_FILENO, text.baseAddress, text.count)
        #endif
        // In the background they are the shell's by now.
        TerminalSettings.set(saved, of: keyboard.load(ordering: .acquiring), TCSAFLUSH)
    }

    /// Gives the terminal back and has the system stop the program, until the shell continues it.
    ///
    /// It may return before the program stands still.
    package static func suspend() {
        leave()
        kill(getpid(), SIGSTOP)
    }

    private static func bytes(of text: StaticString) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
