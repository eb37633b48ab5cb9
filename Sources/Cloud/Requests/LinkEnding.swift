import Core
import Foundation

/// What a link's ending says about what lies behind it.
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
        var path = link.rawValue.prefix { $0 != "?" && $0 != "#" }
        // A host ends in a dot and letters too, and none of them is a file.
        if !link.isRelative, let host = path.range(of: "://") { path = path[host.upperBound...].drop { $0 != "/" } }
        guard let slash = path.lastIndex(of: "/"), let dot = path[slash...].lastIndex(of: ".") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "jpg", "jpeg", "png", "webp", "bmp", "avif": self = .image
        case "gif": self = .animated
        case "mp4", "webm", "mov", "m4v": self = .video
        default: return nil
        }
    }
}
