public import Core
public import Foundation
public import PostFeatures

/// A formatter of the community's texts in one language; pure, with the same result on every system.
public struct CommunityFormat: Hashable, Sendable {
    /// The formatter of all other texts, in the same language.
    public let format: PostFormat

    /// Creates a format.
    ///
    /// - Parameter language: The language; ``languages`` has those with the community's texts.
    public init(language: Language) {
        format = PostFormat(language: language)
    }

    /// The languages that have the community's texts: English, Ukrainian and Korean.
    ///
    /// Give their codes to `AppServices.Configuration(languages:)`, so that a person can choose one.
    public static let languages: [Language] = [.english, .communityUkrainian, .communityKorean]

    /// Describes an error; a refusal of the server by what the call makes of its status.
    ///
    /// - Parameter error: The error.
    /// - Returns: A whole sentence, or a few.
    public func message(for error: DataError) -> String {
        (error.underlying as? CommunityRefusal).map { format.text($0.meaning.sentence) }
            ?? message(forPayment: error) ?? format.message(for: error)
    }

    /// Describes how long ago a date was, in its largest unit: minutes, hours, days, months of 30 days, years of 365.
    ///
    /// - Parameters:
    ///   - date: The date; one in the future counts as now, since two clocks never agree.
    ///   - now: The date to count from.
    /// - Returns: Such as "3 hours ago".
    public func relativeDate(_ date: Date, now: Date) -> String {
        let interval = now.timeIntervalSince(date)
        // What is no number counts as now, too.
        guard interval >= 60 else { return format.text(Phrase.justNow) }
        let seconds = Int64(min(interval, 1e15))
        let (minute, hour, day): (Int64, Int64, Int64) = (60, 3600, 86_400)
        return switch seconds {
        case ..<hour: counted(.minutesAgo, seconds / minute)
        case ..<day: counted(.hoursAgo, seconds / hour)
        case ..<(30 * day): counted(.daysAgo, seconds / day)
        // The last five days of a year are no twelfth month of thirty days.
        case ..<(365 * day): counted(.monthsAgo, min(11, seconds / (30 * day)))
        default: counted(.yearsAgo, seconds / (365 * day))
        }
    }

    /// Writes the name of a category.
    ///
    /// - Parameter category: The category.
    /// - Returns: The name; the id of one without a phrase.
    public func name(of category: CommunityCategory) -> String {
        category.phrase.map { format.text($0) } ?? category.id
    }

    /// Writes an amount of money.
    ///
    /// - Parameter amount: The amount in won.
    /// - Returns: Such as "1,000 KRW".
    public func amount(_ amount: Int) -> String {
        // In Ukrainian groups of digits are divided by the space that never breaks.
        format.text(
            AccountPhrase.won, filling: Self.grouped(amount, by: format.language == .ukrainian ? "\u{A0}" : ","))
    }

    /// Describes what is typed into a field.
    ///
    /// - Parameter entry: The field.
    /// - Returns: Such as "The nickname can be used".
    public func text(of entry: FieldEntry) -> String {
        let phrase: FieldPhrase =
            switch (entry.rule, entry.state) {
            case (.email, .empty): .emailEmpty
            case (.email, .tooShort): .emailTooShort
            case (.email, .noMatch): .emailNoMatch
            case (.email, .match): .emailMatch
            case (.password, .empty): .passwordEmpty
            case (.password, .tooShort): .passwordTooShort
            case (.password, .noMatch): .passwordNoMatch
            case (.password, .match): .passwordMatch
            case (.nick, .empty): .nickEmpty
            case (.nick, .tooShort): .nickTooShort
            case (.nick, .noMatch): .nickNoMatch
            case (.nick, .match): .nickMatch
            case (.phone, .empty): .phoneEmpty
            case (.phone, .tooShort): .phoneTooShort
            case (.phone, .noMatch): .phoneNoMatch
            case (.phone, .match): .phoneMatch
            }
        return format.text(phrase)
    }

    private func counted(_ phrase: Phrase, _ count: Int64) -> String {
        format.text(phrase, counting: Int(clamping: count))
    }

    private static func grouped(_ number: Int, by separator: String) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }
}
