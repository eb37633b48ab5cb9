/// A picture that belongs to a post: the name it is served under and its full size.
struct Picture: Sendable, Hashable {
    let name: String
    let size: PixelSize
}

extension PostContent {
    /// The size of the picture that stands for somebody else's page.
    static let cardSize = PixelSize(width: 480, height: 270)

    /// Every picture the post has, in its order.
    func pictures(postID: String) -> [Picture] {
        switch self {
        case .image(let size), .animated(let size), .video(let size, _, _), .clip(let size, _):
            [Picture(name: postID, size: size)]
        case .gallery(let entries, _):
            entries.map { Picture(name: "\(postID)-\($0.number)", size: $0.size) }
        case .embed, .link(_, hasPreview: true):
            [Picture(name: postID, size: Self.cardSize)]
        case .link, .address, .text, .poll, .crosspost, .removed:
            []
        }
    }

    /// The picture the preview block is made of; galleries and crossposts have no such block.
    func previewPicture(postID: String) -> Picture? {
        switch self {
        case .gallery, .crosspost: nil
        default: pictures(postID: postID).first
        }
    }

    /// The picture the thumbnail is made of; a crosspost shows its parent's.
    func thumbnailPicture(postID: String) -> Picture? {
        switch self {
        case .crosspost(let parent): parent.content.thumbnailPicture(postID: parent.id)
        case .gallery(_, hasMetadata: false): nil
        default: pictures(postID: postID).first
        }
    }

    /// The word in place of a thumbnail where there is no picture.
    var thumbnailWord: String {
        switch self {
        case .text, .poll: "self"
        case .gallery: ""
        default: "default"
        }
    }
}
