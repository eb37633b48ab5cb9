import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Hides what is typed at the terminal, such as a password.
///
/// It is seen again however the program ends, and while it is stopped; only SIGKILL leaves no chance for that.
@MainActor
enum HiddenTyping {
    private nonisolated static let isHidden = Atomic(false)
    /// Whether a signal is about to end or to stop the program: nothing is hidden again meanwhile, on whatever thread.
    private nonisolated static let isLeaving = Atomic(false)
    /// Memory that a signal's handler may read: written before the handler is there, and never freed.
    nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private static var isPrepared = false

    /// Hides what is typed, or shows it.
    ///
    /// - Parameter wanted: Whether it is hidden.
    /// - Returns: False where the shell runs the program in the background, so that it has to be tried again.
    static func set(_ wanted: Bool) -> Bool {
        guard wanted != isHidden.load(ordering: .acquiring), isatty(STDIN_FILENO) == 1 else { return true }
        guard wanted else {
            show()
            return true
        }
        guard !isLeaving.load(ordering: .acquiring), TerminalSettings.isInForeground(of: STDIN_FILENO) else {
            return false
        }
        guard tcgetattr(STDIN_FILENO, saved) == 0 else { return true }
        var hidden = saved.pointee
        // The end of the line is seen: what comes next begins a new one.
        hidden.c_lflag = hidden.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
        prepare()
        // Before it is so: a signal may come between.
        isHidden.store(true, ordering: .releasing)
        if !TerminalSettings.set(&hidden, of: STDIN_FILENO, TCSADRAIN) {
            isHidden.store(false, ordering: .releasing)
        }
        // The signal may have come in between.
        if isLeaving.load(ordering: .acquiring) { TerminalSettings.set(saved, of: STDIN_FILENO, TCSADRAIN) }
        return true
    }

    private static func prepare() {
        // After it has stopped the program, this one is as it was before.
        showBefore(SIGTSTP)
        guard !isPrepared else { return }
        isPrepared = true
        for number in TerminalMode.crashes { showBefore(number) }
        showAtExit()
    }

    /// Apart, as it is called on whatever thread ends the program.
    private nonisolated static func showAtExit() {
        atexit { HiddenTyping.show() }
    }

    /// Has a signal do what it does by default, with what is typed seen again before.
    ///
    /// - Parameter number: The signal.
    nonisolated static func showBefore(_ number: Int32) {
        signal(number) { number in
            HiddenTyping.isLeaving.store(true, ordering: .releasing)
            HiddenTyping.show()
            signal(number, SIG_DFL)
            raise(number)
            // Only a program that was stopped goes on here.
            HiddenTyping.isLeaving.store(false, ordering: .releasing)
        }
    }

    /// Shows what is typed; it only makes system calls, as a signal's handler may.
    nonisolated static func show() {
        guard isHidden.exchange(false, ordering: .acquiringAndReleasing) else { return }
        TerminalSettings.set(saved, of: STDIN_FILENO, TCSADRAIN)
    }
}
