public import Core

extension PostFormat {
    /// Names a kind of media.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: Such as "picture"; the raw value of a kind that only another version knows.
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

    /// Labels a post's media.
    ///
    /// - Parameter media: The media.
    /// - Returns: Such as "video" or "12 pictures"; `nil` for a text and for a link, which need no label.
    package func label(of media: Media) -> String? {
        switch media.kind {
        case .text, .link: nil
        case .gallery where !media.gallery.isEmpty: text(MediaPhrase.pictures, counting: media.gallery.count)
        default: name(of: media.kind)
        }
    }

    /// Says which act was taken back.
    ///
    /// - Parameter act: The act.
    /// - Returns: Such as "Taken back: read mark of 3 posts".
    public func text(of act: UndoneAct) -> String {
        let phrase: UndoPhrase =
            switch act.change {
            case .read(let isRead): isRead ? .markingAsUnread : .markingAsRead
            case .saved(let isSaved): isSaved ? .unsaving : .saving
            case .savedSince: .unsaving
            case .favourite(let isFavourite): isFavourite ? .unfavouring : .favouring
            case .favouriteSince: .unfavouring
            case .hidden(let isHidden): isHidden ? .unhiding : .hiding
            case .vote: .voting
            // Only dismissals are left: comments have no undo.
            case .dismissed, .collapsed: .dismissing
            }
        return text(phrase, counting: act.count)
    }

    /// Describes who took a post down.
    ///
    /// - Parameter post: The post.
    /// - Returns: Such as "deleted by its author" or "taken down (moderator)", with the server's word for a role that is
    ///   not known here; `nil` for a post that nobody took down.
    package func removal(of post: Post) -> String? {
        switch post.removal {
        case .deletedByAuthor: text(MediaPhrase.deletedByAuthor)
        case .removed(nil): text(MediaPhrase.takenDown)
        case .removed(let name?): text(MediaPhrase.takenDownBy, filling: role(name))
        case nil: nil
        }
    }

    /// Says why a post has no small picture.
    ///
    /// - Parameter post: The post.
    /// - Returns: Such as "No small picture: it may give something away"; `nil` for a post with one, for a text, and
    ///   where the server says nothing that is known here.
    package func thumbnailText(of post: Post) -> String? {
        guard post.thumbnail == nil else { return nil }
        switch post.thumbnailWord {
        case .standard, .image: return text(MediaPhrase.noThumbnail)
        case .nsfw: return text(MediaPhrase.thumbnailNSFW)
        case .spoiler: return text(MediaPhrase.thumbnailSpoiler)
        default: return nil
        }
    }

    /// Describes why a post is left out of a list.
    ///
    /// - Parameter reason: The rule that hides it.
    /// - Returns: Such as "Hidden: the word “crypto” is blocked", with the word as it was typed.
    public func text(of reason: FilterReason) -> String {
        switch reason {
        case .nsfw: text(FilterPhrase.nsfw)
        case .spoiler: text(FilterPhrase.spoiler)
        case .mediaKind(let kind): text(FilterPhrase.mediaKind, filling: name(of: kind))
        case .word(let word): text(FilterPhrase.word, filling: word)
        case .author(let author): text(FilterPhrase.author, filling: author)
        case .subreddit(let name): text(FilterPhrase.subreddit, filling: name)
        case .flair(let flair): text(FilterPhrase.flair, filling: flair)
        case .domain(let domain): text(FilterPhrase.domain, filling: domain)
        case .read: text(FilterPhrase.read)
        }
    }

    /// Describes why a post's pictures are covered until the person asks to see them.
    ///
    /// A post that the settings hide and that the person asked to see all the same is covered too, as by
    /// ``ContentCover``.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - settings: The person's settings.
    /// - Returns: Such as "Covered: not safe for work"; `nil` for a post that is not covered.
    package func cover(of post: Post, settings: ReadingSettings) -> String? {
        if post.isNSFW == true, settings.nsfw != .shown { return text(MediaPhrase.coveredNSFW) }
        if post.isSpoiler == true, settings.spoilers != .shown { return text(MediaPhrase.coveredSpoiler) }
        return nil
    }
}
