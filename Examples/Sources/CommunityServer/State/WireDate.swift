import Foundation

/// Dates as the service writes them: `2024-05-06T05:13:54.357Z`.
enum WireDate {
    /// Returns a date's milliseconds since 1970, to the nearest.
    static func milliseconds(of date: Date) -> Int {
        Int((date.timeIntervalSince1970 * 1_000).rounded())
    }

    /// Writes milliseconds since 1970.
    static func text(_ milliseconds: Int) -> String {
        let days = Int((Double(milliseconds) / 86_400_000).rounded(.down))
        let rest = milliseconds - days * 86_400_000
        let (year, month, day) = date(ofDay: days)
        let numbers = [
            (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (rest / 3_600_000, 2, ":"), (rest / 60_000 % 60, 2, ":"),
            (rest / 1_000 % 60, 2, "."), (rest % 1_000, 3, "Z"),
        ]
        return numbers.map { number, width, end -> String in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits + end
        }.joined()
    }

    /// Reads a date, with or without a fraction.
    ///
    /// - Returns: The milliseconds since 1970; nil for a text that is no date, or one of another time zone than UTC.
    static func milliseconds(_ text: String) -> Int? {
        guard text.last == "Z" else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2 else { return nil }
        let numbers = whole.split(omittingEmptySubsequences: false) { "-T:".contains($0) }.map { Int($0) }
        guard numbers.count == 6, let year = numbers[0], let month = numbers[1], let day = numbers[2],
            let hour = numbers[3], let minute = numbers[4], let second = numbers[5], (1...12).contains(month),
            (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            (1970...9_999).contains(year)
        else { return nil }
        var fraction = 0
        if parts.count == 2 {
            guard (1...9).contains(parts[1].count), let digits = Int((parts[1] + "00").prefix(3)) else { return nil }
            fraction = digits
        }
        return (self.day(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second) * 1_000 + fraction
    }

    /// The number of days from 1970 to a date of the Gregorian calendar.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin with March here, so that the day that is put in is the last.
        let years = month > 2 ? year : year - 1
        let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return years * 365 + years / 4 - years / 100 + years / 400 + ofYear - 719_468
    }

    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        var year = 1970 + day / 366
        while self.day(year + 1, 1, 1) <= day { year += 1 }
        var month = 12
        while self.day(year, month, 1) > day { month -= 1 }
        return (year, month, day - self.day(year, month, 1) + 1)
    }
}
