extension SessionPhrase {
    static let ukrainian: KeyValuePairs<SessionPhrase, PhraseText> = [
        .unknown: .fixed("Ще невідомо"),
        .signedOut: .fixed("Ви не ввійшли"),
        .signedIn: .fixed("Ви ввійшли"),
        .offline: .fixed("Ви ввійшли, але немає зв’язку"),
        .expired: .fixed("Сеанс завершено"),
    ]
}
