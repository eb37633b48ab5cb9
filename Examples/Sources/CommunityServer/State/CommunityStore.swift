import Foundation
import ServerKit
import Synchronization

/// Holds what people have told the server, and keeps it in a file where one was given.
///
/// Every change is whole or not there: a change is made to a copy, the copy is kept, and only then does it count. Who is
/// answered after that can rely on it.
final class CommunityStore: Sendable {
    private struct Memory {
        var state: CommunityState
        /// The stamp of the file that it was read from or written to.
        var stamp: KeepStamp?
    }

    let shelf: FileShelf
    private let now: @Sendable () -> Date
    private let file: KeepFile<CommunityState>?
    private let memory: Mutex<Memory>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - path: The file that it goes on from, and makes where there is none; nil for a store in memory.
    ///   - now: The clock.
    ///   - make: Makes the state that everything begins with, and puts its pictures on the shelf.
    /// - Throws: ``KeepError`` where the file is damaged or cannot be written.
    init(
        keptIn path: String?, now: @escaping @Sendable () -> Date, make: (FileShelf) throws -> CommunityState
    ) throws {
        self.now = now
        let shelf = FileShelf(folder: path.map { $0 + ".files" })
        self.shelf = shelf
        guard let path else {
            file = nil
            memory = Mutex(Memory(state: try make(shelf), stamp: nil))
            return
        }
        let file = KeepFile<CommunityState>(path: path, format: "lantern-community 1")
        self.file = file
        memory = Mutex(
            try file.locked {
                if let (state, stamp) = try file.read() { return Memory(state: state, stamp: stamp) }
                let state = try make(shelf)
                return Memory(state: state, stamp: try file.write(state))
            })
    }

    /// The time of what is done now, in milliseconds since 1970.
    var time: Int { WireDate.milliseconds(of: now()) }

    /// Returns the newest state.
    ///
    /// - Throws: ``KeepError`` where the file cannot be read.
    func state() throws -> CommunityState {
        try memory.withLock { memory in
            try refresh(&memory)
            return memory.state
        }
    }

    /// Returns the state as this process knows it, whatever the file says by now.
    var knownState: CommunityState {
        memory.withLock { $0.state }
    }

    /// Changes the newest state; what the body throws changes nothing.
    ///
    /// - Parameters:
    ///   - body: The change.
    ///   - then: What is done right after it is kept, before any other change is made.
    /// - Returns: What the body returns, once the change is kept.
    /// - Throws: What the body throws, or ``KeepError`` where the change cannot be kept: then it is not made.
    func change<Result: Sendable>(
        _ body: (inout CommunityState) throws -> Result, then: (Result, CommunityState) -> Void = { _, _ in }
    ) throws -> Result {
        try memory.withLock { memory in
            guard let file else {
                var state = memory.state
                let result = try body(&state)
                memory.state = state
                then(result, state)
                return result
            }
            return try file.locked {
                try refresh(&memory)
                var state = memory.state
                let result = try body(&state)
                memory.stamp = try file.write(state)
                memory.state = state
                then(result, state)
                return result
            }
        }
    }

    /// Takes over what another process has written.
    private func refresh(_ memory: inout Memory) throws {
        guard let file, file.stamp != memory.stamp else { return }
        // Without a file the state goes on as it is, and the next change writes it again.
        guard let read = try file.read() else { return }
        (memory.state, memory.stamp) = (read.state, read.stamp)
    }
}
