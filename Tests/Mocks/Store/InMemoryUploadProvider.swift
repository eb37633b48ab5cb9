public import Core
public import Foundation
import Synchronization

/// A ``Core/UploadProvider`` in memory that works.
///
/// Nothing removes its copies: it knows neither drafts nor an outbox.
public final class InMemoryUploadProvider: UploadProvider {
    private struct State: Sendable {
        var copies: [String: Data] = [:]
        var failure: (any Error)?
    }

    /// How much of each item was uploaded; set it.
    public let progress = ObservableValue<[OutboxItem.ID: UploadProgress]>([:])

    private let random: SeededRandomSource
    private let state = Mutex(State())

    /// Creates a provider without copies.
    ///
    /// - Parameter seed: The seed of the ids.
    package init(seed: UInt64 = 1) {
        random = SeededRandomSource(seed: seed)
    }

    /// The number of copies.
    public var count: Int { state.withLock { $0.copies.count } }

    /// Makes keeping and reading fail from now on.
    ///
    /// - Parameter error: The error that calls throw; `nil` makes them succeed again.
    public func fail(with error: (any Error)?) {
        state.withLock { $0.failure = error }
    }

    /// Removes a copy, as of a file that another device has.
    ///
    /// - Parameter file: The file.
    public func lose(_ file: UploadFile) {
        state.withLock { $0.copies[file.id] = nil }
    }

    public func keep(_ data: Data, name: String, type: String) async throws -> UploadFile {
        let id = OutboxItem.ID(random: random).rawValue
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.copies[id] = data
        }
        return UploadFile(id: id, name: name, type: type, byteCount: data.count)
    }

    public func data(of file: UploadFile) async throws -> Data {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard let data = state.copies[file.id] else { throw DataError(.fileMissing) }
            return data
        }
    }
}
