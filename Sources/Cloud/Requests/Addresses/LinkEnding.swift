import Core
import Foundation

/// The kind of a link's target, judged by the ending of its path.
enum LinkEnding {
    /// A still picture.
    case image
    /// A picture that moves.
    case animated
    /// A video file.
    case video

    /// Judges a link by what its path ends in, behind its last dot; the query may hold dots of its own.
    ///
    /// - Parameter link: Any link.
    init?(of link: ResourceLink) {
        let bytes = link.text.utf8
        // A host ends in a dot and letters too, and none of them is a file.
        let firstSlash = link.isRelative ? 1 : 3
        var slashes = 0
        var dot: String.Index?
        var end = bytes.startIndex
        while end < bytes.endIndex {
            switch bytes[end] {
            case UInt8(ascii: "/"):
                slashes += 1
                dot = nil
            case UInt8(ascii: ".") where slashes >= firstSlash: dot = end
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                self.init(dot, end, link.text)
                return
            default: break
            }
            bytes.formIndex(after: &end)
        }
        self.init(dot, end, link.text)
    }

    private init?(_ dot: String.Index?, _ end: String.Index, _ text: String) {
        guard let dot else { return nil }
        switch text[text.utf8.index(after: dot)..<end].lowercased() {
        case "jpg", "jpeg", "png", "webp", "bmp", "avif": self = .image
        case "gif": self = .animated
        case "mp4", "webm", "mov", "m4v": self = .video
        default: return nil
        }
    }
}
