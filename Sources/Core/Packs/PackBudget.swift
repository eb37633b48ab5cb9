/// The bytes that a pack may have, has, and has reserved for running downloads.
///
/// Items that are fetched at the same time must fit together, each at its largest; only an item that is fetched alone
/// may be larger than what is left. So a pack ends at most one item above its budget, however many ran side by side.
struct PackBudget: Sendable {
    /// The number of bytes that the pack may have.
    let limit: Int
    /// The number of bytes that it has.
    private(set) var spent = 0
    /// The largest number of bytes that running downloads can add.
    private(set) var reserved = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether no further download may begin.
    var isFull: Bool { spent >= limit }

    /// Counts an item that is stored already, whatever the limit.
    mutating func count(_ bytes: Int) { spend(bytes) }

    /// Whether the download of an item of unknown size may begin.
    ///
    /// - Parameters:
    ///   - largest: The largest number of bytes that it can have.
    ///   - isAlone: Whether no other download is running.
    /// - Returns: True when it may.
    func allows(_ largest: Int, isAlone: Bool) -> Bool {
        guard !isFull else { return false }
        guard !isAlone else { return true }
        let (taken, isTooMuch) = spent.addingReportingOverflow(reserved)
        return !isTooMuch && largest <= limit - taken
    }

    /// Whether stored items fit together, the largest of them not counted.
    ///
    /// - Parameter sizes: The bytes of each.
    /// - Returns: True when they fit.
    func allows(together sizes: [Int]) -> Bool {
        let others = sizes.reduce(0, +) - (sizes.max() ?? 0)
        return !isFull && (others == 0 || others < limit - spent)
    }

    /// Reserves bytes for a download that begins.
    mutating func reserve(_ largest: Int) { reserved += largest }

    /// Releases a reservation and counts the bytes that arrived; 0 for none.
    mutating func finish(reserved: Int, used bytes: Int) {
        self.reserved -= reserved
        spend(bytes)
    }

    private mutating func spend(_ bytes: Int) {
        let (sum, isTooMuch) = spent.addingReportingOverflow(max(0, bytes))
        spent = isTooMuch ? .max : sum
    }
}
