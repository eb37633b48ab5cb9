package import Core
package import PostFeatures

/// The program's texts about what goes to a server.
package enum CommandPhrase: String, LocalizedPhrase {
    // MARK: About entries, each with the entry

    /// Sent.
    case sent
    /// Stored, and to be sent.
    case queued
    /// It waits for another entry.
    case waiting
    /// It is being sent.
    case sending
    /// It may have arrived, and is being looked for.
    case checking
    /// Nobody could find out whether it arrived.
    case unsure
    /// It was refused, or it is too old to go out unasked.
    case failed
    /// A hint at the commands for entries that a person has to decide on.
    case decideHint
    /// A hint at the command that sends.
    case syncHint
    /// Nothing is unsent.
    case nothingUnsent
    /// Nothing has to be sent, as the server has it already.
    case nothingToSend
    /// The numbers of `sync`: sent.
    case sentCount
    /// Failed.
    case failedCount
    /// Left.
    case leftCount

    // MARK: About what is shown with an intent that is not sent

    /// It is to be sent.
    case markQueued
    /// It may have arrived.
    case markChecking
    /// Nobody knows.
    case markUnsure
    /// It was refused.
    case markFailed

    // MARK: The kinds of entries, with what they are about

    case vote
    case upvote
    case downvote
    case unvote
    case save
    case hide
    case read
    case reply
    case edit
    case delete
    case submit
    case subscribe
    case unsubscribe

    // MARK: About ids and accounts

    /// Nothing here has the id.
    case unknownThings
    /// Nothing unsent has the id.
    case unknownEntries
    /// Nobody of that name is signed in.
    case unknownAccount
    /// Nobody is signed in.
    case signInFirst
    /// The session is over.
    case sessionOver
    /// Nobody is signed in, in a list.
    case noAccounts
    /// Somebody is signed in, who is named.
    case signedIn
    /// Somebody is signed out, who is named.
    case signedOut
    /// Nobody has answered.
    case noAnswers
    /// What is not sent keeps somebody from signing out.
    case unsentAtLogout
    /// What was done signed out and is the account's now, as a number.
    case takenOver
    /// The account that is in use, in a list.
    case inUse
    /// The number of what an account has not sent.
    case unsentCount
    /// The address of the sign-in page.
    case openPage
    /// The page that the browser shows at the end.
    case pageDone
    /// The page that the browser shows for a redirect of another sign-in.
    case pageOther
    /// Nobody came back from the sign-in page.
    case signInTooLate
    /// The address of the redirect cannot be listened on.
    case cannotListen
    /// The number of things that are not sent when an interactive program ends.
    case unsentAtEnd
    /// The number of things that are not sent before their person signs in, when an interactive program ends.
    case unsentUntilSignIn
    /// The prompt for the name.
    case askName
    /// The prompt for the password.
    case askPassword
    /// The prompt for the code of a second factor.
    case askCode
    /// There is nobody to ask.
    case nobodyToAsk
    /// Other entries wait for it, as a number: the options that say what becomes of them.
    case dependants
    /// The text that could not be kept.
    case keptText
    /// The text is kept as a draft.
    case keptDraft
    /// The session of an account is over, in a list.
    case isOver
    /// The network is off, as it was asked for.
    case networkOff
    /// The server did not take the name or the password.
    case wrongPassword
    /// The server did not take the name, the password or the code of a second factor.
    case wrongCode
    /// It may have arrived, and is looked for in a while.
    case lookedFor
    /// Nobody could find out whether it arrived: the commands by which a person says so.
    case unsureAdvice
    /// The server has not said whose the token is, so that a mark is nobody's.
    case markedByNobody
    /// The entries of a token of which nobody knows whose it was.
    case orphans

    // MARK: About drafts

    /// There is none.
    case noDrafts
    /// A hint at the commands for drafts.
    case draftsHint
    /// No draft has the id.
    case unknownDrafts
    /// A draft is nobody's, in a list.
    case draftOfNobody
    /// A draft is about another draft, which is named.
    case draftOfDraft
    /// The target of a draft is not known.
    case draftOfNothing
    /// A draft is of a kind that this version does not know.
    case foreignDraft

    package var english: PhraseText {
        switch self {
        case .sent: .filled("Sent: %")
        case .queued: .filled("To be sent: %")
        case .waiting: .filled("Waits for another one: %")
        case .sending: .filled("Being sent: %")
        case .checking: .filled("May have arrived, and is being looked for: %")
        case .unsure: .filled("Nobody knows whether it arrived: %")
        case .failed: .filled("Not sent: %")
        case .decideHint: .fixed("'outbox retry ID' sends it again, 'outbox arrived ID' takes it as done.")
        case .syncHint: .fixed("'sync' sends it.")
        case .nothingUnsent: .fixed("Everything is sent.")
        case .nothingToSend: .fixed("The server has that already.")
        case .sentCount: .filled("sent: %")
        case .failedCount: .filled("not sent: %")
        case .leftCount: .filled("left: %")
        case .markQueued: .fixed("not sent yet")
        case .markChecking: .fixed("being sent")
        case .markUnsure: .fixed("perhaps sent")
        case .markFailed: .fixed("not sent")
        case .vote: .filled("vote on %")
        case .upvote: .filled("upvote on %")
        case .downvote: .filled("downvote on %")
        case .unvote: .filled("vote on % taken back")
        case .save: .filled("saving %")
        case .hide: .filled("hiding %")
        case .read: .filled("reading %")
        case .reply: .filled("reply to %")
        case .edit: .filled("change of %")
        case .delete: .filled("deletion of %")
        case .submit: .filled("post in %")
        case .subscribe: .filled("subscription to %")
        case .unsubscribe: .filled("end of the subscription to %")
        case .unknownThings: .filled("Nothing that is stored has the id %.")
        case .unknownEntries: .filled("Nothing unsent has the id %. 'outbox' prints the ids.")
        case .unknownAccount: .filled("Nobody of the name % is signed in here. 'accounts' prints the names.")
        case .signInFirst: .fixed("Nobody is signed in. Sign in first: 'login'.")
        case .sessionOver: .fixed("The session is over. Sign in again: 'login'. Nothing is lost.")
        case .noAccounts: .fixed("Nobody is signed in.")
        case .signedIn: .filled("Signed in: %")
        case .signedOut: .filled("Signed out: %")
        case .noAnswers: .fixed("Nothing was answered yet.")
        case .unsentAtLogout:
            .fixed("This is not sent. --keep keeps it for the next sign-in, --discard removes it.")
        case .takenOver: .filled("Taken over: %")
        case .inUse: .fixed("in use")
        case .unsentCount: .filled("unsent: %")
        case .openPage: .filled("Open this page in a browser: %")
        case .pageDone: .fixed("You are signed in. You can close this page.")
        case .pageOther: .fixed("This belongs to another sign-in. Use the newest page.")
        case .signInTooLate: .fixed("Nobody came back from the sign-in page in five minutes. Begin again.")
        case .unsentAtEnd:
            .counted([
                .one: "% thing is not sent. It goes out the next time.",
                .other: "% things are not sent. They go out the next time.",
            ])
        case .unsentUntilSignIn:
            .counted([
                .one: "% thing is not sent. It goes out once its person has signed in.",
                .other: "% things are not sent. They go out once their person has signed in.",
            ])
        case .cannotListen:
            .filled(
                "The browser cannot come back to %. It has to be like http://127.0.0.1:8976/callback, at a free port.")
        case .askName: .fixed("Name: ")
        case .askPassword: .fixed("Password: ")
        case .askCode: .fixed("Code of the second factor: ")
        case .nobodyToAsk:
            .fixed("Nobody can be asked here. Give --account and LANTERN_PASSWORD, or use a terminal.")
        case .dependants:
            .counted([
                .one: "% unsent reply waits for it. Say what becomes of it: \(Self.choices).",
                .other: "% unsent replies wait for it. Say what becomes of them: \(Self.choices).",
            ])
        case .keptText: .filled("Your text: %")
        case .keptDraft:
            .fixed("Your text is kept as a draft: 'drafts' shows it. After 'login', 'drafts send ID' sends it.")
        case .isOver: .fixed("session over")
        case .networkOff: .fixed("The network is off, as --offline says, so nothing was sent.")
        case .wrongPassword: .fixed("The server did not accept the name or the password. Check both, and try again.")
        case .wrongCode:
            .fixed("The server did not accept the name, the password or the code. Check them, and try again.")
        case .noDrafts: .fixed("There are no drafts.")
        case .draftsHint: .fixed("'drafts' shows what is kept as a draft, 'drafts send ID' sends it.")
        case .unknownDrafts: .filled("No draft here has the id %. 'drafts' prints the ids.")
        case .draftOfNobody: .fixed("nobody's")
        case .draftOfDraft: .filled("It is about the draft %, which has to be sent first.")
        case .draftOfNothing: .fixed("What it is about is not known here any more. 'drafts' shows its words.")
        case .foreignDraft: .fixed("This version cannot send it. Update the program, or remove it.")
        case .lookedFor: .fixed("It may have arrived, and is being looked for. 'sync' goes on with it in a minute.")
        case .unsureAdvice:
            .fixed(
                "Nobody knows whether it arrived. 'outbox arrived ID' takes it as done, 'outbox retry ID' sends it "
                    + "again.")
        case .markedByNobody:
            .fixed(
                "The server has not said whose the token is, so this mark is nobody's, and is not shown once it has. "
                    + "Mark it again then.")
        case .orphans:
            .filled("Nobody knows whose token this was queued for: %. 'outbox retry ID --account NAME' sends it.")
        }
    }

    /// The options that say what becomes of what waits.
    private static let choices = "--with-replies, --as-drafts or --to-parent"

    /// The mark beside what is shown with an intent in a state.
    package static func mark(of state: OutboxItem.State) -> CommandPhrase {
        switch state {
        case .waiting, .pending, .sent: .markQueued
        case .sending, .checking: .markChecking
        case .unsure: .markUnsure
        case .failed: .markFailed
        }
    }

    package static let ukrainian: [CommandPhrase: PhraseText] = [
        .sent: .filled("Надіслано: %"),
        .queued: .filled("Буде надіслано: %"),
        .waiting: .filled("Чекає на інше: %"),
        .sending: .filled("Надсилається: %"),
        .checking: .filled("Можливо, вже дійшло, і ми це перевіряємо: %"),
        .unsure: .filled("Невідомо, чи дійшло: %"),
        .failed: .filled("Не надіслано: %"),
        .decideHint: .fixed("'outbox retry ID' надішле ще раз, 'outbox arrived ID' вважатиме надісланим."),
        .syncHint: .fixed("Надсилає команда 'sync'."),
        .nothingUnsent: .fixed("Усе надіслано."),
        .nothingToSend: .fixed("Сервер це вже має."),
        .sentCount: .filled("надіслано: %"),
        .failedCount: .filled("не надіслано: %"),
        .leftCount: .filled("лишилося: %"),
        .markQueued: .fixed("ще не надіслано"),
        .markChecking: .fixed("надсилається"),
        .markUnsure: .fixed("можливо, надіслано"),
        .markFailed: .fixed("не надіслано"),
        .vote: .filled("голос за %"),
        .upvote: .filled("голос «за» для %"),
        .downvote: .filled("голос «проти» для %"),
        .unvote: .filled("голос за % скасовано"),
        .save: .filled("збереження %"),
        .hide: .filled("приховування %"),
        .read: .filled("прочитання %"),
        .reply: .filled("відповідь на %"),
        .edit: .filled("зміна %"),
        .delete: .filled("видалення %"),
        .submit: .filled("допис у %"),
        .subscribe: .filled("підписка на %"),
        .unsubscribe: .filled("скасування підписки на %"),
        .unknownThings: .filled("На пристрої немає нічого з id %."),
        .unknownEntries: .filled("Серед ненадісланого немає id %. Усі id друкує команда 'outbox'."),
        .unknownAccount: .filled("Ніхто з іменем % тут не ввійшов. Імена друкує команда 'accounts'."),
        .signInFirst: .fixed("Ніхто не ввійшов. Спершу ввійдіть: 'login'."),
        .sessionOver: .fixed("Сеанс завершено. Увійдіть знову: 'login'. Нічого не втрачено."),
        .noAccounts: .fixed("Ніхто не ввійшов."),
        .signedIn: .filled("Увійшли як: %"),
        .signedOut: .filled("Вийшли: %"),
        .noAnswers: .fixed("Відповідей поки що немає."),
        .unsentAtLogout: .fixed("Це не надіслано. --keep збереже його до наступного входу, --discard видалить."),
        .takenOver: .filled("Перенято: %"),
        .inUse: .fixed("використовується"),
        .unsentCount: .filled("ненадіслано: %"),
        .openPage: .filled("Відкрийте цю сторінку в браузері: %"),
        .pageDone: .fixed("Ви ввійшли. Цю сторінку можна закрити."),
        .pageOther: .fixed("Це від іншого входу. Скористайтеся найновішою сторінкою."),
        .signInTooLate: .fixed("За п'ять хвилин ніхто не повернувся зі сторінки входу. Почніть знову."),
        .unsentAtEnd: .counted([
            .one: "% річ не надіслано. Її буде надіслано наступного разу.",
            .few: "% речі не надіслано. Їх буде надіслано наступного разу.",
            .many: "% речей не надіслано. Їх буде надіслано наступного разу.",
        ]),
        .unsentUntilSignIn: .counted([
            .one: "% річ не надіслано. Її буде надіслано, щойно її власник увійде.",
            .few: "% речі не надіслано. Їх буде надіслано, щойно їхній власник увійде.",
            .many: "% речей не надіслано. Їх буде надіслано, щойно їхній власник увійде.",
        ]),
        .cannotListen: .filled(
            "Браузер не може повернутися на %. Потрібна адреса на зразок http://127.0.0.1:8976/callback, вільний порт."),
        .askName: .fixed("Ім'я: "),
        .askPassword: .fixed("Пароль: "),
        .askCode: .fixed("Код другого чинника: "),
        .nobodyToAsk: .fixed(
            "Тут нема в кого спитати. Задайте --account і LANTERN_PASSWORD або скористайтеся терміналом."),
        .dependants: .counted([
            .one: "На нього чекає % ненадіслана відповідь (--with-replies, --as-drafts або --to-parent).",
            .few: "На нього чекають % ненадіслані відповіді (--with-replies, --as-drafts або --to-parent).",
            .many: "На нього чекають % ненадісланих відповідей (--with-replies, --as-drafts або --to-parent).",
        ]),
        .keptText: .filled("Ваш текст: %"),
        .keptDraft: .fixed(
            "Ваш текст збережено як чернетку: її показує 'drafts'. Після 'login' її надішле 'drafts send ID'."),
        .isOver: .fixed("сеанс завершено"),
        .networkOff: .fixed("Мережу вимкнено параметром --offline, тож нічого не надіслано."),
        .wrongPassword: .fixed("Сервер не прийняв імені або пароля. Перевірте їх і спробуйте ще раз."),
        .wrongCode: .fixed("Сервер не прийняв імені, пароля або коду. Перевірте їх і спробуйте ще раз."),
        .noDrafts: .fixed("Чернеток немає."),
        .draftsHint: .fixed("'drafts' показує чернетки, 'drafts send ID' надсилає чернетку."),
        .unknownDrafts: .filled("Немає чернетки з id %. Усі id друкує команда 'drafts'."),
        .draftOfNobody: .fixed("нічия"),
        .draftOfDraft: .filled("Вона стосується чернетки %, яку треба надіслати спершу."),
        .draftOfNothing: .fixed("Того, чого вона стосується, тут уже немає. Її слова показує 'drafts'."),
        .foreignDraft: .fixed("Ця версія не може її надіслати. Оновіть програму або видаліть чернетку."),
        .lookedFor: .fixed("Можливо, вже дійшло, і ми це перевіряємо. За хвилину продовжить команда 'sync'."),
        .unsureAdvice: .fixed(
            "Невідомо, чи дійшло. 'outbox arrived ID' вважатиме надісланим, 'outbox retry ID' надішле ще раз."),
        .markedByNobody: .fixed(
            "Сервер ще не сказав, чий це токен, тож ця позначка нічия і потім не буде видна. Тоді позначте знову."),
        .orphans: .filled(
            "Невідомо, чий був токен, для якого це записано: %. Надішле 'outbox retry ID --account NAME'."),
    ]
}
