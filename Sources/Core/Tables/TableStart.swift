/// The row of a table that a window is anchored at.
///
/// The window begins `lead` rows before that row, or at the top of the table where there are not so many.
public enum TableStart<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The first row, whichever that is: a live window stays at the top when rows are inserted there.
    case top
    /// The row behind so many others; the last one where there are fewer.
    case offset(Int, lead: Int = 0)
    /// The row with an id; the one behind `otherwise` others when there is none with it.
    case row(ID, lead: Int = 0, otherwise: Int = 0)

    /// The number of rows of the window before the row that it is anchored at.
    package var lead: Int {
        switch self {
        case .top: 0
        case .offset(_, let lead): lead
        case .row(_, let lead, _): lead
        }
    }
}
