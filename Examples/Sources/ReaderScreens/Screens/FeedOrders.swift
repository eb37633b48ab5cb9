import Core
import PostFeatures

/// The orders of a list to choose from, each with every period that it has.
struct FeedOrders: RandomAccessCollection {
    /// One order; the period is nil for one that has none.
    typealias Element = (name: String, sort: FeedSort, period: FeedPeriod?)

    private let options: [Element]

    /// Creates the choices.
    ///
    /// - Parameters:
    ///   - sorts: The orders.
    ///   - format: The language.
    init(_ sorts: [FeedSort], format: PostFormat) {
        options = sorts.flatMap { sort -> [Element] in
            let name = format.name(of: sort)
            guard sort.hasPeriod else { return [(name, sort, nil)] }
            return FeedPeriod.builtIn.map { ("\(name) · \(format.name(of: $0))", sort, $0) }
        }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { options.count }
    subscript(index: Int) -> Element { options[index] }

    /// The names, in their order.
    var names: [String] { options.map(\.name) }

    /// The place of a choice; nil where it is not among them.
    func index(of choice: FeedChoice) -> Int? {
        firstIndex { $0.sort == choice.sort && ($0.period == nil || $0.period == choice.period) }
    }
}
