/// The mark in the journal for the unreadable records of a collection that were accepted: their number.
///
/// A line that names versions says it of a name that no collection can have:
/// `{"collection":"posts/misfits","version":3}`. It is part of each batch that first needs it, so that it lasts as long
/// as what was written on account of it, and versions of Lantern that know nothing of it pass over it.
enum UnreadableRecordMark {
    private static let ending = "/misfits"

    /// The name in the line.
    static func name(of collection: String) -> String { collection + ending }

    /// The collection that a name is the mark of; nil when it is no mark's.
    static func collection(ofName name: String) -> String? {
        name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil
    }

    /// Returns the number that were accepted.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - versions: What the journal's lines named last.
    /// - Returns: The number; 0 where nothing says it.
    static func accepted(of collection: String, in versions: [String: Int]) -> Int {
        versions[name(of: collection)] ?? 0
    }
}
