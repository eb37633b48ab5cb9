extension StatusPhrase {
    static let ukrainian: KeyValuePairs<StatusPhrase, PhraseText> = [
        .voteUp: .fixed("Голосувати за"),
        .voteDown: .fixed("Голосувати проти"),
        .takeVoteBack: .fixed("Забрати голос"),
        .subscribe: .fixed("Підписатися на сервері"),
        .unsubscribe: .fixed("Скасувати підписку на сервері"),
        .votedUp: .fixed("ваш голос «за»"),
        .votedDown: .fixed("ваш голос «проти»"),
        .subscribed: .fixed("підписано"),
        .notSent: .fixed("ще не надіслано"),
        .voteStaysHere: .filled("Голос залишається на цьому пристрої. Увійдіть до %, щоб його зарахували там."),
        .unsent: .counted([
            .one: "% дію ще не надіслано", .few: "% дії ще не надіслано", .many: "% дій ще не надіслано",
        ]),
        .unread: .counted([
            .one: "% непрочитана відповідь", .few: "% непрочитані відповіді", .many: "% непрочитаних відповідей",
        ]),
    ]
}
