/// Whether somebody is signed in: a text for each case of `SessionState`.
public enum SessionPhrase: String, LocalizedPhrase {
    /// Nobody has looked yet.
    case unknown
    /// Nobody is signed in.
    case signedOut
    /// Somebody is signed in.
    case signedIn
    /// Somebody is signed in, and the server cannot be reached.
    case offline
    /// The server has ended the session.
    case expired

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [SessionPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [SessionPhrase: PhraseText] = [
        .unknown: .fixed("Not known yet"),
        .signedOut: .fixed("Signed out"),
        .signedIn: .fixed("Signed in"),
        .offline: .fixed("Signed in, offline"),
        .expired: .fixed("The session has ended"),
    ]

    private static let ukrainian: [SessionPhrase: PhraseText] = [
        .unknown: .fixed("Ще невідомо"),
        .signedOut: .fixed("Ви не ввійшли"),
        .signedIn: .fixed("Ви ввійшли"),
        .offline: .fixed("Ви ввійшли, але немає зв’язку"),
        .expired: .fixed("Сеанс завершено"),
    ]
}
