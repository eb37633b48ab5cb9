import Dispatch
import Foundation

/// Waits for SIGINT or SIGTERM, which from its making on no longer end the program by themselves; a second one does.
package struct TerminationSignals {
    private let arrivals: AsyncStream<Void>
    /// Kept, because a source that is released is cancelled.
    private let sources: [any DispatchSourceSignal]

    /// Begins to take the signals.
    package init() {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.arrivals = arrivals
        // A queue with a thread of its own, so that waiting for it here cannot wait for this very thread.
        let queue = DispatchQueue(label: "TerminationSignals")
        let isListening = DispatchSemaphore(value: 0)
        let numbers = [SIGINT, SIGTERM]
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                for number in numbers { signal(number, SIG_DFL) }
                continuation.yield()
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

    /// Returns at the first signal; at once when it has come already.
    package func first() async {
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
    }
}
