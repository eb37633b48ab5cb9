import ServerKit

/// The addresses of everything the server has, absolute and beginning with its own.
struct SiteLinks: Sendable {
    static let thumbnailWidth = 140
    /// The widths a preview is offered in, as far as they are smaller than the picture.
    static let previewWidths = [108, 216, 320, 640]

    /// Scheme, host and port, without a slash at the end.
    let base: String
    let seed: UInt64

    func picture(_ name: String) -> String { "\(base)/media/\(name).png" }
    func animation(_ name: String) -> String { "\(base)/media/\(name).gif" }
    func clip(_ name: String) -> String { "\(base)/media/\(name).mp4" }
    func thumbnail(_ name: String) -> String { "\(base)/thumbnails/\(name).png" }
    func gallery(_ postID: String) -> String { "\(base)/gallery/\(postID)" }

    func video(_ postID: String, _ file: String) -> String {
        "\(base)/media/\(postID)/\(file)"
    }

    /// A preview's address is signed: it works only exactly as it was given.
    func preview(_ name: String, fileExtension: String, width: Int) -> String {
        let signature = Self.signature(name: name, fileExtension: fileExtension, width: width, seed: seed)
        let format = fileExtension == "mp4" ? "mp4" : "png"
        return "\(base)/preview/\(name).\(fileExtension)?width=\(width)&format=\(format)&auto=webp&s=\(signature)"
    }

    static func signature(name: String, fileExtension: String, width: Int, seed: UInt64) -> String {
        String(StableHash.fnv1a("\(seed)/\(name).\(fileExtension)/\(width)"), radix: 16)
    }
}
