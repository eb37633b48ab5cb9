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
    /// An unsent entry, described, is lost with the account.
    case lostWithAccount
    /// The password is another person's.
    case anotherPerson
    /// There is nobody to ask for a password.
    case nobodyToAsk
    /// The rule of the password is not kept.
    case shortPassword
    /// A number of comments.
    case comments
    /// A number of pictures.
    case pictures
    /// A number of people who follow somebody.
    case followers
    /// A number of people whom somebody follows.
    case following
    /// The person is followed.
    case isFollowed
    /// The person takes donations.
    case takesDonations
    /// Nobody is in a list.
    case nobodyThere
    /// Payments whose money may be taken would be removed.
    case paymentsAtLogout

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
        case .comments: .counted([.one: "% comment", .other: "% comments"])
        case .pictures: .counted([.one: "% picture", .other: "% pictures"])
        case .followers: .counted([.one: "% follower", .other: "% followers"])
        case .following: .counted([.one: "follows % person", .other: "follows % people"])
        case .isFollowed: .fixed("You follow them.")
        case .takesDonations: .fixed("Takes donations.")
        case .nobodyThere: .fixed("Nobody yet.")
        case .paymentsAtLogout:
            .fixed(
                "Payments are not settled, and their money may be taken. --keep keeps them, --with-payments removes them."
            )
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
        .comments: .counted([
            .one: "% коментар", .few: "% коментарі", .many: "% коментарів", .other: "% коментаря",
        ]),
        .pictures: .counted([
            .one: "% зображення", .few: "% зображення", .many: "% зображень", .other: "% зображення",
        ]),
        .followers: .counted([
            .one: "% підписник", .few: "% підписники", .many: "% підписників", .other: "% підписника",
        ]),
        .following: .counted([
            .one: "стежить за % людиною", .few: "стежить за % людьми", .many: "стежить за % людьми",
            .other: "стежить за % людьми",
        ]),
        .isFollowed: .fixed("Ви стежите за цією людиною."),
        .takesDonations: .fixed("Приймає пожертви."),
        .nobodyThere: .fixed("Поки нікого."),
        .paymentsAtLogout: .fixed(
            "Є незавершені платежі, гроші могли бути списані. --keep зберігає їх, --with-payments видаляє."),
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
        .comments: .counted([.other: "댓글 %개"]),
        .pictures: .counted([.other: "사진 %장"]),
        .followers: .counted([.other: "팔로워 %명"]),
        .following: .counted([.other: "팔로잉 %명"]),
        .isFollowed: .fixed("팔로우하고 있습니다."),
        .takesDonations: .fixed("후원을 받습니다."),
        .nobodyThere: .fixed("아직 아무도 없습니다."),
        .paymentsAtLogout: .fixed(
            "끝나지 않은 결제가 있으며 돈이 빠져나갔을 수 있습니다. --keep 은 보관하고, --with-payments 는 지웁니다."),
    ]
}
