public import PostFeatures

extension Language {
    /// Ukrainian with the community's texts.
    public static let communityUkrainian = Language.ukrainian
        .adding(StatusSentence.ukrainian)
        .adding(CategoryPhrase.ukrainian)
        .adding(FieldPhrase.ukrainian)
        .adding(AccountPhrase.ukrainian)
        .adding(PeoplePhrase.ukrainian)
        .adding(PaymentPhrase.ukrainian)
        .adding(ChatPhrase.ukrainian)
}

extension StatusSentence {
    static let ukrainian: [StatusSentence: PhraseText] = [
        .wrongKey: .fixed("Сервер не приймає ключ цього застосунку. Оновіть застосунок."),
        .tooManyCalls: .fixed("Забагато запитів. Зачекайте хвилину і спробуйте ще раз."),
        .wrongAddress: .fixed("Сервер не знає такої адреси. Перевірте адресу сервера або оновіть застосунок."),
        .serverTrouble: .fixed("На сервері стався збій. Спробуйте пізніше."),
        .fieldsMissing: .fixed("Бракує чогось потрібного. Заповніть усі поля і спробуйте ще раз."),
        .badRequest: .fixed("Сервер цього не зрозумів. Перевірте дані або оновіть застосунок."),
        .wrongPassword: .fixed("Адреса або пароль неправильні. Перевірте їх і спробуйте ще раз."),
        .sessionOver: .fixed("Ваш сеанс завершено. Увійдіть знову."),
        .tokenExpired: .fixed("Ваш сеанс не вдалося поновити. Увійдіть знову."),
        .notAllowed: .fixed("Вам цього не дозволено. Зверніться до тих, хто керує спільнотою."),
        .alreadyMember: .fixed("З цією адресою вже хтось приєднався. Увійдіть або виберіть іншу."),
        .emailTaken: .fixed("Цю адресу зайнято. Виберіть іншу або увійдіть."),
        .alreadyFollowed: .fixed("Ви вже стежите за цією людиною."),
        .alreadyValidated: .fixed("Цей платіж уже підтверджено."),
        .nothingCreated: .fixed("Нічого не створено. Спробуйте ще раз."),
        .postGone: .fixed("Цього допису вже немає."),
        .commentGone: .fixed("Цього коментаря вже немає."),
        .accountGone: .fixed("Цього облікового запису вже немає."),
        .roomGone: .fixed("Цієї розмови або облікового запису співрозмовника вже немає."),
        .notOwner: .fixed("Це належить комусь іншому, тож змінити це не можна."),
        .notParticipant: .fixed("Ви не учасник цієї розмови."),
    ]
}

extension CategoryPhrase {
    static let ukrainian: [CategoryPhrase: PhraseText] = [
        .dailyLife: .fixed("Щоденне"),
        .fashion: .fixed("Мода"),
        .pets: .fixed("Домашні улюбленці"),
        .celebrities: .fixed("Знаменитості"),
        .singing: .fixed("Співи"),
        .reading: .fixed("Читання"),
        .training: .fixed("Король спортзалу"),
    ]
}

extension FieldPhrase {
    static let ukrainian: [FieldPhrase: PhraseText] = [
        .email: .fixed("Електронна адреса"),
        .password: .fixed("Пароль"),
        .nick: .fixed("Псевдонім"),
        .phone: .fixed("Номер телефону"),
        .emailEmpty: .fixed("Введіть свою електронну адресу"),
        .emailTooShort: .fixed("В адресі має бути щонайменше 10 символів"),
        .emailNoMatch: .fixed("Це не електронна адреса"),
        .emailMatch: .fixed("Адресу буде перевірено"),
        .emailChecking: .fixed("Адреса перевіряється…"),
        .emailAvailable: .fixed("Цією адресою можна скористатися"),
        .emailTaken: .fixed("Цю адресу зайнято"),
        .emailUnchecked: .fixed("Адресу не вдалося перевірити"),
        .passwordEmpty: .fixed("Введіть пароль"),
        .passwordTooShort: .fixed("У паролі має бути щонайменше 6 символів"),
        .passwordNoMatch: .fixed("Пароль має бути в одному рядку"),
        .passwordMatch: .fixed("Пароль підходить"),
        .nickEmpty: .fixed("Введіть псевдонім"),
        .nickTooShort: .fixed("У псевдонімі має бути щонайменше 3 символи"),
        .nickNoMatch: .fixed("Можна лише латинські літери, цифри й хангиль"),
        .nickMatch: .fixed("Псевдонім підходить"),
        .phoneEmpty: .fixed("Введіть свій номер телефону"),
        .phoneTooShort: .fixed("У номері має бути щонайменше 8 цифр"),
        .phoneNoMatch: .fixed("Введіть лише цифри"),
        .phoneMatch: .fixed("Номер підходить"),
    ]
}

extension AccountPhrase {
    static let ukrainian: [AccountPhrase: PhraseText] = [
        .logIn: .fixed("Увійти"),
        .join: .fixed("Зареєструватися"),
        .withdraw: .fixed("Видалити обліковий запис"),
        .joined: .filled("Вітаємо, %!"),
        .joinedNotLoggedIn: .fixed("Вас зареєстровано, але увійти не вдалося. Увійдіть тепер."),
        .joinUnfinished: .filled("Можливо, вас уже зареєстровано. Увійдіть як %, щоб дізнатися."),
        .withdrawQuestion:
            .fixed("Ваш обліковий запис і все, що тут збережено з нього, буде видалено назавжди. Продовжити?"),
        .withdrawUnsent:
            .counted([
                .one: "% річ ще не надіслано, і її буде втрачено.", .few: "% речі ще не надіслано, і їх буде втрачено.",
                .many: "% речей ще не надіслано, і їх буде втрачено.",
            ]),
        .withdrawn: .fixed("Ваш обліковий запис видалено."),
        .withdrawUnknown:
            .fixed("Сервер не відповів. Чи видалено ваш обліковий запис, з’ясується під час наступного запуску."),
        .notWithdrawn: .fixed("Ваш обліковий запис не видалено. Спробуйте ще раз."),
        .won: .filled("%\u{A0}вон"),
    ]
}
