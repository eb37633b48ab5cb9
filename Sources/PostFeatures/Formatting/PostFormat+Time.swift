public import Foundation

extension PostFormat {
    /// A moment as a clock shows it.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - now: The date to compare with: of another day the day is named too.
    ///   - timeZone: Where the person is.
    /// - Returns: Such as "14:02", or "2026-11-20 14:02" for another day.
    public func time(_ date: Date, now: Date, in timeZone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let time = "\(padded(parts.hour)):\(padded(parts.minute))"
        guard !calendar.isDate(date, inSameDayAs: now) else { return time }
        return "\(parts.year ?? 0)-\(padded(parts.month))-\(padded(parts.day)) \(time)"
    }

    /// How often something happened.
    ///
    /// - Parameter count: How often.
    /// - Returns: Such as "3 times".
    public func times(_ count: Int) -> String {
        text(Phrase.times, count: count, number: "\(count)")
    }

    private func padded(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
