/// The owners of what is shown and done on each site, at one moment: the account in use there, or nobody.
package struct Viewers: Hashable, Sendable {
    /// The account that looks at every site; `nil` where each site has its own or none.
    private let everywhere: AccountKey?
    private let accounts: [Site: AccountKey]

    /// Nobody, on every site.
    package static let nobody = Viewers([:])

    /// Creates viewers of several sites.
    ///
    /// - Parameter accounts: The account that looks at each site; nobody looks at a site that is not named.
    package init(_ accounts: [Site: AccountKey]) {
        (everywhere, self.accounts) = (nil, accounts)
    }

    /// Creates the viewers of a program with one owner for all sites.
    ///
    /// - Parameter owner: The owner.
    package init(everywhere owner: MarkOwner) {
        (everywhere, accounts) = (owner.account, [:])
    }

    /// Whether no account looks anywhere.
    package var isNobody: Bool { everywhere == nil && accounts.isEmpty }

    /// The accounts that look.
    package var all: Set<AccountKey> { Set(accounts.values).union([everywhere].compactMap { $0 }) }

    /// Returns the owner of what is shown and done on a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: The account that looks there, or nobody.
    package func owner(on site: Site) -> MarkOwner {
        if let everywhere { return .account(everywhere) }
        // Most apps have no accounts, and ask for each of thousands of posts.
        guard !accounts.isEmpty, let account = accounts[site] else { return .nobody }
        return .account(account)
    }

    /// Divides ids by the owner that looks at their site.
    ///
    /// - Parameters:
    ///   - ids: The ids.
    ///   - site: The site of an id.
    /// - Returns: The owners in the order in which they are met, each with its ids in their order.
    package func divided<ID>(_ ids: [ID], by site: (ID) -> Site) -> [(owner: MarkOwner, ids: [ID])] {
        if everywhere != nil || accounts.isEmpty {
            return ids.first.map { [(owner(on: site($0)), ids)] } ?? []
        }
        var parts: [(owner: MarkOwner, ids: [ID])] = []
        var last: (site: Site, part: Int)?
        for id in ids {
            let site = site(id)
            // The sites are looked up once for each run of ids of one site.
            if last?.site != site {
                let owner = owner(on: site)
                let part = parts.firstIndex { $0.owner == owner } ?? parts.count
                if part == parts.count { parts.append((owner, [])) }
                last = (site, part)
            }
            if let last { parts[last.part].ids.append(id) }
        }
        return parts
    }
}
