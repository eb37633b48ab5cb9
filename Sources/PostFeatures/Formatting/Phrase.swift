/// Every text that Lantern's own formatting writes.
///
/// The tables are code because Foundation has no string catalogues on Linux. A test fails when a language misses one.
public enum Phrase: String, Hashable, Sendable, CaseIterable {
    /// Less than a minute ago.
    case justNow
    /// So many minutes ago.
    case minutesAgo
    /// So many hours ago.
    case hoursAgo
    /// So many days ago.
    case daysAgo
    /// So many weeks ago.
    case weeksAgo
    /// So many months ago.
    case monthsAgo
    /// So many years ago.
    case yearsAgo
    /// No comments.
    case noComments
    /// So many comments.
    case comments
    /// So many points.
    case points
    /// Behind a number in thousands.
    case thousands
    /// Behind a number in millions.
    case millions
    /// Behind a number in thousands of millions.
    case billions
    /// A badge: saved for later.
    case saved
    /// A badge: kept with its media.
    case favourite
    /// A badge: not safe for work.
    case notSafeForWork
    /// A badge: gives something away.
    case spoiler
    /// A badge: kept at the top by moderators.
    case stickied
}

/// How a phrase reads: always the same, or with the number `%` in the form that it asks for.
enum PhraseText: Sendable {
    case fixed(String)
    case counted([PluralCategory: String])
}

extension Language {
    /// How a phrase reads; `nil` when the table misses it, or the form that the number asks for.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - count: The number that decides on the form.
    ///   - number: How the number is written.
    /// - Returns: The text.
    func entry(_ phrase: Phrase, count: Int, number: String) -> String? {
        switch table[phrase] {
        case .fixed(let text): text
        case .counted(let forms):
            forms[pluralCategory(of: count)].map { form in
                form.split(separator: "%", omittingEmptySubsequences: false).joined(separator: number)
            }
        case nil: nil
        }
    }

    var table: [Phrase: PhraseText] {
        switch self {
        case .english: Self.englishPhrases
        case .ukrainian: Self.ukrainianPhrases
        }
    }
}
