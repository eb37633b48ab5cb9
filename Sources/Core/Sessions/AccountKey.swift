/// The identity of an account: the key of its tokens, its marks and its confirmed state; a site and a name.
public struct AccountKey: Hashable, Sendable, CustomStringConvertible {
    /// The site of the account.
    public let site: Site
    /// A stable name that the app gives the account; `nil` for the app itself, where nobody is signed in.
    public let name: String?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - site: The site of the account.
    ///   - name: A stable name that the app gives the account; `nil` for the app itself.
    public init(site: Site, name: String?) {
        self.site = site
        self.name = name
    }

    /// Returns the key of the only account of an app.
    ///
    /// - Parameter site: The site of the account.
    /// - Returns: The key with the name `default`.
    package static func standard(on site: Site) -> AccountKey { AccountKey(site: site, name: "default") }

    /// The site, and the name after a slash where there is one: different keys are different texts.
    public var description: String { name.map { "\(site)/\($0)" } ?? site.rawValue }
}

/// Coded as text, as ``MarkOwner`` writes it: the site, a slash, and the name, which is empty for the app itself.
extension AccountKey: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let account = MarkOwner(try container.decode(String.self))?.account else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "An account is 'site/name'.")
        }
        self = account
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(MarkOwner.account(self).description)
    }
}
