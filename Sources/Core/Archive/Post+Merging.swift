import Foundation

extension Post {
    /// What two devices know of one post, put together field by field.
    ///
    /// What is known wins over what is not. Nobody knows which copy is newer, so of two that are known a fixed rule
    /// decides: the larger number, the earlier date of creation, the later edit, true over false, and of texts, links and
    /// media the longer ones (of equally long ones, those that come later in the order of their bytes). Media that were
    /// taken down lose to those that were not, and words that servers put in the place of a title, an author or a text,
    /// such as `[removed]`, to all others. Whichever copy comes first, and however often, the result is the same; the
    /// next answer of the server replaces it.
    ///
    /// - Parameter other: The other copy, of the same id; one of another post stops the program.
    /// - Returns: The post of both.
    public func merging(_ other: Post) -> Post {
        precondition(other.id == id, "Two posts, '\(id)' and '\(other.id)', cannot be merged.")
        var merged = self
        merged.title = Self.larger(title, other.title)
        merged.author = Self.larger(author, other.author)
        merged.authorFullname = Self.larger(authorFullname, other.authorFullname)
        merged.subreddit = Self.larger(subreddit, other.subreddit)
        merged.created = [created, other.created].compactMap { $0 }.min()
        merged.commentCount = [commentCount, other.commentCount].compactMap { $0 }.max()
        merged.score = [score, other.score].compactMap { $0 }.max()
        merged.domain = Self.larger(domain, other.domain)
        merged.permalink = Self.larger(permalink, other.permalink)
        merged.url = Self.larger(url?.text, other.url?.text).map { ResourceLink($0, on: id.site) }
        merged.thumbnail = Self.larger(thumbnail?.text, other.thumbnail?.text).map {
            ResourceLink($0, on: id.site)
        }
        merged.text = Self.larger(text, other.text)
        merged.flair = Self.larger(flair, other.flair)
        merged.media = Self.larger(media, other.media)
        merged.isNSFW = Self.either(isNSFW, other.isNSFW)
        merged.isSpoiler = Self.either(isSpoiler, other.isSpoiler)
        merged.isStickied = Self.either(isStickied, other.isStickied)
        merged.edited = Self.later(edited, other.edited)
        return merged
    }

    private static func larger(_ left: String, _ right: String) -> String {
        isSmaller(left, right) ? right : left
    }

    /// What servers write where something was.
    private static let placeholders: Set<String> = [
        "[deleted]", "[removed]", "[deleted by user]", "[ Removed by Reddit ]",
    ]

    private static func isSmaller(_ left: String, _ right: String) -> Bool {
        let isGone = (placeholders.contains(left), placeholders.contains(right))
        if isGone.0 != isGone.1 { return isGone.0 }
        // By bytes: of two that are equal letters in other bytes, it is always the same one.
        let (one, other) = (left.utf8, right.utf8)
        return one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
    }

    private static func larger(_ left: String?, _ right: String?) -> String? {
        guard let left, let right else { return left ?? right }
        return larger(left, right)
    }

    private static func larger(_ left: Media, _ right: Media) -> Media {
        guard (left.kind == .removed) == (right.kind == .removed) else { return left.kind == .removed ? right : left }
        return left != right && isSmaller(json(left), json(right)) ? right : left
    }

    private static func json(_ media: Media) -> String {
        // Only a number that is not finite has no JSON, and no store or file has such a one.
        let data = try? ArchiveCoder.makeEncoder().encode(media)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static func either(_ left: Bool?, _ right: Bool?) -> Bool? {
        guard let left, let right else { return left ?? right }
        return left || right
    }

    private static func later(_ left: Edited?, _ right: Edited?) -> Edited? {
        func rank(_ edited: Edited?) -> Double {
            switch edited {
            case nil: -.infinity
            case .never: -.greatestFiniteMagnitude
            case .atUnknownTime: -.greatestFiniteMagnitude / 2
            case .at(let date): date.timeIntervalSince1970
            }
        }
        return rank(left) < rank(right) ? right : left
    }
}
