/// Whose tokens: what a ``TokenStore`` keeps them by.
public struct AccountKey: Hashable, Sendable, CustomStringConvertible {
    /// Where the account is.
    public let site: Site
    /// The account, by any stable name that the app gives it; `nil` for the app itself, where nobody is signed in.
    public let name: String?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - site: Where the account is.
    ///   - name: The account, by a stable name that the app gives it; `nil` for the app itself.
    public init(site: Site, name: String?) {
        self.site = site
        self.name = name
    }

    /// The one account of an app that has no more of them.
    ///
    /// - Parameter site: Where the account is.
    /// - Returns: The account with the name `default`.
    public static func standard(on site: Site) -> AccountKey { AccountKey(site: site, name: "default") }

    /// The site, and behind a slash the name where there is one: different keys are different texts.
    public var description: String { name.map { "\(site)/\($0)" } ?? site.rawValue }
}
