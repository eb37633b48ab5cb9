import ConsoleKit
import Foundation

/// The bytes that a person types: one thread reads them, and leaves them alone while another program has the terminal.
enum Keyboard {
    private static let lock = NSCondition()
    /// Guarded by the lock.
    nonisolated(unsafe) private static var isPaused = false

    /// Reads the bytes that are available, and waits when there are none, or when they are another program's.
    ///
    /// - Parameters:
    ///   - descriptor: The file descriptor of the keyboard.
    ///   - buffer: Where they go.
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: `SystemCalls.Failure`.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            // A read would wait for a key, and take it from whoever has the terminal by then.
            guard SystemCalls.waitForInput(descriptor, milliseconds: -1) else { continue }
            guard TerminalSettings.isInForeground(of: descriptor) || isPausedNow else {
                // They are for the shell: the system would stop a program that reads them, and no signal could end it.
                Thread.sleep(forTimeInterval: 0.1)
                continue
            }
            lock.lock()
            defer { lock.unlock() }
            while isPaused { lock.wait() }
            guard SystemCalls.waitForInput(descriptor, milliseconds: 0) else { continue }
            return try SystemCalls.read(descriptor, into: buffer)
        }
    }

    private static var isPausedNow: Bool {
        lock.lock()
        defer { lock.unlock() }
        return isPaused
    }

    /// Leaves what is typed from now on to another program; returns when nothing is being read any more.
    static func pause() { set(true) }

    /// Reads what is typed again.
    static func resume() { set(false) }

    private static func set(_ isWanted: Bool) {
        lock.lock()
        isPaused = isWanted
        lock.broadcast()
        lock.unlock()
    }
}
