public import Foundation

/// A formatter that writes Lantern's dates, numbers, names, states and errors in one language.
///
/// Its functions are pure, with the same result on every system.
///
/// ```swift
/// let format = PostFormat(language: .english)
/// format.relativeDate(post.created, now: clock.now)   // "3 hours ago"
/// format.comments(post.commentCount)                  // "12 comments"
/// ```
///
/// A number or a date that is not known is `nil`, never a guess.
public struct PostFormat: Hashable, Sendable {
    /// The language to write in.
    public let language: Language

    /// Creates a format.
    ///
    /// - Parameter language: The language to write in.
    public init(language: Language) {
        self.language = language
    }

    /// Writes a phrase that has no place for a value.
    ///
    /// - Parameter phrase: The phrase.
    /// - Returns: The text.
    public func text(_ phrase: Phrase) -> String {
        text(phrase, count: 0, number: "0")
    }

    /// Writes a phrase that has no place for a value, one of Lantern's or an app's own.
    ///
    /// - Parameter phrase: The phrase.
    /// - Returns: The text.
    public func text(_ phrase: some LocalizedPhrase) -> String {
        text(phrase, count: 0, number: "0")
    }

    /// Writes a phrase with another text in it.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - filling: The text that takes the place of `%`, such as a time or a name.
    /// - Returns: Such as "offline since 14:02".
    public func text(_ phrase: Phrase, filling: String) -> String {
        text(phrase, count: 0, number: filling)
    }

    /// Writes a phrase with another text in it, one of Lantern's or an app's own.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - filling: The text that takes the place of `%`, such as a time or a name.
    /// - Returns: Such as "Hidden: the word “crypto” is blocked".
    public func text(_ phrase: some LocalizedPhrase, filling: String) -> String {
        text(phrase, count: 0, number: filling)
    }

    /// Writes a phrase with a number in it, in the plural form for the number.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - count: The number; from a thousand on it is shortened.
    /// - Returns: Such as "3 new posts".
    public func text(_ phrase: some LocalizedPhrase, counting count: Int) -> String {
        compactCounted(phrase, count)
    }

    /// Writes how long ago a date was, in its largest whole unit: minutes, hours, days, weeks, months of 30 days, years
    /// of 365.
    ///
    /// - Parameters:
    ///   - date: The date; one in the future counts as now, since two clocks never agree.
    ///   - now: The date to count from.
    /// - Returns: Such as "3 hours ago"; `nil` for no date.
    public func relativeDate(_ date: Date?, now: Date) -> String? {
        guard let date else { return nil }
        let interval = now.timeIntervalSince(date)
        guard interval >= 60 else { return text(.justNow) }
        // A damaged date must not trap: no history is longer than this, which an Int of 32 bits does not hold.
        let seconds = Int64(min(interval, 1e15))
        let (minute, hour, day): (Int64, Int64, Int64) = (60, 3600, 86_400)
        return switch seconds {
        case ..<hour: counted(.minutesAgo, seconds / minute)
        case ..<day: counted(.hoursAgo, seconds / hour)
        case ..<(7 * day): counted(.daysAgo, seconds / day)
        case ..<(30 * day): counted(.weeksAgo, seconds / (7 * day))
        // The last five days of a year are no twelfth month of thirty days.
        case ..<(365 * day): counted(.monthsAgo, min(11, seconds / (30 * day)))
        default: counted(.yearsAgo, seconds / (365 * day))
        }
    }

    /// Writes a number of comments.
    ///
    /// - Parameter count: The number.
    /// - Returns: Such as "no comments", "1 comment" or "1.2k comments"; `nil` when the number is not known.
    public func comments(_ count: Int?) -> String? {
        guard let count else { return nil }
        return count == 0 ? text(.noComments) : compactCounted(Phrase.comments, count)
    }

    /// Writes a score.
    ///
    /// - Parameter score: The score, which may be negative.
    /// - Returns: Such as "34 points"; `nil` when the score is not known.
    public func points(_ score: Int?) -> String? {
        score.map { compactCounted(Phrase.points, $0) }
    }

    /// Writes a number in short form.
    ///
    /// - Parameter number: The number.
    /// - Returns: Such as "999", "1.2k", "12.3k", "123k" or "1M", rounded half away from zero; "–" when it is not
    ///   known.
    package func compact(_ number: Int?) -> String {
        guard let number else { return "–" }
        let magnitude = number.magnitude
        let sign = number < 0 ? "-" : ""
        let units: [(size: UInt, phrase: Phrase)] = [
            (1000, .thousands), (1_000_000, .millions), (1_000_000_000, .billions),
        ]
        guard magnitude >= 1000 else { return "\(number)" }
        for (index, unit) in units.enumerated() {
            let isLast = index == units.count - 1
            // In whole tenths, and from a hundred on in whole units; what rounds to 1000 belongs to the next unit.
            let tenths = rounded(magnitude, to: unit.size / 10)
            let whole = rounded(magnitude, to: unit.size)
            guard isLast || whole < 1000 else { continue }
            let digits = tenths < 1000 && tenths % 10 != 0
            let text =
                digits
                ? "\(tenths / 10)\(language.decimalSeparator)\(tenths % 10)" : "\(tenths < 1000 ? tenths / 10 : whole)"
            return sign + text + self.text(unit.phrase)
        }
        return "\(number)"
    }

    /// Writes a date as the time of day.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - now: The current date; a time on another day is given with its date.
    ///   - timeZone: The person's time zone.
    /// - Returns: Such as "14:02", or "2026-11-20 14:02" for another day.
    package func time(_ date: Date, now: Date, in timeZone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let time = "\(padded(parts.hour)):\(padded(parts.minute))"
        guard !calendar.isDate(date, inSameDayAs: now) else { return time }
        return "\(parts.year ?? 0)-\(padded(parts.month))-\(padded(parts.day)) \(time)"
    }

    /// A number of times, such as "3 times".
    func times(_ count: Int) -> String {
        text(Phrase.times, count: count, number: "\(count)")
    }

    private func rounded(_ number: UInt, to unit: UInt) -> UInt {
        number / unit + (number % unit >= unit - unit / 2 ? 1 : 0)
    }

    private func counted(_ phrase: Phrase, _ count: Int64) -> String {
        text(phrase, count: Int(clamping: count), number: "\(count)")
    }

    func compactCounted(_ phrase: some LocalizedPhrase, _ count: Int) -> String {
        // A shortened number is read as so many thousands, and those take the form of 1000.
        text(phrase, count: count.magnitude < 1000 ? count : 1000, number: compact(count))
    }

    func text<Topic: LocalizedPhrase>(_ phrase: Topic, count: Int, number: String) -> String {
        // Little is done here, as it is compiled once for each type of phrases.
        written(language.ownText(of: phrase.rawValue, in: Topic.self), count, number)
            ?? writtenInEnglish(phrase.english, count, number)
            // A text without the form that its own language asks for; a test keeps that from happening.
            ?? phrase.rawValue
    }

    @inline(never)
    private func written(_ text: PhraseText?, _ count: Int, _ number: String) -> String? {
        text?.filled(number, count: count, language.plurals)
    }

    @inline(never)
    private func writtenInEnglish(_ text: PhraseText, _ count: Int, _ number: String) -> String? {
        // An app may make an English of its own, with another rule.
        (language == .english ? written(text, count, number) : nil) ?? text.filled(number, count: count, .english)
    }

    private func padded(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
