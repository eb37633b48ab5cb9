/// The owner of marks: one account, or nobody where no account is signed in.
///
/// Nobody is ``nobody``, whatever the site. A key without a name is the app itself, as ``TokenStore`` keeps the tokens
/// of an app-only grant: `.account(AccountKey(site: site, name: nil))` is an owner like any other, whose marks are not
/// nobody's. ``Feed/account`` is a name only, and `nil` where a feed is fetched for nobody.
public enum MarkOwner: Hashable, Sendable, CustomStringConvertible {
    /// Marks that were set while no account was signed in; every mark of an app without accounts.
    case nobody
    /// Marks that belong to one account.
    case account(AccountKey)

    /// The account; `nil` for nobody.
    package var account: AccountKey? { if case .account(let account) = self { account } else { nil } }

    /// The written form: `-` for nobody, `site/name` for an account.
    public var description: String {
        switch self {
        case .nobody: "-"
        case .account(let account): "\(account.site)/\(account.name ?? "")"
        }
    }
}

extension MarkOwner {
    /// Reads the written form.
    ///
    /// - Parameter description: `-` or `site/name`; anything else gives `nil`.
    package init?(_ description: String) {
        if description == "-" {
            self = .nobody
            return
        }
        // By bytes: a combining mark behind the slash makes one character of both.
        guard let slash = description.utf8.firstIndex(of: UInt8(ascii: "/")), slash > description.startIndex else {
            return nil
        }
        let name = String(description[description.utf8.index(after: slash)...])
        let site = Site(rawValue: String(description[..<slash]))
        self = .account(AccountKey(site: site, name: name.isEmpty ? nil : name))
    }
}
