public import Core
public import Foundation

/// Reads the dates of HTTP headers, in all three forms of RFC 9110, section 5.6.7.
///
/// By hand, because a `DateFormatter` follows the person's locale unless told not to, and is slow to make.
enum HTTPDate {
    /// Reads a date; `nil` for a text that is none.
    ///
    /// - Parameter text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    ///   `Sun Nov  6 08:49:37 1994`.
    /// - Returns: The date, `nil` when it is none of these.
    static func date(from text: String) -> Date? {
        // Nobody looks at the weekday, and what goes back into a header must be fit for one.
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }
        // asctime puts the year last, and names no zone.
        let isAsctime = parts.count == 5
        guard isAsctime || parts.count == 6 && parts[5] == "GMT" else { return nil }
        let (day, month, year, clock) =
            isAsctime ? (parts[2], parts[1], parts[4], parts[3]) : (parts[1], parts[2], parts[3], parts[4])
        let time = clock.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) }
        guard let day = number(String(day)), (1...31).contains(day),
            let month = months.firstIndex(of: month.lowercased()), let year = fullYear(String(year)),
            time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = daysSince1970(year: year, month: month + 1, day: day)
        // The seconds since 1970 do not fit an `Int` of 32 bits from 2038 on; the days and those of one day do.
        return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(hour * 3600 + minute * 60 + second))
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func number(_ text: String) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    private static func fullYear(_ text: String) -> Int? {
        guard let year = number(text) else { return nil }
        switch text.utf8.count {
        case 4: return year
        case 2: return year < 70 ? 2000 + year : 1900 + year
        default: return nil
        }
    }

    /// Howard Hinnant's `days_from_civil`: the Gregorian calendar without a table.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension NetworkResponse {
    /// The server's own date, as the header `Date` tells it; `nil` for an answer without one.
    public var serverDate: Date? { header("Date").flatMap(HTTPDate.date(from:)) }
}
