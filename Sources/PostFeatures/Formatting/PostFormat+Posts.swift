public import Core

extension PostFormat {
    /// What a kind of media is called.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: Such as "picture"; the raw word of a kind that only another version knows.
    public func name(of kind: Media.Kind) -> String {
        switch kind {
        case .image: text(MediaPhrase.image)
        case .animated: text(MediaPhrase.animated)
        case .video: text(MediaPhrase.video)
        case .gallery: text(MediaPhrase.gallery)
        case .embed: text(MediaPhrase.embed)
        case .link: text(MediaPhrase.link)
        case .text: text(MediaPhrase.text)
        case .poll: text(MediaPhrase.poll)
        case .crosspost: text(MediaPhrase.crosspost)
        case .removed: text(MediaPhrase.removed)
        case .unknown(let word): word
        }
    }

    /// A label for what a post has to show.
    ///
    /// - Parameter media: The media.
    /// - Returns: Such as "video" or "12 pictures"; `nil` for a text and for a link, which show themselves.
    public func label(of media: Media) -> String? {
        switch media.kind {
        case .text, .link: nil
        case .gallery where !media.gallery.isEmpty: text(MediaPhrase.pictures, counting: media.gallery.count)
        default: name(of: media.kind)
        }
    }

    /// Why a post is left out of a list.
    ///
    /// - Parameter reason: The rule that it falls under, as ``Core/PostFilter`` answers it.
    /// - Returns: Such as "Hidden: the word “crypto” is blocked", with the word as it was typed.
    public func text(of reason: FilterReason) -> String {
        switch reason {
        case .nsfw: text(FilterPhrase.nsfw)
        case .spoiler: text(FilterPhrase.spoiler)
        case .mediaKind(let kind): text(FilterPhrase.mediaKind, filling: name(of: kind))
        case .word(let word): text(FilterPhrase.word, filling: word)
        case .author(let author): text(FilterPhrase.author, filling: author)
        case .domain(let domain): text(FilterPhrase.domain, filling: domain)
        case .read: text(FilterPhrase.read)
        }
    }

    /// Why a post's pictures are covered until the person asks.
    ///
    /// What the settings leave out and the person had shown all the same is covered too, as by ``ContentCover``.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - settings: What the person has set.
    /// - Returns: Such as "Covered: not safe for work"; `nil` for a post that is not covered.
    public func cover(of post: Post, settings: ReadingSettings) -> String? {
        if post.isNSFW == true, settings.nsfw != .shown { return text(MediaPhrase.coveredNSFW) }
        if post.isSpoiler == true, settings.spoilers != .shown { return text(MediaPhrase.coveredSpoiler) }
        return nil
    }
}
