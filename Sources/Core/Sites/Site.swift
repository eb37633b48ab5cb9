/// The stable, opaque name that a backend gives to the place its posts come from.
///
/// All backends of one place share a site, so that a post from Reddit's JSON and the same from its Atom feed are one.
public struct Site: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name, without slashes.
    public let rawValue: String

    /// Creates a site from its name.
    ///
    /// - Parameter rawValue: A stable name without slashes; one that has some stops the program, as it is the app's own.
    public init(rawValue: String) {
        precondition(!rawValue.utf8.contains(UInt8(ascii: "/")), "'\(rawValue)' has a slash, and no site's name has.")
        self.rawValue = rawValue
    }

    /// Reads a site as its name.
    ///
    /// - Parameter decoder: Where the name is.
    /// - Throws: `DecodingError`, also for a name with a slash: what is read from outside stops no program.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard !name.utf8.contains(UInt8(ascii: "/")) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(name)' has a slash, and no site's name has.")
        }
        self.init(rawValue: name)
    }

    /// The name.
    public var description: String { rawValue }

    /// Reddit, by whatever backend: OAuth, JSON or Atom.
    public static let reddit = Site(rawValue: "reddit")
    /// The demonstration server.
    public static let demo = Site(rawValue: "demo")

    /// One Lemmy server.
    ///
    /// - Parameter host: The server's host name, in any case.
    /// - Returns: The site of that server.
    public static func lemmy(_ host: String) -> Site {
        Site(rawValue: "lemmy:\(host.lowercased().prefix { $0 != "/" })")
    }
}
