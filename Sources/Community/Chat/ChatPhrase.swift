public import Core
public import PostFeatures

/// What the screens of rooms say.
public enum ChatPhrase: String, LocalizedPhrase {
    /// The title of a room; `%` is the other person's nick.
    case title
    /// The title of a room whose other person is not known.
    case titleOfNobody
    /// The number of pictures of a message, in a list of rooms.
    case pictures
    /// There are no rooms.
    case noRooms
    /// A message is not sent yet.
    case pending
    /// A message may have arrived, and is being looked for.
    case checking
    /// Nobody could find out whether a message arrived.
    case unsure
    /// A message was refused.
    case failed
    /// The button that sends a message again.
    case retry
    /// The button that removes a message that is not sent.
    case remove
    /// The other person, or the room, is gone.
    case ended

    public var english: PhraseText {
        switch self {
        case .title: .filled("Chat with %")
        case .titleOfNobody: .fixed("Chat")
        case .pictures: .counted([.one: "% picture", .other: "% pictures"])
        case .noRooms: .fixed("Nobody has written to you yet")
        case .pending: .fixed("Not sent yet")
        case .checking: .fixed("Finding out whether it arrived…")
        case .unsure: .fixed("It may have arrived. Send it again, or remove it")
        case .failed: .fixed("Not sent. Send it again, or remove it")
        case .retry: .fixed("Send again")
        case .remove: .fixed("Remove")
        case .ended: .fixed("This person is not here any more. You can read what was written.")
        }
    }

    static let ukrainian: [ChatPhrase: PhraseText] = [
        .title: .filled("Розмова з %"),
        .titleOfNobody: .fixed("Розмова"),
        .pictures: .counted([.one: "% зображення", .few: "% зображення", .many: "% зображень"]),
        .noRooms: .fixed("Вам ще ніхто не писав"),
        .pending: .fixed("Ще не надіслано"),
        .checking: .fixed("З’ясовується, чи дійшло…"),
        .unsure: .fixed("Можливо, дійшло. Надішліть ще раз або приберіть"),
        .failed: .fixed("Не надіслано. Надішліть ще раз або приберіть"),
        .retry: .fixed("Надіслати ще раз"),
        .remove: .fixed("Прибрати"),
        .ended: .fixed("Цієї людини тут більше немає. Можна прочитати те, що написано."),
    ]

    static let korean: [ChatPhrase: PhraseText] = [
        .title: .filled("%님과의 채팅"),
        .titleOfNobody: .fixed("채팅"),
        .pictures: .counted([.other: "사진 %장"]),
        .noRooms: .fixed("아직 받은 메시지가 없습니다"),
        .pending: .fixed("아직 보내지 않았습니다"),
        .checking: .fixed("도착했는지 확인하는 중…"),
        .unsure: .fixed("도착했을 수 있습니다. 다시 보내거나 지우세요"),
        .failed: .fixed("보내지 못했습니다. 다시 보내거나 지우세요"),
        .retry: .fixed("다시 보내기"),
        .remove: .fixed("지우기"),
        .ended: .fixed("더 이상 없는 사람입니다. 지난 메시지는 볼 수 있습니다."),
    ]
}

extension CommunityFormat {
    /// Writes the title of a room.
    ///
    /// - Parameter person: The other person; `nil` where nobody knows who that is.
    /// - Returns: Such as "Chat with Ben".
    public func chatTitle(with person: ChatRoom.Person?) -> String {
        person.map { format.text(ChatPhrase.title, filling: $0.name) } ?? format.text(ChatPhrase.titleOfNobody)
    }

    /// Writes what a list of rooms shows of the newest message.
    ///
    /// - Parameter preview: The message; `nil` for none.
    /// - Returns: The text, or the number of pictures; an empty text for no message.
    public func text(of preview: ChatRoom.Preview?) -> String {
        guard let preview else { return "" }
        return preview.text ?? format.text(ChatPhrase.pictures, counting: max(1, preview.fileCount))
    }

    /// Says where a message is on its way.
    ///
    /// - Parameter message: The message.
    /// - Returns: A sentence; `nil` for one that the server has.
    public func state(of message: Message) -> String? {
        switch message.state {
        case .sent: nil
        case .waiting, .pending, .sending: format.text(ChatPhrase.pending)
        case .checking: format.text(ChatPhrase.checking)
        case .unsure: format.text(ChatPhrase.unsure)
        case .failed: format.text(ChatPhrase.failed)
        }
    }
}
