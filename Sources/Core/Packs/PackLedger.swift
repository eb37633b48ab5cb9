/// What a pack has of its bytes, and what may begin beside what is under way: a pure value.
///
/// What is fetched at the same time must fit together, each at its largest. Only what is fetched alone may be more than
/// what is left. So a pack that ends is at most one item above its budget, however much ran side by side.
struct PackLedger: Sendable {
    /// How many bytes there may be.
    let budget: Int
    /// How many there are.
    private(set) var spent = 0
    /// How many may come at most by what is under way.
    private(set) var reserved = 0

    init(budget: Int) {
        self.budget = budget
    }

    /// Whether nothing more may begin.
    var isFull: Bool { spent >= budget }

    /// Counts an item that is there already, whatever the budget.
    mutating func count(_ bytes: Int) { spend(bytes) }

    /// Whether an item of unknown size may begin.
    ///
    /// - Parameters:
    ///   - largest: How many bytes it has at most.
    ///   - isAlone: Whether nothing else is under way.
    /// - Returns: Whether it may.
    func allows(_ largest: Int, isAlone: Bool) -> Bool {
        guard !isFull else { return false }
        guard !isAlone else { return true }
        let (taken, isTooMuch) = spent.addingReportingOverflow(reserved)
        return !isTooMuch && largest <= budget - taken
    }

    /// Whether things that are here already may come in together: but for the largest of them there has to be room.
    ///
    /// - Parameter sizes: The bytes of each.
    /// - Returns: Whether they may.
    func allows(together sizes: [Int]) -> Bool {
        let others = sizes.reduce(0, +) - (sizes.max() ?? 0)
        return !isFull && (others == 0 || others < budget - spent)
    }

    /// Sets bytes aside for an item that begins.
    mutating func reserve(_ largest: Int) { reserved += largest }

    /// Gives back what was set aside, and counts what came; 0 for nothing.
    mutating func settle(_ largest: Int, came bytes: Int) {
        reserved -= largest
        spend(bytes)
    }

    private mutating func spend(_ bytes: Int) {
        let (sum, isTooMuch) = spent.addingReportingOverflow(max(0, bytes))
        spent = isTooMuch ? .max : sum
    }
}
