import Foundation

/// The texts in which the server writes dates, as in `cursor_date`.
enum WireDate {
    /// Returns a date as text: ISO 8601 with milliseconds in UTC, `2024-05-06T05:13:54.357Z`.
    ///
    /// In UTC always: for another zone the server answers 500.
    ///
    /// - Parameter date: The date; finite, and of a year from 1 to 9999.
    /// - Returns: The text, rounded to the nearest millisecond; `nil` for another date.
    static func text(_ date: Date) -> String? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard milliseconds >= -62_135_596_800_000, milliseconds < 253_402_300_800_000 else { return nil }
        let whole = Int64(milliseconds)
        let (day, rest) = (floored(whole, 86_400_000), modulo(whole, 86_400_000))
        let (year, month, date) = civil(day)
        let second = rest / 1000
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(date, 2) + "T" + padded(second / 3600, 2) + ":"
            + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2) + "." + padded(rest % 1000, 3) + "Z"
    }

    private static func floored(_ number: Int64, _ size: Int64) -> Int64 {
        number / size - (number % size < 0 ? 1 : 0)
    }

    private static func modulo(_ number: Int64, _ size: Int64) -> Int64 {
        let rest = number % size
        return rest < 0 ? rest + size : rest
    }

    /// The date of the Gregorian calendar of a day since 1970, by years that begin in March, of which the leap day is
    /// the last.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = floored(shifted, 146_097)
        let inEra = shifted - era * 146_097
        let year = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * year + year / 4 - year / 100)
        let month = (5 * inYear + 2) / 153
        let isNext = month >= 10
        return (era * 400 + year + (isNext ? 1 : 0), isNext ? month - 9 : month + 3, inYear - (153 * month + 2) / 5 + 1)
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

/// The text of a picture's ratio, its width divided by its height, as `content3` of a post has it.
enum RatioText {
    /// Reads a ratio.
    ///
    /// - Parameter text: Digits with a decimal point, in every locale.
    /// - Returns: The ratio; `nil` for anything else, and unless it is more than zero and finite.
    static func ratio(in text: String) -> Double? {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, let ratio = Double(text), ratio > 0, ratio.isFinite else { return nil }
        return ratio
    }

    /// Returns a ratio as text.
    ///
    /// - Parameters:
    ///   - width: The width as it is seen, after the picture's orientation.
    ///   - height: The height as it is seen.
    /// - Returns: Digits with a decimal point and at most six behind it; `1` for a size that is none.
    static func text(width: Int, height: Int) -> String {
        guard width > 0, height > 0 else { return "1" }
        let millionths = (Double(width) / Double(height) * 1_000_000).rounded()
        guard millionths >= 1, millionths < 1e15 else { return "1" }
        let (whole, rest) = (Int64(millionths) / 1_000_000, Int64(millionths) % 1_000_000)
        guard rest > 0 else { return String(whole) }
        let digits = String(rest)
        let padded = String(repeating: "0", count: 6 - digits.count) + digits
        return "\(whole)." + String(padded.reversed().drop { $0 == "0" }.reversed())
    }
}
