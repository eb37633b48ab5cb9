/// The period of `top` and `controversial`.
enum PostPeriod: String, Sendable {
    case hour, day, week, month, year, all

    /// The greatest age in seconds, or nil for no limit.
    var limit: Int? {
        switch self {
        case .hour: 3_600
        case .day: 86_400
        case .week: 7 * 86_400
        case .month: 30 * 86_400
        case .year: 365 * 86_400
        case .all: nil
        }
    }
}
