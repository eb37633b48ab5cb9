import Core
import Foundation

extension JSONStore {
    /// Has something done to the store by the process that has it open for writing, whichever that is.
    ///
    /// A store that is open for reading leaves it in a folder beside its files, as one synced file. The process that
    /// writes does it a moment later, or the next one that opens the store: in the order in which things were left, and
    /// once, whatever is killed in between and wherever the power is lost, as long as the disk does what it says. It has
    /// to know the kind. A store that is open for writing does it at once.
    ///
    /// - Parameters:
    ///   - payload: What is to be done.
    ///   - kind: How it is done.
    /// - Throws: ``StoreError`` when the disk fails, what the payload's encoder throws; where the store is open for
    ///   writing also what the kind throws. Nothing is left then, except with the code `outcomeUnknown`.
    public func handOver<Payload>(_ payload: Payload, as kind: HandoverKind<Payload>) async throws {
        guard access == .reading else {
            return try await write(.synced) { try kind.apply(payload, &$0) }
        }
        let item = HandoverFolder.Item(kind: kind.name, payload: try JSONEncoder().encode(payload))
        do {
            try handovers.leave(item, at: environment.time.now)
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// Whether something was left that the process which writes has not done yet.
    ///
    /// - Returns: True when there is something.
    /// - Throws: ``StoreError`` when the folder cannot be read.
    public func hasPendingHandovers() throws -> Bool {
        do {
            return try !handovers.names().isEmpty
        } catch {
            throw StoreError(error)
        }
    }

    /// Does now what other processes have left for this one, where it is open for writing; usually that is done as it
    /// comes.
    ///
    /// - Throws: ``StoreError`` when the folder cannot be read.
    package func takeHandovers() async throws {
        guard let taker else { return }
        do {
            guard try taker.hasAny() else { return }
        } catch {
            throw StoreError(error)
        }
        await taker.takeAll(for: self)
    }

    /// Returns what was left of one kind and is still there, without doing it.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: The payloads, in the order in which they were left; those that are damaged are left out.
    /// - Throws: ``StoreError`` when the folder cannot be read.
    func leftPayloads<Payload>(of kind: HandoverKind<Payload>) throws -> [Payload] {
        do {
            return try handovers.payloads(of: kind)
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// Works out the result of a batch, and commits nothing.
    func trial<Result>(_ body: (inout WriteTransaction) throws -> Result) throws -> Result {
        try read { snapshot in
            var transaction = WriteTransaction(snapshot: snapshot, number: snapshot.version + 1, directory: directory)
            return try body(&transaction)
        }
    }

    private var handovers: HandoverFolder { HandoverFolder(files: environment.files, store: directory) }
}

extension HandoverFolder {
    /// Returns what was left of one kind and is still there.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: The payloads, in the order in which they were left; those that are damaged are left out.
    /// - Throws: `FileError` when the folder cannot be read, what the payload's decoder throws.
    func payloads<Payload>(of kind: HandoverKind<Payload>) throws -> [Payload] {
        try names().compactMap { name in
            let item: Item?
            do {
                item = try read(name)
            } catch is Damaged {
                // Whoever takes it over sets it aside and reports it.
                return nil
            }
            guard let item, item.kind == kind.name else { return nil }
            return try JSONDecoder().decode(Payload.self, from: item.payload)
        }
    }
}
