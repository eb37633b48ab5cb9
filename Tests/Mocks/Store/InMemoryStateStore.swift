import Core
package import Foundation
import Synchronization

/// A ``Core/StateStore`` in memory.
package final class InMemoryStateStore: StateStore {
    private struct State: Sendable {
        var values: [String: Data]
        var failure: (any Error)?
    }

    private let state: Mutex<State>

    /// Creates a store.
    ///
    /// - Parameter values: The first values; none by default.
    package init(_ values: [String: Data] = [:]) {
        state = Mutex(State(values: values))
    }

    /// All values by name.
    package var values: [String: Data] { state.withLock { $0.values } }

    /// Makes every call fail from now on.
    ///
    /// - Parameter error: The error to throw; `nil` makes the calls work again.
    package func fail(with error: (any Error)?) {
        state.withLock { $0.failure = error }
    }

    package func value(_ name: String) async throws -> Data? {
        try check(name)
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.values[name]
        }
    }

    package func set(_ value: Data?, for name: String) async throws {
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
