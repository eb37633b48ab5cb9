/// What a list of communities says: what is known of each, and why one was not added.
public enum SourcePhrase: String, LocalizedPhrase {
    // MARK: What is known of it

    /// The server knows it.
    case verified
    /// The server has not been asked yet.
    case pending
    /// The server does not know it.
    case unknown
    /// The server does not show it to everybody.
    case restricted
    /// Its members only may see it.
    case privateMembers
    /// Only those see it who have agreed to.
    case quarantined
    /// The site has closed it.
    case banned
    /// The site has suspended the account.
    case suspended

    // MARK: Why it was not added

    /// Nothing was typed.
    case blank
    /// It is there; its name.
    case duplicate
    /// What was typed is no name.
    case malformed

    // MARK: How many

    /// So many communities.
    case sources
    /// The list is empty.
    case noSources

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [SourcePhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [SourcePhrase: PhraseText] = [
        .verified: .fixed("Checked"),
        .pending: .fixed("Waits to be checked"),
        .unknown: .fixed("The server does not know it"),
        .restricted: .fixed("Not open to everybody"),
        .privateMembers: .fixed("Private"),
        .quarantined: .fixed("Quarantined"),
        .banned: .fixed("Banned"),
        .suspended: .fixed("Suspended"),
        .blank: .fixed("Type a name"),
        .duplicate: .filled("% is in the list already"),
        .malformed: .filled("“%” is no name of a community"),
        .sources: .counted([.one: "% community", .other: "% communities"]),
        .noSources: .fixed("No communities yet"),
    ]

    private static let ukrainian: [SourcePhrase: PhraseText] = [
        .verified: .fixed("Перевірено"),
        .pending: .fixed("Очікує на перевірку"),
        .unknown: .fixed("Сервер такої спільноти не знає"),
        .restricted: .fixed("Доступ обмежено"),
        .privateMembers: .fixed("Лише для учасників"),
        .quarantined: .fixed("На карантині"),
        .banned: .fixed("Заблоковано сайтом"),
        .suspended: .fixed("Обліковий запис зупинено"),
        .blank: .fixed("Введіть назву"),
        .duplicate: .filled("% уже є в списку"),
        .malformed: .filled("«%» — не назва спільноти"),
        .sources: .counted([.one: "% спільнота", .few: "% спільноти", .many: "% спільнот"]),
        .noSources: .fixed("Спільнот поки що немає"),
    ]
}
