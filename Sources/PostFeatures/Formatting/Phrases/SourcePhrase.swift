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
    /// What was typed is no name yet.
    case tooShort
    /// What was typed are several names.
    case several
    /// What was pasted leads to another site.
    case elsewhere
    /// What was pasted leads to no community.
    case noSource
    /// The list has as many as it can have.
    case full
    /// The server says that there is none; its name.
    case unknownToServer
    /// It is not in the list; its name.
    case missing

    // MARK: What is wrong with one that was added; its name

    /// The server could not be asked.
    case unchecked
    /// It is for its members.
    case addedPrivate
    /// It is for those who have agreed to see it.
    case addedQuarantined
    /// The site has closed it.
    case addedBanned
    /// The site has suspended the account.
    case addedSuspended
    /// The server does not say why it does not show it.
    case addedForbidden

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
        .tooShort: .fixed("The name is too short"),
        .several: .filled("“%” are several names. Add them one by one."),
        .elsewhere: .filled("“%” leads to another site. Type a name."),
        .noSource: .filled("“%” is the address of no community. Type a name."),
        .full: .counted(
            [
                .one: "The list is full: it has % community. Remove one first.",
                .other: "The list is full: it has % communities. Remove one first.",
            ]),
        .unknownToServer: .filled("The server does not know %. Check the spelling."),
        .missing: .filled("% is not in the list"),
        .unchecked: .filled("% was added and could not be checked yet."),
        .addedPrivate: .filled("% was added, but only its members can see it."),
        .addedQuarantined: .filled("% was added, but the server shows it only to those who have agreed to see it."),
        .addedBanned: .filled("% was added, but the server does not show it any more."),
        .addedSuspended: .filled("% was added, but the account is suspended."),
        .addedForbidden: .filled("% was added, but the server does not show it to you."),
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
        .tooShort: .fixed("Назва закоротка"),
        .several: .filled("«%» — це кілька назв. Додайте їх по одній."),
        .elsewhere: .filled("«%» веде на інший сайт. Введіть назву."),
        .noSource: .filled("«%» — не адреса спільноти. Введіть назву."),
        .full: .counted(
            [
                .one: "Список заповнено: у ньому % спільнота. Спершу вилучіть якусь.",
                .few: "Список заповнено: у ньому % спільноти. Спершу вилучіть якусь.",
                .many: "Список заповнено: у ньому % спільнот. Спершу вилучіть якусь.",
            ]),
        .unknownToServer: .filled("Сервер не знає %. Перевірте назву."),
        .missing: .filled("% немає в списку"),
        .unchecked: .filled("% додано, але поки що не перевірено."),
        .addedPrivate: .filled("% додано, але доступ мають лише учасники."),
        .addedQuarantined: .filled("% додано, але сервер показує це лише тим, хто на це погодився."),
        .addedBanned: .filled("% додано, але сервер цього більше не показує."),
        .addedSuspended: .filled("% додано, але цей обліковий запис заблоковано."),
        .addedForbidden: .filled("% додано, але сервер вам цього не показує."),
        .sources: .counted([.one: "% спільнота", .few: "% спільноти", .many: "% спільнот"]),
        .noSources: .fixed("Спільнот поки що немає"),
    ]
}
