import Foundation
import ServerKit
import Synchronization

/// Draws the site's pictures when they are first asked for, and keeps their bytes; videos are made each time.
final class MediaStore: Sendable {
    private static let iconSize = PixelSize(width: 256, height: 256)
    private static let frameFlickers = [0, 3, 1, 5, 2, 4]

    private let catalog: Catalog
    private let cache = Mutex<[String: Data]>([:])

    init(catalog: Catalog) {
        self.catalog = catalog
    }

    /// The file of that name, or 404.
    ///
    /// A preview whose signature does not fit is refused with 403, as on the real site.
    func answer(_ kind: Route.FileKind, name: String, fileExtension: String, query: ListingQuery) -> Answer {
        if name.contains("/") { return stream(name, fileExtension: fileExtension) }
        guard let picture = picture(named: name), ["png", "gif", "mp4"].contains(fileExtension),
            fileExtension != "mp4" || kind != .thumbnails
        else { return .notFound }
        var size = picture.size
        switch kind {
        case .media: break
        case .thumbnails: size = size.scaled(toWidth: SiteLinks.thumbnailWidth)
        case .preview:
            guard let width = query.width, (1...picture.size.width).contains(width),
                query.signature
                    == SiteLinks.signature(name: name, fileExtension: fileExtension, width: width, seed: catalog.seed)
            else { return .forbidden(reason: nil) }
            size = size.scaled(toWidth: width)
        }
        if fileExtension == "mp4" {
            guard isMoving(picture) else { return .notFound }
            return movie("\(name)/\(size.width)")
        }
        let data = data(name: name, fileExtension: fileExtension, size: size)
        return Answer(body: .file(data, contentType: "image/" + fileExtension))
    }

    /// A file of a video's, `ID/NAME`.
    private func stream(_ name: String, fileExtension: String) -> Answer {
        let parts = name.split(separator: "/").map(String.init)
        guard parts.count == 2, VideoFile.names.contains("\(parts[1]).\(fileExtension)") else { return .notFound }
        let (size, seconds, hasSound): (PixelSize, Int, Bool)
        switch catalog.post(id: parts[0])?.content {
        case .video(let own, let duration, let isGIF)?: (size, seconds, hasSound) = (own, duration, !isGIF)
        // The site keeps six seconds of somebody else's clip.
        case .clip(let own, _)?: (size, seconds, hasSound) = (own, 6, false)
        default: return .notFound
        }
        switch fileExtension {
        case "m3u8":
            let list = VideoFile.playlist(seconds: seconds)
            return Answer(body: .file(list, contentType: "application/vnd.apple.mpegurl"))
        case "mpd":
            let list = VideoFile.manifest(seconds: seconds, size: size, hasSound: hasSound)
            return Answer(body: .file(list, contentType: "application/dash+xml"))
        default: return movie("\(name).\(fileExtension)")
        }
    }

    private func movie(_ name: String) -> Answer {
        let data = VideoFile.movie(name: name, seed: catalog.seed, count: VideoFile.count(name: name))
        return Answer(body: .file(data, contentType: "video/mp4"))
    }

    /// Whether a picture comes as a video too.
    private func isMoving(_ picture: Picture) -> Bool {
        let postID = String(picture.name.prefix { $0 != "-" })
        switch catalog.post(id: postID)?.content {
        case .animated?: return true
        case .gallery(let entries, _)?:
            return entries.contains { "\(postID)-\($0.number)" == picture.name && $0.isAnimated }
        default: return false
        }
    }

    /// A post's picture, `ID` or `ID-NUMBER`, or a community's icon.
    private func picture(named name: String) -> Picture? {
        let postID = String(name.prefix { $0 != "-" })
        if let post = catalog.post(id: postID) {
            return post.content.pictures(postID: postID).first { $0.name == name }
        }
        return catalog.subreddit(named: name).map { Picture(name: $0.name, size: Self.iconSize) }
    }

    private func data(name: String, fileExtension: String, size: PixelSize) -> Data {
        let key = "\(name).\(fileExtension)/\(size.width)"
        if let data = cache.withLock({ $0[key] }) { return data }
        // Drawn outside the lock: two requests at once may draw it twice, which gives the same bytes.
        let scene = LanternScene(seed: catalog.seed ^ StableHash.fnv1a(name))
        let data =
            fileExtension == "gif"
            ? GIFEncoder.encode(Self.frameFlickers.map { scene.draw(at: size, flicker: $0) }, delay: 12)
            : PNGEncoder.encode(scene.draw(at: size))
        cache.withLock { $0[key] = data }
        return data
    }
}
