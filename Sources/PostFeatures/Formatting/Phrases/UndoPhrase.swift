/// Sentences that say which act was taken back, each with the number of posts.
public enum UndoPhrase: String, LocalizedPhrase {
    /// They had been marked as read.
    case markingAsRead
    /// They had been marked as unread.
    case markingAsUnread
    /// They had been saved.
    case saving
    /// They had been removed from the saved ones.
    case unsaving
    /// They had been made favourites.
    case favouring
    /// They had been removed from the favourites.
    case unfavouring
    /// They had been dismissed.
    case dismissing
    /// They had been hidden.
    case hiding
    /// They had been shown again.
    case unhiding
    /// A vote on them had been set or removed.
    case voting

    public var english: PhraseText {
        switch self {
        case .markingAsRead:
            .counted([.one: "Taken back: read mark of % post", .other: "Taken back: read mark of % posts"])
        case .markingAsUnread:
            .counted([.one: "Taken back: % post marked as unread", .other: "Taken back: % posts marked as unread"])
        case .saving: .counted([.one: "Taken back: % post saved", .other: "Taken back: % posts saved"])
        case .unsaving:
            .counted([
                .one: "Taken back: % post removed from the saved ones",
                .other: "Taken back: % posts removed from the saved ones",
            ])
        case .favouring:
            .counted([.one: "Taken back: % post made a favourite", .other: "Taken back: % posts made favourites"])
        case .unfavouring:
            .counted([
                .one: "Taken back: % post removed from the favourites",
                .other: "Taken back: % posts removed from the favourites",
            ])
        case .dismissing: .counted([.one: "Taken back: % post dismissed", .other: "Taken back: % posts dismissed"])
        case .hiding: .counted([.one: "Taken back: % post hidden", .other: "Taken back: % posts hidden"])
        case .unhiding: .counted([.one: "Taken back: % post shown again", .other: "Taken back: % posts shown again"])
        case .voting: .counted([.one: "Taken back: vote on % post", .other: "Taken back: votes on % posts"])
        }
    }
}
