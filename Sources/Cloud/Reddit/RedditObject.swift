import Core
import Foundation

/// An object of Reddit's answer, read by the rules that hold for all of them.
///
/// Missing, `null` and of a wrong type are all the same: `nil`.
struct RedditObject {
    /// The object.
    let json: JSONValue
    /// The context in which strings and links are read.
    let context: Context
    /// The table of names, for an object of which many are looked up.
    private let names: JSONNameTable?

    /// The site, the texts and the links that an answer is read with.
    struct Context: Sendable {
        /// The site of the posts.
        let site: Site
        /// Whether strings are escaped.
        let text: RedditText
        /// The provider that makes links of URLs.
        let endpoints: any EndpointProvider
    }

    /// Takes a value that is an object, nothing else.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - context: What strings and links are made with.
    ///   - isLarge: Whether it has many members and many are asked for, as a post has.
    init?(_ json: JSONValue?, context: Context, isLarge: Bool = false) {
        guard let json, json.kind == .object else { return nil }
        (self.json, self.context) = (json, context)
        names = isLarge ? json.nameTable : nil
    }

    /// A member by its name; `nil` when it is not there or is `null`.
    subscript(_ name: StaticString) -> JSONValue? {
        if let names { json.member(name, in: names) } else { json[name] }
    }

    func string(_ name: StaticString) -> String? {
        self[name]?.string.map(context.text.plain)
    }

    func nonEmptyString(_ name: StaticString) -> String? {
        string(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    func int(_ name: StaticString) -> Int? { self[name]?.int }

    func double(_ name: StaticString) -> Double? { self[name]?.double }

    func bool(_ name: StaticString) -> Bool? { self[name]?.bool }

    func date(_ name: StaticString) -> Date? {
        double(name).map(Date.init(timeIntervalSince1970:))
    }

    func link(_ name: StaticString) -> ResourceLink? {
        string(name).flatMap { context.endpoints.link(for: $0, of: context.site) }
    }

    func object(_ name: StaticString) -> RedditObject? {
        RedditObject(self[name], context: context)
    }

    func objects(_ name: StaticString) -> [RedditObject] {
        self[name]?.elements?.compactMap { RedditObject($0, context: context) } ?? []
    }

    /// A picture or video as Reddit describes it here and there: an address under one name, sizes under two others.
    func source(
        _ name: StaticString = "url", width: StaticString = "width", height: StaticString = "height"
    ) -> MediaSource? {
        link(name).map { MediaSource(link: $0, width: size(width), height: size(height)) }
    }

    /// A number of pixels; zero and less say nothing.
    func size(_ name: StaticString) -> Int? {
        int(name).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The thing's own name, made of its id where only that is there; `nil` for what cannot be a name.
    func fullname(prefix: String) -> String? {
        if let name = string("name"), Self.isID(name) { return name }
        guard let id = string("id"), Self.isID(id) else { return nil }
        return id.hasPrefix(prefix) ? id : prefix + id
    }

    /// Ids become keys, parts of paths and words on a terminal: nothing but visible ASCII will do.
    static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The values that the server has of a post or a comment for the account that asked: `likes`, `saved`, `hidden`.
    ///
    /// `likes` is `null` where the account has not voted; it counts as that only beside the other fields that an account
    /// is told. What was read stays with the device.
    func confirmedValues() -> ConfirmedValues {
        var values = ConfirmedValues(isSaved: bool("saved"), isHidden: bool("hidden"))
        if let isUp = bool("likes") {
            values.vote = isUp ? .up : .down
        } else if values.isSaved != nil, self["likes"] == nil {
            values.vote = .neutral
        }
        return values
    }

    /// Whether and when it was changed: `false`, a date, and `true` on things that are older than the date.
    func edited() -> Post.Edited? {
        if let flag = bool("edited") { return flag ? .atUnknownTime : .never }
        return date("edited").map(Post.Edited.at)
    }
}
