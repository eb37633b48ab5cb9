extension AccountKey {
    private static let tokenMark = "token:"

    /// Returns the key of whoever a token from outside belongs to, until the server has told who that is.
    ///
    /// No server's id of a person has its form.
    ///
    /// - Parameters:
    ///   - fingerprint: The fingerprint of the token.
    ///   - site: The site.
    /// - Returns: The key.
    package static func ofToken(_ fingerprint: String, on site: Site) -> AccountKey {
        AccountKey(site: site, name: tokenMark + fingerprint.prefix(32))
    }

    /// Whether it stands for a token whose person is not known.
    package var isOfToken: Bool { name?.hasPrefix(Self.tokenMark) ?? false }
}

extension SignedInAccount {
    /// The key under which is queued what its person writes before the server has told who that is; `nil` for an account
    /// that began with no token from outside.
    package var tokenKey: AccountKey? { tokenFingerprint.map { AccountKey.ofToken($0, on: site) } }

    /// The key of what it writes: ``key``, or as long as that is not known, one by the fingerprint of its token from
    /// outside, such as one from the environment; `nil` where there is none either.
    ///
    /// Entries of a token are not sent before the server has told whose it is; then they become that account's.
    public var writingKey: AccountKey? { key ?? tokenKey }
}
