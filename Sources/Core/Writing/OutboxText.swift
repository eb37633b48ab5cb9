import Foundation

/// The content of an entry that brings a text: a reply, an edit, a post.
///
/// It is stored as the payload of its entry, in version ``version``. What a kind does not need is `nil` and is not
/// stored.
package struct OutboxText: Hashable, Sendable, Codable {
    /// The version of the payload's form.
    package static let version = 1

    /// The payload of what brings no text: a toggle.
    static let none = RawJSON(compact: "{}")

    /// The title of a post.
    package var title: String?
    /// The text, as it was typed.
    package var text: String?
    /// The link of a post.
    package var url: String?
    /// The post in whose thread a reply stands: the site's own id of it, or the id of the entry that makes it.
    package var post: String?
    /// The hash of the text that an edit changes, made by ``TextMatch/hash(_:)``.
    package var base: String?
    /// The ids, as results are named, of things that were stored when it was queued and could be taken for it: in the same place,
    /// and with an equal text.
    package var known: [String]?

    /// Creates content.
    ///
    /// - Parameters:
    ///   - title: The title of a post.
    ///   - text: The text, as it was typed.
    ///   - url: The link of a post.
    ///   - post: The post in whose thread a reply stands.
    ///   - base: The text that an edit changes, whose hash is kept.
    ///   - known: The ids of things that were stored and could be taken for it.
    package init(
        title: String? = nil, text: String? = nil, url: String? = nil, post: String? = nil,
        changing base: String? = nil,
        known: [String]? = nil
    ) {
        self.title = title
        self.text = text
        self.url = url
        self.post = post
        self.base = base.map(TextMatch.hash)
        self.known = known.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads the payload of an entry.
    ///
    /// - Parameter entry: The entry.
    /// - Throws: `DataError` with the code `malformed` for one of another form or a newer version.
    package init(of entry: OutboxEntry) throws(DataError) {
        guard entry.version <= Self.version else { throw Self.unreadable(nil) }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(entry.payload.text.utf8))
        } catch {
            throw Self.unreadable(error)
        }
    }

    /// Returns the content as a payload: an object with what there is, as `Codable` writes it with sorted names.
    package func payload() -> RawJSON {
        let ids = known.map { RawJSON(compact: "[" + $0.map(\.quotedAsJSON).joined(separator: ",") + "]") }
        var members: [(String, RawJSON)] = []
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, RawJSON(compact: text.quotedAsJSON))) }
        }
        add("base", base)
        if let ids { members.append(("known", ids)) }
        add("post", post)
        add("text", text)
        add("title", title)
        add("url", url)
        return RawJSON(object: members)
    }

    private static func unreadable(_ error: (any Error)?) -> DataError {
        DataError(
            .malformed, message: "This version cannot read what is to be sent. Update the app, or give it up.",
            underlying: error)
    }
}

extension OutboxText {
    /// Returns the stored comments that could be taken for a reply which is about to be queued.
    ///
    /// A look does not adopt them: they were known before anything was sent.
    ///
    /// - Parameters:
    ///   - comments: The stored comments that answer the same.
    ///   - text: The text of the reply.
    ///   - rules: The rules of the site.
    /// - Returns: Those with an equal text, as results of entries are named; none most of
    ///   the time.
    package static func known(
        among comments: [Comment], equalTo text: String, by rules: WritingRules
    ) -> [String] {
        comments.filter { $0.body.map { TextMatch.areEqual(text, $0) } ?? false }.map { rules.result(of: $0.id) }
    }
}
