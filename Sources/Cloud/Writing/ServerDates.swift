package import Foundation
import Synchronization

/// Passes the dates on that a server tells, one for each minute at most.
package final class ServerDates: Sendable {
    private let told = Mutex<Date?>(nil)
    private let tell: @Sendable (Date) -> Void

    /// Creates a messenger that has passed nothing on.
    ///
    /// - Parameter tell: Told of a date; nothing by default.
    package init(_ tell: @escaping @Sendable (Date) -> Void = { _ in }) {
        self.tell = tell
    }

    /// Takes the date of an answer.
    ///
    /// - Parameter date: The date; `nil` for an answer that tells none.
    func note(_ date: Date?) {
        guard let date else { return }
        let isNews = told.withLock { told in
            if let last = told, date < last + 60 { return false }
            told = date
            return true
        }
        if isNews { tell(date) }
    }
}
