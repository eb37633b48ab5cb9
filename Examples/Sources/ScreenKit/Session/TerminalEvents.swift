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

/// The events of the keyboard and of the system, on their own threads.
package final class TerminalEvents {
    /// A terminal sends all bytes of a key at once; over a slow line they may come one by one.
    private static let escapeDelay: Int32 = 50
    /// The rest of an answer would be taken for keys.
    private static let answerDelay: Int32 = 2_000

    private let signals: [any DispatchSourceSignal]
    private let interruption: Interruption

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - keyboard: The file descriptor of the keyboard.
    ///   - queue: Where the events go.
    package init(keyboard: Int32, to queue: EventQueue) {
        let ends = [SIGINT, SIGTERM, SIGHUP]
        interruption = Interruption(ends) { number in
            // A second one ends the program at once; but a shell and the system both say that a terminal is gone.
            for number in [SIGINT, SIGTERM] { TerminalMode.leaveBefore(number) }
            signal(SIGHUP, SIG_IGN)
            queue.send(.ended(number))
        }
        let events: [(Int32, ScreenEvent)] = [(SIGWINCH, .resized), (SIGCONT, .resumed), (SIGTSTP, .suspended)]
        signals = events.map { number, event in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { queue.send(event) }
            source.resume()
            #if canImport(Darwin)
                // There the source only sees the signal, which would stop the program all the same.
                if number == SIGTSTP { signal(number, SIG_IGN) }
            #endif
            return source
        }
        let thread = Thread { Self.read(keyboard, to: queue) }
        thread.name = "Keyboard"
        thread.start()
    }

    deinit {
        for source in signals { source.cancel() }
    }

    private static func read(_ keyboard: Int32, to queue: EventQueue) {
        var parser = InputParser()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let delay = parser.isAnswering ? answerDelay : escapeDelay
            if parser.isWaiting, !SystemCalls.waitForInput(keyboard, milliseconds: delay) {
                queue.send(parser.flush().map { .input($0) })
                continue
            }
            // A keyboard that is gone presses no keys, whatever the reason: there is nobody to tell.
            guard let count = try? Keyboard.read(keyboard, into: buffer), count > 0 else { break }
            queue.send(parser.feed(buffer[..<count]).map { .input($0) })
        }
        queue.send(.closed)
    }
}
