extension SettingChoicePhrase {
    static let ukrainian: KeyValuePairs<SettingChoicePhrase, PhraseText> = [
        .covered: .fixed("Прикривати"),
        .shown: .fixed("Показувати"),
        .hidden: .fixed("Приховувати"),
        .system: .fixed("Як у системі"),
        .light: .fixed("Світла"),
        .dark: .fixed("Темна"),
        .inEnglish: .fixed("English"),
        .inUkrainian: .fixed("Українська"),
        .never: .fixed("Ніколи"),
        .wifi: .fixed("Лише через Wi-Fi"),
        .always: .fixed("Завжди"),
        .keep: .fixed("Зберігати"),
        .wipe: .fixed("Видаляти"),
        .all: .fixed("Усі"),
        .on: .fixed("Увімкнено"),
        .off: .fixed("Вимкнено"),
    ]
}
