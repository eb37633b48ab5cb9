import ConsoleKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A terminal that a program has for itself while it shows its screens.
package enum TerminalSession {
    /// Gives a terminal to a program, and then back to the shell, whatever happens.
    ///
    /// - Parameters:
    ///   - keyboard: The keyboard, from `TerminalMode.openKeyboard()`.
    ///   - show: Shows the program, and may go on without the terminal when it has left it.
    /// - Throws: The exit status where a signal or a closed terminal was the end, and where the terminal cannot be used;
    ///   else what `show` throws.
    @MainActor
    package static func run(
        keyboard: Int32, _ show: (EventQueue, TerminalDevice) async throws -> ScreenEnd
    ) async throws {
        do {
            let (queue, device) = (EventQueue(), TerminalDevice())
            try TerminalMode.enter(keyboard: keyboard)
            defer { TerminalMode.leave() }
            let events = TerminalEvents(keyboard: keyboard, to: queue)
            defer { withExtendedLifetime(events) {} }
            let end = try await show(queue, device)
            TerminalMode.leave()
            // A terminal that is gone is what SIGHUP says, too.
            switch end {
            case .quit: break
            case .signal(let number): throw ExitStatus.signal(number)
            case .closed: throw ExitStatus.signal(SIGHUP)
            }
        } catch let error as SystemCalls.Failure {
            TerminalMode.leave()
            Console.warn("The terminal cannot be used: \(error.reason).")
            throw ExitStatus.diskFailure
        }
    }
}
