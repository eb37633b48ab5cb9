#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The settings of a terminal, which are changed only by a program in the foreground.
///
/// All of it may be called from a signal's handler: it only makes system calls.
enum TerminalSettings {
    /// Whether this program may use a terminal: the shell does not run it in the background.
    ///
    /// - Parameter terminal: The terminal's file descriptor.
    /// - Returns: True also where the terminal is not that of the session, as nobody shares it out then.
    static func isInForeground(of terminal: Int32) -> Bool {
        let group = tcgetpgrp(terminal)
        return group <= 0 || group == getpgrp()
    }

    /// Changes the settings of a terminal, where this program may use it.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - terminal: The terminal's file descriptor.
    ///   - moment: When they change, as `tcsetattr` has it.
    /// - Returns: False where they could not be changed.
    @discardableResult
    static func set(_ settings: UnsafePointer<termios>, of terminal: Int32, _ moment: Int32) -> Bool {
        guard isInForeground(of: terminal) else { return false }
        // The shell may take the terminal at this moment.
        return withoutBeingStopped { tcsetattr(terminal, moment, settings) } == 0
    }

    /// Does something to a terminal for which the system would stop a program in the background.
    ///
    /// - Parameter body: What is done.
    /// - Returns: What the body returns.
    static func withoutBeingStopped(_ body: () -> Int32) -> Int32 {
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}
