import Foundation

/// A kind of writes that one process can leave for another, which has the store open for writing.
///
/// ```swift
/// static let read = HandoverKind<[Note.ID]>(name: "read") { ids, transaction in
///     for id in ids { … }                                     // what the app does when a note is read
/// }
/// let store = try JSONStore(directory: folder, collections: notes, handovers: [AnyHandoverKind(read)])
/// let widget = try JSONStore(directory: folder, collections: notes, access: .reading)
/// try await widget.handOver([7], as: read)                    // a widget, beside the app
/// ```
///
/// Hand over what is to be done and not what the result is: the store goes on meanwhile.
public struct HandoverKind<Payload: Codable & Sendable>: Sendable {
    /// The name that the kind is known by, also to other versions of the app.
    package let name: String
    let apply: @Sendable (Payload, inout WriteTransaction) throws -> Void

    /// Creates a kind.
    ///
    /// - Parameters:
    ///   - name: Its name, any text, which stays the same in all versions. A store takes one kind of each name.
    ///   - apply: Does what was handed over, on the thread of the store that takes it over. What it throws leaves the
    ///     handover where it is, and those that were left later are done; it is tried again when something else is left
    ///     and when the store is opened.
    public init(name: String, apply: @escaping @Sendable (Payload, inout WriteTransaction) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}

/// A type-erased kind of handovers, to list several.
public struct AnyHandoverKind: Sendable {
    let name: String
    let apply: @Sendable (Data, inout WriteTransaction) throws -> Void

    /// Wraps a kind.
    ///
    /// - Parameter kind: The kind.
    public init<Payload>(_ kind: HandoverKind<Payload>) {
        name = kind.name
        apply = { json, transaction in
            try kind.apply(try JSONDecoder().decode(Payload.self, from: json), &transaction)
        }
    }
}

/// The error of a kind for what is none of its own: the file is set aside and reported, as a damaged one.
struct ForeignHandover: Error {}

/// A handover that was taken over and may still lie in its folder: it is not done a second time.
struct HandoverRecord: StoredRecord {
    /// The name of the file.
    let id: String

    static let schema = CollectionSchema<HandoverRecord>(name: "lanternHandovers")
}
