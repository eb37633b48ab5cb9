/// The result of a look at everything in a store.
public struct StoreVerification: Sendable, Hashable {
    /// The places that were damaged on the disk and were set aside.
    public let damages: [StoreDamage]
    /// The records that are whole and do not fit the type of their collection; they stay where they are.
    public let misfits: [StoreMisfit]

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - damages: What was damaged on the disk.
    ///   - misfits: The records that do not fit their type.
    public init(damages: [StoreDamage] = [], misfits: [StoreMisfit] = []) {
        self.damages = damages
        self.misfits = misfits
    }

    /// Whether nothing was found: everything can be read.
    public var isWhole: Bool { damages.isEmpty && misfits.isEmpty }
}

/// A record that is whole in the journal and does not fit the type of its collection.
///
/// It is in no window, count or search, and nothing touches it until something with the same id takes its place, or a
/// migration makes it fit.
public struct StoreMisfit: Sendable, Hashable, CustomStringConvertible {
    /// The collection's name.
    public let collection: String
    /// The JSON of its id; `nil` when it names none.
    public let id: String?
    /// The journal file that it is in.
    public let path: String
    /// The position of its JSON in the file, in bytes.
    public let offset: Int
    /// Why it cannot be read, for a developer.
    public let reason: String

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - id: The JSON of its id; `nil` when it names none.
    ///   - path: The journal file that it is in.
    ///   - offset: Where its JSON begins in the file, in bytes.
    ///   - reason: Why it cannot be read.
    public init(collection: String, id: String?, path: String, offset: Int, reason: String) {
        self.collection = collection
        self.id = id
        self.path = path
        self.offset = offset
        self.reason = reason
    }

    /// Which record it is and why it cannot be read, for a developer.
    public var description: String {
        "The record \(id ?? "without an id") of '\(collection)', at byte \(offset) of '\(path)', does not fit: \(reason)"
    }
}
