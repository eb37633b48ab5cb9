/// Why a post is hidden: a text for each case of `FilterReason`.
public enum FilterPhrase: String, LocalizedPhrase {
    /// It is not safe for work.
    case nsfw
    /// It gives something away.
    case spoiler
    /// Posts of its kind, which is named, are not shown.
    case mediaKind
    /// It has a blocked word, which is named.
    case word
    /// Its author, who is named, is blocked.
    case author
    /// It leads to a blocked site, which is named.
    case domain
    /// It was read.
    case read

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [FilterPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [FilterPhrase: PhraseText] = [
        .nsfw: .fixed("Hidden: not safe for work"),
        .spoiler: .fixed("Hidden: it may give something away"),
        .mediaKind: .filled("Hidden: posts of this kind (%) are not shown"),
        .word: .filled("Hidden: the word “%” is blocked"),
        .author: .filled("Hidden: the author % is blocked"),
        .domain: .filled("Hidden: links to % are blocked"),
        .read: .fixed("Hidden: you have read it"),
    ]

    private static let ukrainian: [FilterPhrase: PhraseText] = [
        .nsfw: .fixed("Приховано: вміст 18+"),
        .spoiler: .fixed("Приховано: можливий спойлер"),
        .mediaKind: .filled("Приховано: дописи такого виду (%) не показуються"),
        .word: .filled("Приховано: слово «%» заблоковано"),
        .author: .filled("Приховано: автора % заблоковано"),
        .domain: .filled("Приховано: посилання на % заблоковано"),
        .read: .fixed("Приховано: ви це вже читали"),
    ]
}
