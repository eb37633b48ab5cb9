/// Names of media kinds, reasons for a cover, and how much of a post is on this device.
public enum MediaPhrase: String, LocalizedPhrase {
    // MARK: What it is

    /// The name of a still picture.
    case image
    /// The name of an animated picture.
    case animated
    /// The name of a video.
    case video
    /// The name of a gallery of pictures.
    case gallery
    /// The name of media that another site plays.
    case embed
    /// The name of a link to a page.
    case link
    /// The name of a text.
    case text
    /// The name of a poll.
    case poll
    /// The name of a post that shows another one.
    case crosspost
    /// The name of content that was removed.
    case removed
    /// The number of pictures in a gallery.
    case pictures

    // MARK: What became of it, and what it shows

    /// Its author has deleted it.
    case deletedByAuthor
    /// Somebody has removed it.
    case takenDown
    /// Somebody, whose role is named, has removed it.
    case takenDownBy
    /// It shows another post.
    case showsAnother

    // MARK: Why there is no small picture

    /// There is no small picture.
    case noThumbnail
    /// There is no small picture because it is not safe for work.
    case thumbnailNSFW
    /// There is no small picture because it is a spoiler.
    case thumbnailSpoiler

    // MARK: Why it is covered

    /// Covered because it is not safe for work.
    case coveredNSFW
    /// Covered because it is a spoiler.
    case coveredSpoiler

    // MARK: What is on this device

    /// Nothing of the post is on this device.
    case notOnDevice
    /// The post's text is on this device.
    case textOnDevice
    /// The post's text and comments are on this device.
    case commentsOnDevice
    /// The post's text and thumbnail are on this device.
    case thumbnailOnDevice
    /// Everything of the post is on this device.
    case allOnDevice

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
        case .deletedByAuthor: .fixed("deleted by its author")
        case .takenDown: .fixed("taken down")
        case .takenDownBy: .filled("taken down (%)")
        case .showsAnother: .fixed("Shows another post")
        case .noThumbnail: .fixed("No small picture")
        case .thumbnailNSFW: .fixed("No small picture: not safe for work")
        case .thumbnailSpoiler: .fixed("No small picture: it may give something away")
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
