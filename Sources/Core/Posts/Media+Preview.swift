extension Media {
    /// The sides, in pixels, of a picture that is worth decoding for a row: smaller ones are placeholders and pixels
    /// for counting, larger ones cost more memory than a phone has to spare.
    public static let previewSides = 50...3000

    /// The smallest picture that is large enough, so that nothing is downloaded and decoded to be shrunk.
    ///
    /// The first of these that there is:
    /// 1. the smallest picture, the full one included, that covers the target,
    /// 2. the full picture, when nobody said how large it is,
    /// 3. the largest picture,
    /// 4. the last preview of unknown size,
    /// 5. the thumbnail,
    /// 6. the full picture, whatever its size.
    ///
    /// In 1 and 3 only pictures count whose sides are within ``previewSides``. Servers say a smaller height than that
    /// of very long pictures, so it is reckoned from the full picture as well. Of equally large ones the first link
    /// in the order of its characters is taken. Films are no pictures.
    ///
    /// - Parameters:
    ///   - target: The size to fill, in pixels (points times the screen's scale). Where only the width matters, the
    ///     height is 0.
    ///   - thumbnail: What to take when there is nothing better.
    /// - Returns: The picture; `nil` when there is none.
    public func preview(for target: PixelSize, thumbnail: MediaSource? = nil) -> MediaSource? {
        let full = fullPicture
        let pictures = previews.filter { !Self.isFilm($0.link) }
        let sized = ((kind == .animated ? [] : [full].compactMap { $0 }) + pictures)
            .compactMap { source in source.size.map { (source: source, size: $0) } }
            .filter { isWithinBounds($0.size) }
            .sorted { Self.order($0.size, $0.source.link) < Self.order($1.size, $1.source.link) }
        if let smallest = sized.first(where: { $0.size.covers(target) }) { return smallest.source }
        if let full, full.size == nil, kind != .animated { return full }
        return sized.last?.source ?? pictures.last { $0.size == nil } ?? thumbnail ?? full
    }

    /// The width divided by the height, as far as the server said it: of the thing itself, else of its largest preview.
    public var aspectRatio: Double? {
        let sizes = [source?.size ?? gallery.lazy.compactMap { $0.source?.size }.first, previews.last?.size]
        return sizes.lazy.compactMap { $0?.aspectRatio }.first
    }

    /// How high a row has to be for a picture that is as wide as the row, before anything of it was downloaded.
    ///
    /// - Parameters:
    ///   - width: The row's width, in any unit; less than zero counts as zero.
    ///   - defaultRatio: The width divided by the height where the server did not say it, 16:9 by default.
    /// - Returns: The height, in the same unit.
    public func layoutHeight(forWidth width: Double, defaultRatio: Double = 16.0 / 9.0) -> Double {
        let ratio = aspectRatio ?? defaultRatio
        return ratio > 0 ? max(0, width) / ratio : 0
    }

    /// The thing itself, where it is a picture.
    private var fullPicture: MediaSource? {
        guard let source, !Self.isFilm(source.link) else { return nil }
        switch kind {
        case .image, .gallery, .animated: return source
        // A page is no picture; only of a picture does anybody know the size.
        case .link: return source.size == nil ? nil : source
        default: return nil
        }
    }

    private func isWithinBounds(_ size: PixelSize) -> Bool {
        guard Self.previewSides.contains(size.width), Self.previewSides.contains(size.height) else { return false }
        guard let ratio = (fullPicture ?? previews.last)?.size?.aspectRatio else { return true }
        return Double(size.width) / ratio <= Double(Self.previewSides.upperBound)
    }

    private static func order(_ size: PixelSize, _ link: ResourceLink) -> (Int, Int, String) {
        // Sides are within bounds here, so the area is too.
        (size.width * size.height, size.width, link.text)
    }

    static func isFilm(_ link: ResourceLink) -> Bool {
        let path = link.text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".m3u8", ".mpd", ".mp4", ".webm", ".gifv"].contains { path.hasSuffix($0) }
    }
}
