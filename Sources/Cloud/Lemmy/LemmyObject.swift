import Core
import Foundation

/// An object of Lemmy's answer, read by the rules that hold for all of them.
///
/// Missing, `null` and of a wrong type are all the same: `nil`. Strings are as written; Lemmy escapes nothing.
struct LemmyObject {
    /// The object.
    let json: JSONValue
    /// The context in which posts and links are read.
    let context: Context

    /// The site, the texts and the links that an answer is read with.
    struct Context: Sendable {
        /// The site of the posts.
        let site: Site
        /// The provider that makes links of URLs.
        let endpoints: any EndpointProvider
    }

    /// The reason why a post or comment is unreadable, with its path.
    typealias Problem = UnreadableElement

    /// Takes a value that is an object, nothing else.
    init?(_ json: JSONValue?, context: Context) {
        guard let json, json.kind == .object else { return nil }
        (self.json, self.context) = (json, context)
    }

    /// Takes an element of a list, which has to be an object.
    init(view json: JSONValue, context: Context) throws(Problem) {
        guard json.kind == .object else { throw Problem("view", expected: "an object", found: json) }
        (self.json, self.context) = (json, context)
    }

    /// A member that has to be an object.
    func required(_ name: StaticString) throws(Problem) -> LemmyObject {
        guard let object = object(name) else { throw Problem("\(name)", expected: "an object", found: json[name]) }
        return object
    }

    func object(_ name: StaticString) -> LemmyObject? { LemmyObject(json[name], context: context) }

    func string(_ name: StaticString) -> String? { json[name]?.string }

    func nonEmptyString(_ name: StaticString) -> String? {
        string(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    func int(_ name: StaticString) -> Int? { json[name]?.int }

    func bool(_ name: StaticString) -> Bool? { json[name]?.bool }

    func date(_ name: StaticString) -> Date? { string(name).flatMap(ISODate.date(from:)) }

    func link(_ name: StaticString) -> ResourceLink? {
        string(name).flatMap { context.endpoints.link(for: $0, of: context.site) }
    }

    /// A number of pixels; zero and less say nothing.
    func size(_ name: StaticString) -> Int? {
        int(name).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The server's number of the thing, as text; also where it was written as a string.
    var id: String? {
        let value = json["id"]
        guard let text = value?.string ?? value?.int.map(String.init), Self.isID(text) else { return nil }
        return text
    }

    /// Whether a text is one of Lemmy's numbers, which start at 1 and have at most 64 bits.
    static func isID(_ text: String) -> Bool {
        (1...19).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && text.utf8.first != UInt8(ascii: "0")
    }

    /// The name of a person or a community as people type it: `NAME`, with `@HOST` where it lives on another server.
    var actor: String? {
        guard let name = nonEmptyString("name") else { return nil }
        // What does not say that it lives elsewhere is taken to live here.
        guard bool("local") == false, let home = string("actor_id").flatMap(URL.init(string:)),
            let host = home.host(percentEncoded: false)
        else { return name }
        return "\(name)@\(host.lowercased())\(home.port.map { ":\($0)" } ?? "")"
    }

    /// The date of the last edit: `updated`, which is missing before the first.
    var edited: Post.Edited? {
        json["updated"] == nil ? .never : date("updated").map(Post.Edited.at)
    }

    /// The codes of Lemmy's error words in all versions: `LemmyErrorType` in LemmyNet/lemmy,
    /// `crates/utils/src/error.rs`.
    ///
    /// Lemmy answers 401 to a wrong password, 404 to `not_found` in newer versions, and 400 to all else.
    static let errorWords: [String: ErrorCode] = [
        "not_found": .notFound, "couldnt_find_community": .notFound, "couldnt_find_person": .notFound,
        "couldnt_find_that_username_or_email": .notFound, "couldnt_find_post": .notFound,
        "couldnt_find_comment": .notFound, "couldnt_find_comment_reply": .notFound,
        "couldnt_find_person_mention": .notFound, "couldnt_find_object": .notFound, "not_logged_in": .unauthorized,
        "incorrect_login": .unauthorized, "instance_is_private": .unauthorized, "site_ban": .forbidden,
        "person_is_blocked": .forbidden, "community_is_blocked": .forbidden, "instance_is_blocked": .forbidden,
        "rate_limit_error": .rateLimited,
    ]
}

extension UnreadableElement {
    /// A value that is missing, or is not what it has to be.
    ///
    /// - Parameters:
    ///   - path: Where, from the element of the list.
    ///   - expected: What it has to be.
    ///   - value: What is there.
    init(_ path: String, expected: String, found value: JSONValue?) {
        self.init(path, expected: value.map { _ in expected })
    }
}
