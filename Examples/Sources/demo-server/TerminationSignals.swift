import Dispatch
import Foundation

/// Waits for SIGINT or SIGTERM, which from its making on no longer end the program by themselves.
struct TerminationSignals {
    private let arrivals: AsyncStream<Void>
    /// Kept, because a source that is released is cancelled.
    private let sources: [any DispatchSourceSignal]

    init() {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.arrivals = arrivals
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    /// Returns at the first signal; at once when it has come already.
    func first() async {
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
    }
}
