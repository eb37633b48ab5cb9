extension ErrorPhrase {
    /// How each text reads in a language.
    ///
    /// - Parameter language: The language.
    /// - Returns: The table.
    public static func texts(in language: Language) -> [ErrorPhrase: PhraseText] {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        }
    }

    /// The sentences of `DataError.message(for:retryAfter:)`; a test holds the two together.
    private static let english: [ErrorPhrase: PhraseText] = [
        .offline: .fixed("The server cannot be reached. Check the connection; what is stored can still be read."),
        .timedOut: .fixed("The server took too long to answer. Try again, or allow more time."),
        .accessClosed: .fixed("The server has closed this way in. Choose another backend, or sign in."),
        .forbidden: .fixed("The server does not show this to you. It may be private."),
        .unauthorized: .fixed("The server wants you to sign in."),
        .sessionExpired: .fixed("The session has ended. Sign in again."),
        .accessDenied: .fixed("Access was not allowed. Sign in again to allow it."),
        .notFound: .fixed("The server does not know this. Check the name."),
        .badRequest: .fixed(
            "The server did not understand the request. Check what was asked for, or update the app."),
        .rateLimited: .fixed("Too many requests. Try again in a minute."),
        .serverError: .fixed("The server has trouble. Try again later."),
        .tooLarge: .fixed("The answer is larger than what is allowed. Raise the limit to load it."),
        .malformed: .fixed("The answer is not what the server promises. Try again later."),
        .captivePortal: .fixed("A page answered instead of the server. Sign in to this network first."),
        .redirected: .fixed("The server sent the request on to where it must not go. Check the server's address."),
        .pinMismatch: .fixed("This is not the server it says it is. Try another network."),
        .noSpace: .fixed("The disk is full. Free some space and try again."),
        .readOnly: .fixed("The disk cannot be written to. Choose another place for what is stored."),
        .permissionDenied: .fixed("The system does not allow it. Check who may write to what is stored."),
        .fileMissing: .fixed("A file that is needed is gone. Restore it, or let it be fetched again."),
        .diskFailure: .fixed("The disk failed. Try again; if it goes on, copy what is stored to another disk."),
        .storeBusy: .fixed("Another program has the store open. Close it and try again."),
        .storeTooNew: .fixed("A newer version wrote the store. Update the app."),
        .storeDamaged: .fixed("Something in the store cannot be read any more. What is damaged is kept aside."),
        .storeClosed: .fixed("The store was closed. Open the app again."),
        .migrationFailed: .fixed(
            "What an older version stored could not be taken over. It was left as it is; update the app."),
        .invalidInput: .fixed("This cannot be asked for as it is. Check what was typed."),
        .superseded: .fixed("A newer request took the place of this one. Nothing needs to be done."),
        .unknown: .fixed("Something went wrong (unknown). Try again."),
    ]

    private static let ukrainian: [ErrorPhrase: PhraseText] = [
        .offline: .fixed(
            "Немає зв’язку із сервером. Перевірте з’єднання; те, що є на пристрої, можна читати й далі."),
        .timedOut: .fixed("Сервер надто довго не відповідав. Спробуйте ще раз або дайте йому більше часу."),
        .accessClosed: .fixed("Сервер закрив цей шлях. Виберіть інше джерело даних або ввійдіть."),
        .forbidden: .fixed("Сервер вам цього не показує. Можливо, доступ обмежено."),
        .unauthorized: .fixed("Сервер просить увійти."),
        .sessionExpired: .fixed("Сеанс завершено. Увійдіть ще раз."),
        .accessDenied: .fixed("Доступу не надано. Щоб надати його, увійдіть ще раз."),
        .notFound: .fixed("Сервер цього не знає. Перевірте назву."),
        .badRequest: .fixed("Сервер не зрозумів запиту. Перевірте запит або оновіть застосунок."),
        .rateLimited: .fixed("Забагато запитів. Спробуйте ще раз через хвилину."),
        .serverError: .fixed("На сервері збій. Спробуйте пізніше."),
        .tooLarge: .fixed("Відповідь більша, ніж дозволено. Щоб її завантажити, збільште ліміт."),
        .malformed: .fixed("Відповідь не така, як обіцяє сервер. Спробуйте пізніше."),
        .captivePortal: .fixed("Замість сервера відповіла інша сторінка. Спершу ввійдіть у цю мережу."),
        .redirected: .fixed("Сервер переспрямував запит туди, куди не можна. Перевірте адресу сервера."),
        .pinMismatch: .fixed("Це не той сервер, яким він себе називає. Спробуйте іншу мережу."),
        .noSpace: .fixed("Диск заповнено. Звільніть місце й спробуйте ще раз."),
        .readOnly: .fixed("На диск не можна записувати. Виберіть для даних інше місце."),
        .permissionDenied: .fixed("Система цього не дозволяє. Перевірте, хто має право змінювати ці дані."),
        .fileMissing: .fixed("Бракує потрібного файлу. Відновіть його або завантажте знову."),
        .diskFailure: .fixed(
            "Збій диска. Спробуйте ще раз; якщо він повториться, скопіюйте дані на інший диск."),
        .storeBusy: .fixed("Сховище відкрила інша програма. Закрийте її та спробуйте ще раз."),
        .storeTooNew: .fixed("Сховище записала новіша версія. Оновіть застосунок."),
        .storeDamaged: .fixed("Дещо у сховищі більше не читається. Пошкоджене відкладено окремо."),
        .storeClosed: .fixed("Сховище закрито. Відкрийте застосунок знову."),
        .migrationFailed: .fixed(
            "Дані старішої версії не вдалося перенести. Їх залишено без змін; оновіть застосунок."),
        .invalidInput: .fixed("Так запитати не можна. Перевірте введене."),
        .superseded: .fixed("Цей запит замінено новішим. Робити нічого не потрібно."),
        .unknown: .fixed("Щось пішло не так. Спробуйте ще раз."),
    ]
}
