/// The amounts that can be given, in won.
public enum Amounts {
    /// All of them: from 1,000 to 10,000 in steps of 1,000.
    public static let all = Array(stride(from: 1000, through: 10_000, by: 1000))
    /// The one that is chosen at first.
    public static let preset = 1000

    /// Whether an amount can be given.
    ///
    /// - Parameter amount: The amount.
    /// - Returns: True for one of ``all``.
    public static func isAllowed(_ amount: Int) -> Bool { all.contains(amount) }
}

/// The limits of pictures.
public enum PictureRule {
    /// The largest number of pictures of a post, and of a message.
    public static let maximumCount = 5
    /// The largest size of a picture in bytes: 5 MiB.
    public static let maximumBytes = 5 << 20
}

/// A short text of a number of followers, posts and the like.
public enum ShortCount {
    /// Returns a number in short form, with one digit behind the point from 1,000 on.
    ///
    /// - Parameter count: The number; one below zero counts as zero.
    /// - Returns: `999`, `1.2K`, `3.4M` or `5.6B`, rounded half up; what rounds to 1000 is of the next unit.
    public static func text(_ count: Int) -> String {
        let count = max(0, count)
        guard count >= 1000 else { return String(count) }
        let units: [(size: Int, name: String)] = [(1000, "K"), (1_000_000, "M"), (1_000_000_000, "B")]
        for (index, unit) in units.enumerated() {
            // Without an addition that could overflow.
            let tenth = unit.size / 10
            let tenths = count / tenth + (count % tenth * 2 >= tenth ? 1 : 0)
            guard index == units.count - 1 || tenths < 10_000 else { continue }
            return "\(tenths / 10).\(tenths % 10)\(unit.name)"
        }
        return String(count)
    }
}
