import Core
package import Database

/// The way in which a command uses the store.
package enum StoreUse: Sendable {
    /// It only reads, and does so beside a program that writes.
    case reading
    /// It changes marks, which are left for the program that writes, if there is one: after waiting for that, or at once.
    case marking(waits: Bool)
    /// It writes, and waits for the program that does.
    case writing

    /// The time to wait for another program.
    private static let patience = Duration.seconds(3)

    /// Opens the store.
    ///
    /// A store that something is to be done about is opened for writing where nobody else has it so, whatever it is
    /// used for: to salvage, to lift what an older version wrote, to make its indexes, or to do what was left for it.
    ///
    /// - Parameter open: Opens it, for a purpose and with a time to wait.
    /// - Returns: The store.
    /// - Throws: What `open` throws; `storeBusy` only where the command has to write.
    package func open(
        _ open: (_ access: StoreAccess, _ patience: Duration) async throws -> JSONStore
    ) async throws -> JSONStore {
        switch self {
        case .writing:
            return try await open(.writing, Self.patience)
        case .marking(let waits):
            do {
                return try await open(.writing, waits ? Self.patience : .zero)
            } catch let error as StoreError where error.code == .storeBusy {
                return try await open(.reading, .zero)
            }
        case .reading:
            let reader = try await open(.reading, .zero)
            if let refusal = reader.refusedCollections.values.first(where: { Self.isOtherVersion($0) }) {
                try await reader.close()
                throw refusal
            }
            guard try reader.needsUpkeep || reader.hasPendingHandovers() else { return reader }
            let writer: JSONStore
            do {
                writer = try await open(.writing, .zero)
            } catch let error as StoreError where !Self.isOtherVersion(error) {
                // What can be read is read; of the rest, reading says why not.
                return reader
            }
            try await reader.close()
            // What was damaged is told by the one that set it aside.
            guard writer.damages.isEmpty else { return writer }
            // Something may be left that no program here knows: the lock is not held for that.
            try await writer.close()
            return try await open(.reading, .zero)
        }
    }

    /// Whether another version of the program wrote the store, so that a command ends before it begins.
    private static func isOtherVersion(_ error: StoreError) -> Bool {
        [.storeTooNew, ErrorCode(rawValue: "migrationFailed")].contains(error.code)
    }
}
