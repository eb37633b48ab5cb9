import Foundation

extension Page {
    /// Returns the page without the posts that a store cannot save; each post that is left out is listed in ``issues``.
    ///
    /// Left out is a post that names another site than the feed's, whose id cannot be read back (an empty one, for
    /// one), or that is larger than a record may be. A date or a duration that is not finite becomes unknown; its post
    /// stays, and that is an issue too. A page that has new issues has no ``revision``, so that the next refresh tells
    /// of them again.
    ///
    /// ``DefaultPostProvider`` commits pages in this form only, and each store does the same before it writes.
    ///
    /// - Parameter site: The feed's site.
    /// - Returns: The page; the same one where there is nothing to leave out.
    /// - Complexity: O(*n*) in the posts.
    package func storable(on site: Site) -> Page {
        var page = self
        // What cannot be stored of these is no part of the answer that anybody asked for.
        if !related.isEmpty { page.related = related.filter { $0.id.site == site }.compactMap(\.storable) }
        return page.postsStorable(on: site)
    }

    private func postsStorable(on site: Site) -> Page {
        guard posts.contains(where: { $0.refusal(on: site) != nil || !$0.isFinite }) else { return self }
        var page = self
        page.posts = []
        page.revision = nil
        // The posts are the answer's children without those that could not be read.
        let unread = Set(issues.compactMap(\.index))
        var index = 0
        for post in posts {
            while unread.contains(index) { index += 1 }
            if let reason = post.refusal(on: site) {
                page.issues.append(DecodeIssue(index: index, reason: reason))
            } else {
                let (finite, reasons) = post.finite
                page.posts.append(finite)
                page.issues += reasons.map { DecodeIssue(index: index, reason: $0) }
            }
            index += 1
        }
        return page
    }
}

extension Post {
    /// The post with numbers and dates that are not finite unknown, or `nil` where no store can save it.
    ///
    /// - Returns: The post, with what is not finite unknown; `nil` for one that no store can keep.
    package var storable: Post? {
        guard refusal(on: id.site) == nil else { return nil }
        return isFinite ? self : finite.post
    }

    /// Returns the reason that a store cannot save the post; `nil` when it can.
    func refusal(on site: Site) -> String? {
        if let refusal = IDRefusal.reason(id.site, id.native, on: site) { return refusal }
        return isTooLarge ? "text: larger than a record may be" : nil
    }

    /// Whether all its numbers and dates are finite, as JSON requires.
    fileprivate var isFinite: Bool {
        created.isFinite && edited.isFinite && media.video?.duration?.isFinite ?? true
    }

    /// The post with numbers and dates that are not finite unknown, and a reason for each.
    fileprivate var finite: (post: Post, reasons: [String]) {
        var (post, reasons) = (self, [String]())
        if !created.isFinite {
            post.created = nil
            reasons.append("created: not finite")
        }
        if !edited.isFinite {
            post.edited = .atUnknownTime
            reasons.append("edited: not finite")
        }
        if let duration = media.video?.duration, !duration.isFinite {
            post.media.video?.duration = nil
            reasons.append("media.video.duration: not finite")
        }
        return (post, reasons)
    }

    /// Whether its texts are larger as JSON than a record may be.
    private var isTooLarge: Bool {
        let texts = [title, author, authorFullname, subreddit, domain, permalink, text, flair]
        let count = texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        guard count > StorableText.alwaysSmall else { return false }
        return texts.reduce(0) { $0 + ($1.map(StorableText.writtenCount) ?? 0) } > StorableText.largest
    }
}

/// The reasons for which an id cannot be stored.
enum IDRefusal {
    /// Returns the reason that a store of a site cannot save a record with this id; `nil` when it can.
    static func reason(_ own: Site, _ native: String, on site: Site) -> String? {
        if own != site { return "id: of '\(own)', not of '\(site)'" }
        if native.isEmpty { return "id: empty" }
        return own.isReadable ? nil : "id: no site"
    }
}

extension Site {
    /// Whether an id that begins with the site's name can be parsed again.
    var isReadable: Bool { !rawValue.isEmpty && !rawValue.utf8.contains(UInt8(ascii: "/")) }
}

/// The size limits of texts that are written as JSON.
enum StorableText {
    /// The size in bytes up to which a text fits whatever characters it has.
    static let alwaysSmall = 2 << 20
    /// The largest size of a text as JSON, in bytes: a record may have 16 MiB, and the rest is for its other fields.
    static let largest = 15 << 20

    /// Returns the size of a text as JSON, in bytes: a control character takes six, a quote and a backslash two.
    static func writtenCount(_ text: String) -> Int {
        text.utf8.reduce(0) { count, byte in
            let isEscaped = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            return count + (byte < 0x20 ? 6 : isEscaped ? 2 : 1)
        }
    }
}

extension Date? {
    var isFinite: Bool { self?.timeIntervalSince1970.isFinite ?? true }
}

extension Post.Edited? {
    var isFinite: Bool {
        guard case .at(let date)? = self else { return true }
        return Date?(date).isFinite
    }
}
