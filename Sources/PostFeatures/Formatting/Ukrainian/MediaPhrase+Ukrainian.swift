extension MediaPhrase {
    static let ukrainian: KeyValuePairs<MediaPhrase, PhraseText> = [
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
