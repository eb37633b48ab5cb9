import ConsoleKit
import Dispatch
import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program that has the terminal as its standard streams, in a process group of its own, which is the terminal's
/// foreground group: keys that interrupt or stop are for it alone.
///
/// Where the person stops it, this program is stopped too, and the shell has the terminal until it continues both.
final class ForegroundProgram: Sendable {
    private struct State {
        var number: pid_t?
        var isEnding = false
    }

    /// The time that it has to end when it is asked to.
    private static let patience = DispatchTimeInterval.seconds(2)
    /// The signals that this program handles or ignores, and that are the other one's own affair.
    private static let signals = [
        SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGWINCH, SIGCHLD,
    ]

    private let state = Mutex(State())

    /// Runs a program, and waits for its end on a thread of its own.
    ///
    /// - Parameters:
    ///   - command: The program.
    ///   - keyboard: The file descriptor of the keyboard, which nobody reads from meanwhile.
    /// - Returns: The way in which it has ended.
    func run(_ command: ProgramCommand, keyboard: Int32) async -> ProgramEnd {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: self.wait(for: command, keyboard)) }
            thread.name = "Program"
            thread.start()
        }
    }

    /// Asks it to end, and ends it where it does not.
    ///
    /// - Parameter signal: The signal that asks it.
    func end(by signal: Int32) {
        state.withLock { state in
            state.isEnding = true
            guard let number = state.number else { return }
            kill(-number, signal)
            // What is stopped hears nothing.
            kill(-number, SIGCONT)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in
            state.withLock { state in
                if let number = state.number { kill(-number, SIGKILL) }
            }
        }
    }

    private func wait(for command: ProgramCommand, _ keyboard: Int32) -> ProgramEnd {
        let own = tcgetpgrp(keyboard)
        let number: pid_t
        do {
            let started = try state.withLock { state throws(SystemCalls.Failure) -> pid_t? in
                if state.isEnding { return nil }
                state.number = try Self.spawn(command, keyboard)
                return state.number
            }
            guard let started else { return .interrupted }
            number = started
        } catch {
            return .notStarted(error.reason)
        }
        let goOn = { [self] in
            Self.give(keyboard, to: number)
            state.withLock { state in
                if state.number != nil { kill(-number, SIGCONT) }
            }
        }
        // The shell has continued this program alone.
        let continuation = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .global())
        continuation.setEventHandler(handler: goOn)
        continuation.resume()
        defer { continuation.cancel() }
        // It may have wanted the terminal before it was its own.
        goOn()
        while true {
            let status = waitForChange(of: number)
            if let signal = Self.stop(status) {
                let isAwaited = [SIGTTIN, SIGTTOU].contains(signal) && tcgetpgrp(keyboard) == number
                let isEnding = state.withLock { $0.isEnding }
                if isAwaited || isEnding || !TerminalMode.hasShell {
                    goOn()
                } else {
                    Self.give(keyboard, to: own)
                    kill(getpid(), SIGSTOP)
                }
                continue
            }
            let isEnding = state.withLock { $0.isEnding }
            if isEnding { Self.endRest(of: number) }
            Self.give(keyboard, to: own)
            if isEnding { return .interrupted }
            return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
        }
    }

    /// Waits for the rest of a group that was asked to end, and ends it where it does not: the shell goes before what it runs.
    private static func endRest(of group: pid_t) {
        let end = DispatchTime.now() + patience
        while kill(-group, 0) == 0 {
            guard DispatchTime.now() < end else {
                kill(-group, SIGKILL)
                return
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Waits until it has ended or was stopped.
    ///
    /// - Returns: Its status, as `waitpid` gives it.
    private func waitForChange(of number: pid_t) -> Int32 {
        while true {
            var info = siginfo_t()
            // Its number is its own until it is known here that it has ended.
            let result = waitid(P_PID, id_t(number), &info, WEXITED | WSTOPPED | WNOWAIT)
            if result != 0, errno == EINTR { continue }
            var status: Int32 = 0
            let changed = state.withLock { state in
                let changed = waitpid(number, &status, WNOHANG | WUNTRACED)
                if changed != 0, Self.stop(status) == nil { state.number = nil }
                return changed
            }
            if changed != 0 { return status }
        }
    }

    /// The signal that has stopped it; nil where it was not stopped.
    private static func stop(_ status: Int32) -> Int32? { status & 0xFF == 0x7F ? status >> 8 & 0xFF : nil }

    /// Makes a group the terminal's foreground group; nothing happens where the terminal is not that of the session.
    private static func give(_ keyboard: Int32, to group: pid_t) {
        guard group > 0 else { return }
        // A program in the background is stopped where it asks for that.
        _ = TerminalSettings.withoutBeingStopped { tcsetpgrp(keyboard, group) }
    }

    private static func spawn(_ command: ProgramCommand, _ keyboard: Int32) throws(SystemCalls.Failure) -> pid_t {
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, keyboard, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (standard, none) = (sigset_t(), sigset_t())
        sigemptyset(&standard)
        sigemptyset(&none)
        for number in signals { sigaddset(&standard, number) }
        posix_spawnattr_setsigdefault(&attributes, &standard)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = command.shellArguments.map { strdup($0) } + [nil]
        let variables = command.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var number: pid_t = 0
        let error = posix_spawn(&number, "/bin/sh", &actions, &attributes, arguments, variables)
        guard error == 0 else { throw SystemCalls.Failure(number: error) }
        return number
    }
}
