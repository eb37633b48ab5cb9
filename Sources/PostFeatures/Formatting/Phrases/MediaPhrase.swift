/// What a post has to show, why that is covered, and how much of it is on this device.
public enum MediaPhrase: String, LocalizedPhrase {
    // MARK: What it is

    /// A still picture.
    case image
    /// A picture that moves.
    case animated
    /// A video.
    case video
    /// Several pictures.
    case gallery
    /// Something that another site plays.
    case embed
    /// A page elsewhere.
    case link
    /// A text.
    case text
    /// A poll.
    case poll
    /// A post that shows another one.
    case crosspost
    /// Nothing any more.
    case removed
    /// So many pictures in a gallery.
    case pictures

    // MARK: Why it is covered

    /// It is not safe for work.
    case coveredNSFW
    /// It gives something away.
    case coveredSpoiler

    // MARK: What is on this device

    /// Nothing.
    case notOnDevice
    /// Its text.
    case textOnDevice
    /// Its text and its comments.
    case commentsOnDevice
    /// Its text and a small picture.
    case thumbnailOnDevice
    /// Everything.
    case allOnDevice

    /// How each text reads in English.
    public var english: PhraseText {
        switch self {
        case .image: .fixed("picture")
        case .animated: .fixed("animation")
        case .video: .fixed("video")
        case .gallery: .fixed("gallery")
        case .embed: .fixed("embedded")
        case .link: .fixed("link")
        case .text: .fixed("text")
        case .poll: .fixed("poll")
        case .crosspost: .fixed("crosspost")
        case .removed: .fixed("removed")
        case .pictures: .counted([.one: "% picture", .other: "% pictures"])
        case .coveredNSFW: .fixed("Covered: not safe for work")
        case .coveredSpoiler: .fixed("Covered: it may give something away")
        case .notOnDevice: .fixed("Not on this device")
        case .textOnDevice: .fixed("Text on this device")
        case .commentsOnDevice: .fixed("Text and comments on this device")
        case .thumbnailOnDevice: .fixed("Text and a small picture on this device")
        case .allOnDevice: .fixed("Everything on this device")
        }
    }
}
