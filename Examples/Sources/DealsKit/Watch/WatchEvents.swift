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

/// An event that the live table reacts to.
enum WatchEvent: Sendable {
    case keys([Key])
    case resized
    /// The program goes on after it was stopped.
    case resumed
    /// There is something new to show.
    case changed
    /// The next frame is due.
    case frameDue
    /// A signal asks the program to end.
    case ended(Int32)
}

/// The source of events, on its own threads.
final class WatchEvents {
    let events: AsyncStream<WatchEvent>
    let send: @Sendable (WatchEvent) -> Void
    private let signals: [any DispatchSourceSignal]
    private let interruption: Interruption

    /// Begins to listen to the keyboard and to the system.
    ///
    /// - Parameter keyboard: The file descriptor of the keyboard.
    init(keyboard: Int32) {
        let (events, continuation) = AsyncStream.makeStream(of: WatchEvent.self)
        self.events = events
        let send: @Sendable (WatchEvent) -> Void = { continuation.yield($0) }
        self.send = send
        interruption = Interruption([SIGINT, SIGTERM, SIGHUP]) { send(.ended($0)) }
        signals = [(SIGWINCH, WatchEvent.resized), (SIGCONT, .resumed)].map { number, event in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { send(event) }
            source.resume()
            return source
        }
        let thread = Thread {
            var parser = KeyParser()
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 1)
            defer { buffer.deallocate() }
            // A keyboard that is gone presses no keys; its terminal's signal ends the program.
            while let count = try? SystemCalls.read(keyboard, into: buffer), count > 0 {
                let keys = parser.feed(buffer[..<count])
                if !keys.isEmpty { send(.keys(keys)) }
            }
        }
        thread.name = "Keyboard"
        thread.start()
    }

    deinit {
        for source in signals { source.cancel() }
    }
}
