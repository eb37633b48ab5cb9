import ServerKit

/// The whole numbers that Lemmy knows things by, made from the catalog's own ids and names.
enum LemmyID {
    /// Posts and comments: their base36 read as a number, which is below 2³¹.
    static func number(_ id: String) -> Int {
        Int(id, radix: 36) ?? 0
    }

    /// Communities and people.
    static func number(ofName name: String) -> Int {
        Int(StableHash.fnv1a("lemmy " + name.lowercased()) % 2_000_000_000)
    }
}
