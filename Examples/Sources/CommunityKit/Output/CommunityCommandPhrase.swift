import PostFeatures

/// The program's own texts.
enum CommunityCommandPhrase: String, LocalizedPhrase {
    /// Somebody has joined, who is named.
    case joined
    /// Somebody has joined, and could not be signed in.
    case joinedOnly
    /// The account is deleted, whose nick is named.
    case deleted
    /// The account of an earlier command is deleted.
    case deletedAfterAll
    /// The answer to the deletion is missing.
    case deletionUnknown
    /// What is not sent is lost with the account, as a number.
    case lostWithAccount
    /// The password is another person's.
    case anotherPerson
    /// There is nobody to ask for a password.
    case nobodyToAsk
    /// The rule of the password is not kept.
    case shortPassword

    var english: PhraseText {
        switch self {
        case .joined: .filled("Joined: %")
        case .joinedOnly: .filled("% has joined. Sign in: 'login'.")
        case .deleted: .filled("The account is deleted: %")
        case .deletedAfterAll: .fixed("The account that was to be deleted is deleted.")
        case .deletionUnknown:
            .fixed("No answer came, so nobody knows whether the account is deleted. The next command finds out.")
        case .lostWithAccount: .filled("This was not sent, and is lost with the account: %")
        case .anotherPerson: .fixed("This is another person's address. Nothing was changed.")
        case .nobodyToAsk: .fixed("Nobody can be asked here. Give LANTERN_PASSWORD, or use a terminal.")
        case .shortPassword: .fixed("A password has 6 characters or more, on one line.")
        }
    }

    static let ukrainian: [CommunityCommandPhrase: PhraseText] = [
        .joined: .filled("Приєднано: %"),
        .joinedOnly: .filled("% тепер серед учасників. Увійдіть: 'login'."),
        .deleted: .filled("Обліковий запис видалено: %"),
        .deletedAfterAll: .fixed("Обліковий запис, який мали видалити, видалено."),
        .deletionUnknown: .fixed(
            "Відповіді не було, тож невідомо, чи видалено обліковий запис. Наступна команда це з'ясує."),
        .lostWithAccount: .filled("Цього не надіслано, і воно зникне разом з обліковим записом: %"),
        .anotherPerson: .fixed("Це адреса іншої людини. Нічого не змінено."),
        .nobodyToAsk: .fixed("Тут нема кого спитати. Вкажіть LANTERN_PASSWORD або скористайтеся терміналом."),
        .shortPassword: .fixed("Пароль має щонайменше 6 символів в одному рядку."),
    ]

    static let korean: [CommunityCommandPhrase: PhraseText] = [
        .joined: .filled("가입했습니다: %"),
        .joinedOnly: .filled("% 님이 가입했습니다. 'login'으로 로그인하세요."),
        .deleted: .filled("계정을 삭제했습니다: %"),
        .deletedAfterAll: .fixed("삭제하려던 계정이 삭제되었습니다."),
        .deletionUnknown: .fixed("응답이 없어 계정이 삭제되었는지 알 수 없습니다. 다음 명령이 확인합니다."),
        .lostWithAccount: .filled("전송되지 않았으며 계정과 함께 사라집니다: %"),
        .anotherPerson: .fixed("다른 사람의 이메일입니다. 아무것도 바뀌지 않았습니다."),
        .nobodyToAsk: .fixed("여기서는 물어볼 수 없습니다. LANTERN_PASSWORD를 지정하거나 터미널을 사용하세요."),
        .shortPassword: .fixed("비밀번호는 한 줄에 6자 이상이어야 합니다."),
    ]
}
