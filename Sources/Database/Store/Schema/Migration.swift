import Foundation

/// A migration of a collection: turns the records of one version into those of the next.
///
/// Steps are only ever appended: the first is from version 1 to 2, the second from 2 to 3.
public struct Migration: Sendable {
    /// Nil for a step that changes nothing.
    private let step: (@Sendable ([UInt8]) throws -> [UInt8])?

    /// Describes a step by the types that the records had before it and have after it.
    ///
    /// - Parameters:
    ///   - old: The type as it was, kept for this step; it need not be stored under its name any more.
    ///   - new: The type that it became.
    ///   - change: Makes a new record of an old one, with the same id. It must depend on the old one alone: it runs
    ///     more than once for a record when a store is opened, and again when an old file is restored.
    public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
        from old: Old.Type, to new: New.Type, _ change: @escaping @Sendable (Old) throws -> New
    ) {
        step = { json in
            try JSONLineEncoder().encode(try change(JSONDecoder.storeDecoder.decode(Old.self, from: Data(json))))
        }
    }

    private init() { step = nil }

    /// A step that changes nothing: for a version that was raised to keep older apps out.
    public static var unchanged: Migration { Migration() }

    func lift(_ json: [UInt8]) throws -> [UInt8] {
        try step?(json) ?? json
    }
}
