/// A remover of what was fetched under the place of an account's credentials, before its server had said whose it is,
/// once nobody is signed in there any more: the next one who signs in may get the place.
///
/// Logging out does it by itself. A sign-in also ends where the same person signs in once more. What a process has left
/// there that ended in between is removed by the next one, once it has read who is signed in.
package struct FreedPlaces: Sendable {
    private let providers: [Site: any AccountProvider]
    private let sites: [(site: Site, first: SiteAccounts, changes: AsyncStream<SiteAccounts>)]
    private let stored: any OfflineAccountProvider

    /// Creates a remover, which counts from now on.
    ///
    /// - Parameters:
    ///   - sites: The accounts of each site.
    ///   - stored: What the database has of an account.
    package init(_ sites: [Site: any AccountProvider], stored: any OfflineAccountProvider) {
        providers = sites
        self.sites = sites.map { site, accounts in
            let (first, changes) = accounts.accounts.valueAndChanges()
            return (site, first, changes)
        }
        self.stored = stored
    }

    /// Removes what was left at places, as they become free, until the task is cancelled; to be called once.
    package func follow() async {
        await withTaskGroup(of: Void.self) { group in
            for (site, accounts) in providers {
                group.addTask { await sweep(site, accounts) }
            }
            for (site, first, changes) in sites {
                group.addTask {
                    var known = Self.signIns(of: first)
                    for await accounts in changes {
                        let now = Self.signIns(of: accounts)
                        let freed = known.filter { now[$0.key] != $0.value }.keys
                        known = now
                        for place in freed.sorted() { await self.remove(place, of: site) }
                    }
                }
            }
        }
    }

    /// Removes what an earlier process has left at places where nobody is signed in.
    private func sweep(_ site: Site, _ accounts: any AccountProvider) async {
        for await state in accounts.state.values where state != .unknown { break }
        guard !Task.isCancelled else { return }
        do {
            let left = try await stored.unnamed(on: site)
            // Who has signed in meanwhile is among them.
            let here = Set(accounts.accounts.value.all.map(\.id))
            for place in left.subtracting(here).sorted() { await remove(place, of: site) }
        } catch {
            // As below.
        }
    }

    /// The sign-in at each place.
    private static func signIns(of accounts: SiteAccounts) -> [SignedInAccount.ID: Int] {
        Dictionary(accounts.all.map { ($0.id, $0.signIn) }) { first, _ in first }
    }

    private func remove(_ place: SignedInAccount.ID, of site: Site) async {
        do {
            _ = try await stored.wipe(AccountKey(site: site, name: CurrentViewers.unknownAccount + place))
        } catch {
            // Not swallowed: a store that cannot be written says so to everybody else; what stays is shown to nobody who
            // is known, and goes with the next one who leaves the place.
        }
    }
}
