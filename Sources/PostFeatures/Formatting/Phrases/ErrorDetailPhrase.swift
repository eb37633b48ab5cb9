import Core

/// What comes into or behind the sentence of an error: a wait, a path, a word of the server; and what went wrong with a
/// sign-in.
public enum ErrorDetailPhrase: String, LocalizedPhrase {
    /// Too many requests, and how long to wait.
    case rateLimitedFor
    /// The server failed, and how long to wait.
    case serverErrorFor
    /// So many seconds to wait.
    case seconds
    /// So many minutes to wait.
    case minutes
    /// So many hours to wait.
    case hours
    /// An error with a code of an app's own.
    case otherCode
    /// The file or folder that is in trouble.
    case path

    // MARK: Signing in

    /// No sign-in was begun.
    case signInNotBegun
    /// The redirect belongs to another sign-in.
    case signInWrongState
    /// The redirect is none.
    case signInMalformedRedirect
    /// The server would not go on, and its word for the reason.
    case signInRefused
    /// The server did not take what was typed or sent.
    case signInNotAccepted

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [ErrorDetailPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [ErrorDetailPhrase: PhraseText] = [
        .rateLimitedFor: .filled("Too many requests. Try again in %."),
        .serverErrorFor: .filled("The server has trouble. Try again in %."),
        .seconds: .counted([.one: "% second", .other: "% seconds"]),
        .minutes: .counted([.one: "% minute", .other: "% minutes"]),
        .hours: .counted([.one: "% hour", .other: "% hours"]),
        .otherCode: .filled("Something went wrong (%). Try again."),
        .path: .filled("It is about %"),
        .signInNotBegun: .fixed(SignInError.notBegun.description),
        .signInWrongState: .fixed(SignInError.wrongState.description),
        .signInMalformedRedirect: .fixed(SignInError.malformedRedirect.description),
        .signInRefused: .filled(SignInError.refused("%").description),
        .signInNotAccepted: .fixed(SignInError.notAccepted.description),
    ]

    /// Numbers stand in the accusative, as they do behind "через".
    private static let ukrainian: [ErrorDetailPhrase: PhraseText] = [
        .rateLimitedFor: .filled("Забагато запитів. Спробуйте ще раз через %."),
        .serverErrorFor: .filled("На сервері збій. Спробуйте ще раз через %."),
        .seconds: .counted([.one: "% секунду", .few: "% секунди", .many: "% секунд"]),
        .minutes: .counted([.one: "% хвилину", .few: "% хвилини", .many: "% хвилин"]),
        .hours: .counted([.one: "% годину", .few: "% години", .many: "% годин"]),
        .otherCode: .filled("Щось пішло не так (%). Спробуйте ще раз."),
        .path: .filled("Шлях: %"),
        .signInNotBegun: .fixed("Вхід не розпочато. Почніть знову."),
        .signInWrongState: .fixed(
            "Ця відповідь стосується іншого входу. Почніть знову й користуйтеся лише останньою сторінкою."),
        .signInMalformedRedirect: .fixed("Відповідь сторінки входу не вдалося прочитати. Почніть знову."),
        .signInRefused: .filled("Сервер відмовив у вході (%). Перевірте, як там зареєстровано застосунок."),
        .signInNotAccepted: .fixed("Сервер не прийняв даних для входу. Почніть знову."),
    ]
}
