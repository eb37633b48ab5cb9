public import PostFeatures

/// What the screens of payments say.
public enum PaymentPhrase: String, LocalizedPhrase {
    /// The button that gives money.
    case give
    /// The title of the screen; `%` is the name of the person who gets it.
    case giveTo
    /// The person takes no donations.
    case takesNone
    /// The person is oneself.
    case oneself
    /// The amount is none that can be given.
    case wrongAmount
    /// The title of the list.
    case payments
    /// Nothing was paid yet.
    case nonePaid
    /// A payment is complete; `%` is the amount.
    case paid
    /// The money was taken, and the server has still to confirm it; `%` is the amount.
    case validating
    /// It is not known whether money was taken; `%` is the amount.
    case opened
    /// The money was taken, and the server refused it; `%` is the amount.
    case needsHelp
    /// Nothing was taken.
    case failed
    /// The person went back, and nothing was taken.
    case cancelled
    /// The payment was given up; `%` is the amount.
    case givenUp
    /// The question before a payment is given up.
    case giveUpQuestion
    /// A payment for the same is under way.
    case underWay
    /// It is not known what became of an earlier payment for the same.
    case unfinished
    /// An earlier payment for the same has succeeded.
    case succeeded

    public var english: PhraseText {
        switch self {
        case .give: .fixed("Donate")
        case .giveTo: .filled("Donate to %")
        case .takesNone: .fixed(DonationError.takesNone.description)
        case .oneself: .fixed(DonationError.oneself.description)
        case .wrongAmount: .fixed(DonationError.wrongAmount.description)
        case .payments: .fixed("Payments")
        case .nonePaid: .fixed("You have paid nothing yet.")
        case .paid: .filled("% paid. Thank you!")
        case .validating: .filled("% paid. The server has still to confirm it, which happens by itself.")
        case .opened:
            .filled("It is not known yet whether % were paid. Do not pay again: this is found out by itself.")
        case .needsHelp:
            .filled(
                "% were paid, but the server did not confirm it. The receipt is kept: ask those who run the community.")
        case .failed: .fixed("The payment did not come about, and nothing was paid.")
        case .cancelled: .fixed("You went back, and nothing was paid.")
        case .givenUp: .filled("The payment of % was given up.")
        case .giveUpQuestion: .fixed("Money may be taken already, and nobody would find out. Give this payment up?")
        case .underWay: .fixed("A payment for this is under way. Finish it first.")
        case .unfinished:
            .fixed("It is not known yet what became of an earlier payment for this. Nothing new was paid.")
        case .succeeded: .fixed("An earlier payment for this has succeeded after all. Nothing new was paid.")
        }
    }
}

extension PaymentPhrase {
    static let ukrainian: [PaymentPhrase: PhraseText] = [
        .give: .fixed("Підтримати"),
        .giveTo: .filled("Підтримати: %"),
        .takesNone: .fixed("Ця людина не приймає внесків."),
        .oneself: .fixed("Це ви. Виберіть когось іншого."),
        .wrongAmount: .fixed("Виберіть суму від 1000 до 10 000 вон, кратну тисячі."),
        .payments: .fixed("Платежі"),
        .nonePaid: .fixed("Ви ще нічого не сплатили."),
        .paid: .filled("Сплачено %. Дякуємо!"),
        .validating: .filled("Сплачено %. Сервер ще має це підтвердити; це станеться саме собою."),
        .opened: .filled("Ще невідомо, чи сплачено %. Не платіть удруге: це з’ясується саме собою."),
        .needsHelp:
            .filled(
                "Сплачено %, але сервер цього не підтвердив. Квитанцію збережено: зверніться до тих, хто керує спільнотою."
            ),
        .failed: .fixed("Платіж не відбувся, і кошти не списано."),
        .cancelled: .fixed("Ви повернулися, і кошти не списано."),
        .givenUp: .filled("Від платежу на % відмовлено."),
        .giveUpQuestion: .fixed("Кошти, можливо, вже списано, і ніхто про це не дізнається. Відмовитися від платежу?"),
        .underWay: .fixed("Платіж за це вже триває. Спершу завершіть його."),
        .unfinished: .fixed("Ще невідомо, що сталося з попереднім платежем за це. Нового платежу не було."),
        .succeeded: .fixed("Попередній платіж за це все ж відбувся. Нового платежу не було."),
    ]

    static let korean: [PaymentPhrase: PhraseText] = [
        .give: .fixed("후원하기"),
        .giveTo: .filled("%님 후원하기"),
        .takesNone: .fixed("이 사람은 후원을 받지 않습니다."),
        .oneself: .fixed("본인입니다. 다른 사람을 고르세요."),
        .wrongAmount: .fixed("1,000원부터 10,000원까지 천 원 단위로 고르세요."),
        .payments: .fixed("결제 내역"),
        .nonePaid: .fixed("아직 결제한 내역이 없습니다."),
        .paid: .filled("% 결제되었습니다. 감사합니다!"),
        .validating: .filled("% 결제되었습니다. 서버 확인이 남아 있으며 자동으로 이루어집니다."),
        .opened: .filled("%이 결제되었는지 아직 알 수 없습니다. 다시 결제하지 마세요. 자동으로 확인합니다."),
        .needsHelp: .filled("% 결제되었지만 서버가 확인하지 않았습니다. 영수증은 보관됩니다. 커뮤니티 운영자에게 문의하세요."),
        .failed: .fixed("결제가 이루어지지 않았고 돈도 나가지 않았습니다."),
        .cancelled: .fixed("결제를 취소했고 돈도 나가지 않았습니다."),
        .givenUp: .filled("% 결제를 포기했습니다."),
        .giveUpQuestion: .fixed("돈이 이미 나갔을 수 있고, 포기하면 아무도 확인하지 않습니다. 이 결제를 포기할까요?"),
        .underWay: .fixed("이미 결제가 진행 중입니다. 먼저 마치세요."),
        .unfinished: .fixed("이전 결제의 결과를 아직 알 수 없습니다. 새로 결제하지 않았습니다."),
        .succeeded: .fixed("이전 결제가 이미 이루어졌습니다. 새로 결제하지 않았습니다."),
    ]
}
