import ConsoleKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The standard streams, while a program is told in lines on them.
package enum LineSession {
    /// Tells a program on the standard streams.
    ///
    /// - Parameter show: Shows the program with a queue of events and the way to ask for the next line.
    /// - Throws: The exit status where a signal was the end, and where the output fails; else what `show` throws.
    @MainActor
    package static func run(
        _ show: (EventQueue, StandardLines, @escaping () -> Void) async throws -> ScreenEnd
    ) async throws {
        let queue = EventQueue()
        let events = LineEvents(to: queue)
        defer { withExtendedLifetime(events) {} }
        do {
            switch try await show(queue, StandardLines(), events.next) {
            case .quit: break
            case .signal(let number): throw ExitStatus.signal(number)
            case .closed: throw ExitStatus.signal(SIGHUP)
            }
        } catch let error as SystemCalls.Failure {
            // Nobody reads on, which is an end as good as any.
            guard error.number != EPIPE else { return }
            Console.warn("The output cannot be written: \(error.reason).")
            throw ExitStatus.diskFailure
        }
    }
}
