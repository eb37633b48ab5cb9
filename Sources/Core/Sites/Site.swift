/// The stable, opaque name of a site, which a backend gives to the place its posts come from.
///
/// All backends of one place share a site, so that a post from Reddit's JSON and the same from its Atom feed are one.
public struct Site: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name, without slashes.
    public let rawValue: String

    public init(rawValue: String) {
        precondition(!rawValue.utf8.contains(UInt8(ascii: "/")), "'\(rawValue)' has a slash, and no site's name has.")
        self.rawValue = rawValue
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard !name.utf8.contains(UInt8(ascii: "/")) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(name)' has a slash, and no site's name has.")
        }
        self.init(rawValue: name)
    }

    public var description: String { rawValue }

    /// Reddit, for all of its backends: OAuth, JSON and Atom.
    public static let reddit = Site(rawValue: "reddit")
    /// The demonstration server.
    public static let demo = Site(rawValue: "demo")

    /// Returns the site of one Lemmy server.
    ///
    /// - Parameter host: The server's host name, in any case.
    /// - Returns: The site of that server.
    public static func lemmy(_ host: String) -> Site {
        Site(rawValue: "lemmy:\(host.lowercased().prefix { $0 != "/" })")
    }
}
