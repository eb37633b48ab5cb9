import Core

/// What a thread says beside its comments.
public enum CommentPhrase: String, LocalizedPhrase {
    // MARK: In which order

    /// What the server takes for the best.
    case confidence
    /// Most votes first.
    case top
    /// Newest first.
    case new
    /// Most disputed first.
    case controversial
    /// Oldest first.
    case old
    /// Answered questions first.
    case questionsAndAnswers

    // MARK: Who wrote it

    /// The writer of the post.
    case originalPoster
    /// A moderator.
    case moderator
    /// Somebody of the site.
    case admin
    /// The server does not say who.
    case unknownAuthor

    /// The person, or the server for them, has blocked who wrote it.
    case blockedAuthor

    // MARK: What is new, and in what order

    /// It came after the last visit.
    case isNew
    /// So many came after the last visit.
    case newCount
    /// The order was made on this device.
    case sortedHere

    // MARK: What became of it

    /// Its writer took it away.
    case deletedByAuthor
    /// Somebody else took it away.
    case removed
    /// Somebody else took it away, in the server's word.
    case removedBy
    /// It has no text.
    case noText
    /// The server does not show the score yet.
    case scoreHidden

    // MARK: What is missing

    /// So many replies are folded away.
    case replies
    /// So many comments were left out here.
    case more
    /// What was left out here is being fetched.
    case expanding
    /// Some comments were left out here.
    case moreOfUnknownCount
    /// So many comments of the thread were left out.
    case moreOnServer
    /// The thread goes on below.
    case continues
    /// Neither the server nor this device has the post.
    case missing
    /// The comments are not kept any more, so nothing can be put between them.
    case evicted

    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [CommentPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    private static let english: [CommentPhrase: PhraseText] = [
        .confidence: .fixed("Best"),
        .top: .fixed("Top"),
        .new: .fixed("New"),
        .controversial: .fixed("Controversial"),
        .old: .fixed("Old"),
        .questionsAndAnswers: .fixed("Questions and answers"),
        .originalPoster: .fixed("author of the post"),
        .moderator: .fixed("moderator"),
        .admin: .fixed("admin"),
        .unknownAuthor: .fixed("unknown author"),
        .blockedAuthor: .fixed("blocked author"),
        .isNew: .fixed("new"),
        .newCount: .counted([.one: "% new comment", .other: "% new comments"]),
        .sortedHere: .fixed("sorted on this device, so roughly"),
        .deletedByAuthor: .fixed("deleted by its author"),
        .removed: .fixed("removed"),
        .removedBy: .filled("removed (%)"),
        .noText: .fixed("(no text)"),
        .scoreHidden: .fixed("score hidden"),
        .replies: .counted([.one: "% reply", .other: "% replies"]),
        .more: .counted([.one: "% more comment", .other: "% more comments"]),
        .expanding: .fixed("Fetching more comments"),
        .moreOfUnknownCount: .fixed("More comments"),
        .moreOnServer: .counted([.one: "% more on the server", .other: "% more on the server"]),
        .continues: .fixed("The thread goes on"),
        .missing: .fixed("The server does not know this post"),
        .evicted: .fixed(ThreadRefusal.evicted.error.message),
    ]

    private static let ukrainian: [CommentPhrase: PhraseText] = [
        .confidence: .fixed("Найкращі"),
        .top: .fixed("Топ"),
        .new: .fixed("Нові"),
        .controversial: .fixed("Суперечливі"),
        .old: .fixed("Найстаріші"),
        .questionsAndAnswers: .fixed("Запитання й відповіді"),
        .originalPoster: .fixed("автор допису"),
        .moderator: .fixed("модератор"),
        .admin: .fixed("адміністратор"),
        .unknownAuthor: .fixed("невідомий автор"),
        .blockedAuthor: .fixed("заблокований автор"),
        .isNew: .fixed("новий"),
        .newCount: .counted([.one: "% новий коментар", .few: "% нові коментарі", .many: "% нових коментарів"]),
        .sortedHere: .fixed("упорядковано на пристрої, тож приблизно"),
        .deletedByAuthor: .fixed("видалено автором"),
        .removed: .fixed("вилучено"),
        .removedBy: .filled("вилучено (%)"),
        .noText: .fixed("(без тексту)"),
        .scoreHidden: .fixed("оцінку приховано"),
        .replies: .counted([.one: "% відповідь", .few: "% відповіді", .many: "% відповідей"]),
        .more: .counted([.one: "Ще % коментар", .few: "Ще % коментарі", .many: "Ще % коментарів"]),
        .expanding: .fixed("Завантажуються ще коментарі"),
        .moreOfUnknownCount: .fixed("Ще коментарі"),
        .moreOnServer: .counted(
            [.one: "ще % коментар на сервері", .few: "ще % коментарі на сервері", .many: "ще % коментарів на сервері"]),
        .continues: .fixed("Гілка продовжується"),
        .missing: .fixed("Сервер такого допису не знає"),
        .evicted: .fixed("Цих коментарів на пристрої вже немає. Завантажте їх знову."),
    ]
}
