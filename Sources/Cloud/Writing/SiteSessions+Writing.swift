package import Core

extension SiteSessions: OutboxAccounts {
    package func writer(for account: AccountKey) async throws -> OutboxWriter? {
        try await load()
        guard let session = session(of: account), session.state.value.isSignedIn, let user = session.user.value
        else { return nil }
        let sending = AuthorizingRequestProvider(sessions: self, requests: requests)
        return OutboxWriter(requests: SenderRequests(account, sending), name: user.name, id: user.id)
    }
}

/// Requests that are sent for one account, whichever is in use.
private struct SenderRequests: RequestProvider {
    private let account: AccountKey
    private let requests: any RequestProvider

    init(_ account: AccountKey, _ requests: any RequestProvider) {
        self.account = account
        self.requests = requests
    }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        var request = request
        request.sender = .account(account)
        return try await requests.response(to: request)
    }

    func shutDown() async { await requests.shutDown() }
}
