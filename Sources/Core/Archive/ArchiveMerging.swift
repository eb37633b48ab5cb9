import Foundation

extension Post {
    /// Returns two devices' copies of one post merged field by field; a copy of another post stops the program.
    ///
    /// A known value wins over an unknown one. Which copy is newer is not known, so of two known values a fixed rule
    /// decides: the larger number, the earlier date of creation, the later edit, true over false, and of texts, links
    /// and media the longer ones (of equally long ones, those that come later in the order of their bytes). Removed
    /// media lose to others, and words that servers put in the place of a title, an author or a text, such as
    /// `[removed]`, to all others. Merging is commutative, associative and idempotent; the next answer of the server
    /// replaces the result.
    package func merging(_ other: Post) -> Post {
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
        merged.crosspostParent = [crosspostParent, other.crosspostParent].compactMap(\.self).max()
        merged.removal = Self.larger(removal?.word, other.removal?.word).map(Removal.init(word:))
        merged.thumbnailWord =
            merged.thumbnail == nil
            ? Self.larger(thumbnailWord?.rawValue, other.thumbnailWord?.rawValue).map(ThumbnailWord.init(rawValue:))
            : nil
        return merged
    }

    private static func larger(_ left: String, _ right: String) -> String {
        isSmaller(left, right) ? right : left
    }

    /// The words that servers put in the place of removed text.
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

extension RawJSON {
    /// Returns two devices' copies of an object merged name by name, in the order of the names' bytes; where one of
    /// them is no object, one of the two.
    ///
    /// Of two values of a name a fixed rule decides, as for a ``Post``: anything wins over `null`, then the larger
    /// number, true over false, and the longer text (of equally long ones, the one that comes later in the order of its
    /// bytes). Merging is commutative, associative and idempotent.
    func merging(_ other: RawJSON) -> RawJSON {
        guard !text.utf8.elementsEqual(other.text.utf8) else { return self }
        guard kind == .object, other.kind == .object else { return isSmaller(than: other) ? other : self }
        let all = (members + other.members).sorted { left, right in
            left.name.utf8.elementsEqual(right.name.utf8)
                ? left.value.isSmaller(than: right.value) : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        var merged: [(String, RawJSON)] = []
        for (name, value) in all {
            // The larger of two comes behind.
            if let last = merged.last, last.0.utf8.elementsEqual(name.utf8) { merged.removeLast() }
            merged.append((name, value))
        }
        return RawJSON(object: merged)
    }

    private func isSmaller(than other: RawJSON) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if weight != other.weight { return weight < other.weight }
        let (left, right) = (text.utf8, other.text.utf8)
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    private var rank: Int {
        switch kind {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .string: 3
        case .array: 4
        case .object: 5
        }
    }

    /// The weight of a number or a flag: 0 for anything else, and for a number that is too large.
    private var weight: Double { double ?? (bool == true ? 1 : 0) }
}
