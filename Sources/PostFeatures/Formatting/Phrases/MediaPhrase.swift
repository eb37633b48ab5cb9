/// What a post has to show, why that is covered, and how much of it is on this device.
public enum MediaPhrase: String, LocalizedPhrase {
    // MARK: What it is

    /// A still picture.
    case image
    /// A picture that moves.
    case animated
    /// A video.
    case video
    /// Several pictures.
    case gallery
    /// Something that another site plays.
    case embed
    /// A page elsewhere.
    case link
    /// A text.
    case text
    /// A poll.
    case poll
    /// A post that shows another one.
    case crosspost
    /// Nothing any more.
    case removed
    /// So many pictures in a gallery.
    case pictures

    // MARK: Why it is covered

    /// It is not safe for work.
    case coveredNSFW
    /// It gives something away.
    case coveredSpoiler

    // MARK: What is on this device

    /// Nothing.
    case notOnDevice
    /// Its text.
    case textOnDevice
    /// Its text and its comments.
    case commentsOnDevice
    /// Its text and a small picture.
    case thumbnailOnDevice
    /// Everything.
    case allOnDevice

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [MediaPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [MediaPhrase: PhraseText] = [
        .image: .fixed("picture"),
        .animated: .fixed("animation"),
        .video: .fixed("video"),
        .gallery: .fixed("gallery"),
        .embed: .fixed("embedded"),
        .link: .fixed("link"),
        .text: .fixed("text"),
        .poll: .fixed("poll"),
        .crosspost: .fixed("crosspost"),
        .removed: .fixed("removed"),
        .pictures: .counted([.one: "% picture", .other: "% pictures"]),
        .coveredNSFW: .fixed("Covered: not safe for work"),
        .coveredSpoiler: .fixed("Covered: it may give something away"),
        .notOnDevice: .fixed("Not on this device"),
        .textOnDevice: .fixed("Text on this device"),
        .commentsOnDevice: .fixed("Text and comments on this device"),
        .thumbnailOnDevice: .fixed("Text and a small picture on this device"),
        .allOnDevice: .fixed("Everything on this device"),
    ]

    private static let ukrainian: [MediaPhrase: PhraseText] = [
        .image: .fixed("зображення"),
        .animated: .fixed("анімація"),
        .video: .fixed("відео"),
        .gallery: .fixed("галерея"),
        .embed: .fixed("вбудований вміст"),
        .link: .fixed("посилання"),
        .text: .fixed("текст"),
        .poll: .fixed("опитування"),
        .crosspost: .fixed("репост"),
        .removed: .fixed("вилучено"),
        .pictures: .counted([.one: "% зображення", .few: "% зображення", .many: "% зображень"]),
        .coveredNSFW: .fixed("Прикрито: вміст 18+"),
        .coveredSpoiler: .fixed("Прикрито: можливий спойлер"),
        .notOnDevice: .fixed("Немає на пристрої"),
        .textOnDevice: .fixed("На пристрої є текст"),
        .commentsOnDevice: .fixed("На пристрої є текст і коментарі"),
        .thumbnailOnDevice: .fixed("На пристрої є текст і мініатюра"),
        .allOnDevice: .fixed("Усе є на пристрої"),
    ]
}
