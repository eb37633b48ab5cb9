import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A signal that asks the program to end, from its making on: the first one is told, a second one ends it at once.
package struct Interruption {
    /// The first signal that came.
    private final class First: Sendable {
        private let number = Mutex<Int32?>(nil)

        var value: Int32? { number.withLock { $0 } }

        /// Takes a signal; true for the first one.
        func take(_ signal: Int32) -> Bool {
            number.withLock { number in
                defer { number = number ?? signal }
                return number == nil
            }
        }
    }

    private let first = First()
    /// Kept, because a source that is released is cancelled.
    private let sources: [any DispatchSourceSignal]

    /// Begins to wait for signals.
    ///
    /// - Parameters:
    ///   - numbers: The signals; SIGINT and SIGTERM by default.
    ///   - body: Told of the first one, on a thread of its own.
    package init(_ numbers: [Int32] = [SIGINT, SIGTERM], _ body: @escaping @Sendable (Int32) -> Void) {
        // A queue with a thread of its own, so that waiting for it here cannot wait for this very thread.
        let queue = DispatchQueue(label: "Interruption")
        let isListening = DispatchSemaphore(value: 0)
        sources = numbers.map { [first] number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                for number in numbers { signal(number, SIG_DFL) }
                if first.take(number) { body(number) }
            }
            source.setRegistrationHandler { isListening.signal() }
            source.resume()
            // Until then a signal ends the program as it always does; ignored earlier, it would be lost.
            isListening.wait()
            #if canImport(Darwin)
                // There the source only sees the signal, and does not keep it from ending the program.
                signal(number, SIG_IGN)
            #endif
            return source
        }
    }

    /// The signal that came.
    package var number: Int32? { first.value }

    /// The name of a signal.
    package static func name(of number: Int32) -> String {
        switch number {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "signal \(number)"
        }
    }
}
