/// The accounts that look at each site now, as the sessions of the sites say it, and each change of them.
///
/// An account whose key is not known yet looks as nobody. One whose session has expired looks as before, so that what
/// was stored for it stays readable. Before a session is restored, nobody looks at its site.
///
/// Safe from any thread.
package final class CurrentViewers: Sendable {
    private let fixed: Viewers
    private let sites: [Site: any AccountProvider]
    private let count = ObservableValue<UInt64>(0)
    private let followers: [Task<Void, Never>]

    /// Creates viewers that follow sessions.
    ///
    /// - Parameter sessions: The sessions of each site that has some; nobody looks at another one.
    package init(_ sessions: [Site: any AccountProvider]) {
        fixed = .nobody
        sites = sessions
        followers = sites.values.map { [count] session in
            let changes = session.accounts.valueAndChanges().changes
            return Task {
                // Each is passed on: one that is as the last may stand for several, and somebody else looked between.
                for await _ in changes { count.update { $0 += 1 } }
            }
        }
    }

    /// Creates viewers that never change, for programs and tests without sessions.
    ///
    /// - Parameter viewers: The viewers; nobody on every site by default.
    package init(fixed viewers: Viewers = .nobody) {
        (fixed, sites, followers) = (viewers, [:], [])
    }

    deinit {
        for follower in followers { follower.cancel() }
    }

    /// The viewers at this moment; what a session said last counts at once.
    package var now: Viewers {
        guard !sites.isEmpty else { return fixed }
        return Viewers(sites.compactMapValues { $0.accounts.value.current?.key })
    }

    /// The account that looks at a site now, or nobody.
    ///
    /// - Parameter site: The site.
    /// - Returns: The owner of what is shown and done there.
    package func owner(on site: Site) -> MarkOwner {
        guard !sites.isEmpty else { return fixed.owner(on: site) }
        return sites[site]?.accounts.value.current?.key.map { .account($0) } ?? .nobody
    }

    /// The name of the person who looks at a site; `nil` where nobody does, and where it is not known.
    package func name(on site: Site) -> String? { sites[site]?.accounts.value.current?.user?.name }

    /// The accounts at a site; `nil` for a site without sessions.
    func accounts(on site: Site) -> SiteAccounts? { sites[site]?.accounts.value }

    /// Whether the accounts of a site were not read yet, so that nobody looks although somebody may be signed in.
    func isUnread(_ site: Site) -> Bool { sites[site]?.state.value == .unknown }

    /// Whether an account is on this device, so that what a server sent to it may be stored.
    ///
    /// An answer may come after somebody has left an account and its rows were removed.
    ///
    /// - Parameter account: The account, also one that the server has not named yet.
    /// - Returns: True also at a site without sessions, and until the accounts of a site were read.
    package func isHere(_ account: AccountKey) -> Bool {
        guard let accounts = accounts(on: account.site), !isUnread(account.site) else { return true }
        return accounts.all.contains { $0.key == account || account.name == Self.unknownAccount + $0.id }
    }

    /// Returns what a server said to an account that is on this device.
    ///
    /// - Parameter confirmation: What it said.
    /// - Returns: The same; `nil` where the account is not on this device any more.
    package func admitted(_ confirmation: Confirmation?) -> Confirmation? {
        confirmation.flatMap { isHere($0.account) ? $0 : nil }
    }

    /// Whether somebody else may ever look.
    package var canChange: Bool { !sites.isEmpty }

    /// A new stream of the times at which somebody else may look, from now on, newest only.
    ///
    /// ``now`` is the new viewers when an element comes. It ends with its consumer or with this object.
    package var changes: AsyncStream<UInt64> { count.valueAndChanges().changes }

    /// Calls back on the main actor when somebody else may look.
    ///
    /// - Parameter onChange: Runs after each change, those that come together once, and never during this call; it reads
    ///   what is shown anew.
    /// - Returns: The token that ends it; `nil` where nobody else ever looks.
    @MainActor
    package func observe(_ onChange: @escaping @MainActor () -> Void) -> ObservationToken? {
        guard canChange else { return nil }
        // What changes before this returns is what the caller reads after it.
        let isBeginning = ObservableValue(true)
        defer { isBeginning.set(false) }
        return count.observe { _ in
            if !isBeginning.value { onChange() }
        }
    }
}

extension Dependency {
    /// The registered viewers, else nobody.
    package static var viewers: CurrentViewers {
        resolve(CurrentViewers.self, default: CurrentViewers())
    }
}
