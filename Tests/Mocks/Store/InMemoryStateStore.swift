public import Core
public import Foundation
import Synchronization

/// A ``Core/StateStore`` that works, in memory: it forgets with the process.
public final class InMemoryStateStore: StateStore {
    private struct State: Sendable {
        var values: [String: Data]
        var failure: (any Error)?
    }

    private let state: Mutex<State>

    /// Creates a store.
    ///
    /// - Parameter values: What it holds at first; nothing by default.
    public init(_ values: [String: Data] = [:]) {
        state = Mutex(State(values: values))
    }

    /// All values by name.
    public var values: [String: Data] { state.withLock { $0.values } }

    /// Makes every call fail from now on.
    ///
    /// - Parameter error: What the calls throw; `nil` makes them work again.
    public func fail(with error: (any Error)?) {
        state.withLock { $0.failure = error }
    }

    /// A value.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The value, `nil` when none was set.
    /// - Throws: ``Core/DataError`` with the code `invalidInput` for a bad name; what ``fail(with:)`` was given.
    public func value(_ name: String) async throws -> Data? {
        try check(name)
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.values[name]
        }
    }

    /// Sets a value.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes it.
    ///   - name: Its name.
    /// - Throws: ``Core/DataError`` with the code `invalidInput` for a bad name; what ``fail(with:)`` was given.
    public func set(_ value: Data?, for name: String) async throws {
        try check(name)
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.values[name] = value
        }
    }

    private func check(_ name: String) throws {
        let isAllowed: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        guard (1...64).contains(name.utf8.count), name.first != ".", name.allSatisfy(isAllowed) else {
            throw DataError(
                .invalidInput, message: "'\(name)' is no name for a value. It is 1 to 64 of A-Z a-z 0-9 . _ and -.")
        }
    }
}
