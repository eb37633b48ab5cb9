public import Foundation

/// A reader of the dates of ISO 8601 as servers write them in JSON and in Atom (RFC 3339).
///
/// `2023-06-13T09:18:52.147Z`, `2026-07-11T05:57:00+00:00`, and as Lemmy wrote them before 0.19
/// `2023-06-13T09:18:52.147561`, without a zone and in UTC. By hand, because `ISO8601DateFormatter` takes one form
/// only, and is slow.
public enum ISODate {
    /// Reads a date; `nil` for a text that is none.
    ///
    /// - Parameter text: Date and time divided by `T` or a space, with as many digits of a second as there are, and a
    ///   zone: `Z`, `+02:00`, `+0200` or `+02`. Without one it is UTC.
    /// - Returns: The date, `nil` for what is none in the Gregorian calendar. A leap second is the second behind it.
    public static func date(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = Reader(bytes: bytes)
            return reader.date()
        }
    }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func date() -> Date? {
            guard let year = number(4), year > 0, skip("-"), let month = number(2), (1...12).contains(month), skip("-"),
                let day = number(2), (1...Self.length(of: month, in: year)).contains(day),
                skip("T") || skip("t") || skip(" "),
                let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60, skip(":"),
                let second = number(2), second <= 60, let fraction = fraction(), let offset = offset(),
                position == bytes.count
            else { return nil }
            let days = HTTPDate.daysSince1970(year: year, month: month, day: day)
            // The seconds since 1970 need more than the 32 bits that an `Int` may have; those of a day do not.
            let seconds = hour * 3600 + minute * 60 + second - offset
            return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds) + fraction)
        }

        /// The part of a second, zero without a point; `nil` for a point without a digit.
        private mutating func fraction() -> Double? {
            guard skip(".") || skip(",") else { return 0 }
            var (value, scale, count) = (0.0, 1.0, 0)
            while let digit {
                // More digits than these are below what a date can tell apart.
                if count < 9 { (value, scale) = (value * 10 + Double(digit), scale * 10) }
                count += 1
                position += 1
            }
            return count > 0 ? value / scale : nil
        }

        /// Seconds east of Greenwich.
        private mutating func offset() -> Int? {
            if position == bytes.count || skip("Z") || skip("z") { return 0 }
            let isEast = skip("+")
            guard isEast || skip("-"), let hours = number(2), hours < 24 else { return nil }
            let hasColon = skip(":")
            guard hasColon || position < bytes.count else { return (isEast ? 1 : -1) * hours * 3600 }
            guard let minutes = number(2), minutes < 60 else { return nil }
            return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
        }

        private var digit: Int? {
            guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
            return Int(bytes[position] - 0x30)
        }

        private mutating func number(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let digit else { return nil }
                value = value * 10 + digit
                position += 1
            }
            return value
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
            position += 1
            return true
        }

        private static func length(of month: Int, in year: Int) -> Int {
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }
    }
}
