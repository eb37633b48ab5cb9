import Core

/// The account of something unsent, as it stands on this device.
public struct OutboxStanding: Hashable, Sendable {
    /// Whether it is the account in use on its site, as far as that is known.
    public let isInUse: Bool
    /// Whether its session lasts, so that its things go out.
    public let hasSession: Bool
    /// The name of its person; `nil` where it is not signed in here, or nobody has told the name.
    public let name: String?

    /// Creates the standing of an account, for a preview; one in use by default.
    ///
    /// - Parameters:
    ///   - isInUse: Whether it is in use.
    ///   - hasSession: Whether its session lasts.
    ///   - name: The name of its person.
    public init(isInUse: Bool = true, hasSession: Bool = true, name: String? = nil) {
        (self.isInUse, self.hasSession, self.name) = (isInUse, hasSession, name)
    }

    init(of key: AccountKey, among accounts: SiteAccounts) {
        let own = accounts.all.first { $0.key == key || $0.tokenKey == key }
        let current = accounts.current
        // It may be the one in use, of whom nobody has told yet who it is.
        let isUnknown = current.map { $0.writingKey == nil } ?? false
        isInUse = own.map { $0.id == current?.id } ?? isUnknown
        hasSession = own.map { $0.state != .expired } ?? isUnknown
        name = own?.user?.name
    }

    /// Whether an item of the account goes out only once its person has signed in.
    func keeps(_ item: OutboxItem) -> Bool {
        guard item.state == .pending || item.state == .waiting else { return false }
        return !hasSession || item.reason?.code == .unauthorized || item.reason?.code == .sessionExpired
    }
}

/// The accounts on the sites of an outbox: whose things are unsent, and whether they can go out.
@MainActor
final class OutboxAccounts {
    private let provider: any WritingProvider
    private var sites: Set<Site> = []
    private var tokens: [ObservationToken] = []

    init(_ provider: any WritingProvider) {
        self.provider = provider
    }

    /// Follows the accounts of an outbox, and returns how they stand now.
    ///
    /// - Parameters:
    ///   - outbox: The outbox.
    ///   - changed: Called at each change of an account.
    /// - Returns: The standing of each account that has something unsent, on the sites that can be written to.
    func follow(
        _ outbox: OutboxState, _ changed: @escaping @MainActor () -> Void
    ) -> [AccountKey: OutboxStanding] {
        let accounts = outbox.accounts
        for site in Set(accounts.map(\.site)).subtracting(sites) {
            sites.insert(site)
            if let token = provider.accounts(on: site)?.observe({ _ in changed() }) { tokens.append(token) }
        }
        var standings: [AccountKey: OutboxStanding] = [:]
        for key in accounts {
            standings[key] = provider.accounts(on: key.site).map { OutboxStanding(of: key, among: $0.value) }
        }
        return standings
    }

    /// Ends following.
    func stop() { (sites, tokens) = ([], []) }
}
