/// A moment as people read it, in universal time.
enum DateText {
    /// The first and last second of the years 0 to 9999; others are shown as the number that they are.
    private static let readable = -62_167_219_200.0..<253_402_300_800.0

    /// Date and time, with milliseconds where there are some and they are wanted.
    static func dateAndTime(_ seconds: Double, hasFraction: Bool = true) -> String {
        guard readable.contains(seconds) else { return "\(seconds)" }
        let milliseconds = Int((seconds * 1000).rounded(.down))
        let (fraction, whole) = (modulo(milliseconds, 1000), divide(milliseconds, 1000))
        let (day, time) = (divide(whole, 86_400), modulo(whole, 86_400))
        let (year, month, dayOfMonth) = civil(day)
        let text =
            "\(pad(year, 4))-\(pad(month, 2))-\(pad(dayOfMonth, 2)) "
            + "\(pad(time / 3600, 2)):\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2))"
        return fraction == 0 || !hasFraction ? text : "\(text).\(pad(fraction, 3))"
    }

    /// The date of a day counted from 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = divide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func divide(_ number: Int, _ divisor: Int) -> Int {
        (number - modulo(number, divisor)) / divisor
    }

    private static func modulo(_ number: Int, _ divisor: Int) -> Int {
        let remainder = number % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
