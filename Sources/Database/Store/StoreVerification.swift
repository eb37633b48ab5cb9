/// The result of reading and checking everything in a store.
public struct StoreVerification: Sendable, Hashable {
    /// The files that are damaged on the disk; each was set aside as it was found, where the store is open for writing.
    public let damages: [StoreDamage]
    /// The records that are whole and do not fit the type of their collection; they stay where they are.
    public let unreadableRecords: [UnreadableRecord]

    /// Whether everything can be read.
    public var isWhole: Bool { damages.isEmpty && unreadableRecords.isEmpty }
}

/// A record that is whole in the journal and does not fit the type of its collection.
///
/// It is in no window, count or search, and nothing touches it until something with the same id takes its place, or a
/// migration makes it fit.
public struct UnreadableRecord: Sendable, Hashable, CustomStringConvertible {
    /// The collection's name.
    public let collection: String
    /// The JSON of its id; `nil` when it names none.
    public let id: String?
    /// The journal file that it is in.
    public let path: String
    /// The position of its JSON in the file, in bytes.
    public let offset: Int
    /// The reason why the record cannot be read, for a developer.
    public let reason: String

    public var description: String {
        "The record \(id ?? "without an id") of '\(collection)', at byte \(offset) of '\(path)', does not fit: \(reason)"
    }
}

extension StoreView {
    /// Names the records that do not fit their types, in the order of collections and files.
    func unreadableRecords() throws -> [UnreadableRecord] {
        var unreadableRecords: [UnreadableRecord] = []
        for (name, table) in tables.inOrderOfNames {
            guard let definition = definitions[name] else { continue }
            for place in table.unreadableRecords.placesInOrder {
                let json = try files.bytes(of: place)
                unreadableRecords.append(
                    UnreadableRecord(
                        collection: name, id: definition.unreadableRecordID(json), path: files.path(of: place),
                        offset: place.offset, reason: definition.unreadableRecord(json).map { "\($0)" } ?? ""))
            }
        }
        return unreadableRecords
    }
}
