import Foundation
import ServerKit

/// The exchange of codes, passwords and refresh tokens for access tokens.
extension AuthorizationServer {
    private static let installedClient = "https://oauth.reddit.com/grants/installed_client"

    /// Each grant, answered with tokens or with what is wrong.
    ///
    /// - Throws: ``DemoServerError`` where tokens cannot be kept.
    func exchange(_ request: DemoRequest, client: DemoServer.Client) throws -> Answer {
        var grant = TokenStore.Grant(clientID: client.id, account: nil, scope: request.formValue("scope") ?? "*")
        switch request.formValue("grant_type") {
        case "authorization_code":
            let date = now()
            let found = try store.changeTokens {
                $0.takeCode(
                    request.formValue("code") ?? "", clientID: client.id,
                    redirectURI: request.formValue("redirect_uri"), at: date)
            }
            guard let found else { return Self.failure("invalid_grant") }
            return try token(for: found.grant, refreshes: found.isPermanent)
        case "refresh_token":
            return try refresh(request.formValue("refresh_token") ?? "", client: client)
        case "client_credentials": return try token(for: grant)
        case "password":
            // A second factor comes behind the password, after a colon.
            let parts = (request.formValue("password") ?? "").split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = request.formValue("username")?.lowercased()
            let account = settings.accounts.first { account in
                account.name.lowercased() == name && account.password == parts[0]
                    && (account.secondFactor.map { parts.count == 2 && parts[1] == $0 } ?? true)
            }
            guard let account else { return Self.failure("invalid_grant") }
            grant.account = account.name
            return try token(for: grant)
        case Self.installedClient?:
            let device = request.formValue("device_id") ?? ""
            guard device == "DO_NOT_TRACK_THIS_DEVICE" || (20...30).contains(device.utf8.count) else {
                return Self.failure("invalid_request")
            }
            return try token(for: grant, device: device)
        default: return Self.failure("unsupported_grant_type")
        }
    }

    private func refresh(_ token: String, client: DemoServer.Client) throws -> Answer {
        let end = end
        // In one lock: of two requests with the same token, only one may find it valid where it works only once.
        let issued = try store.changeTokens { store -> (access: String, refresh: String, grant: TokenStore.Grant)? in
            guard let grant = store.refresh(token, clientID: client.id) else { return nil }
            var next = token
            if settings.rotatesRefreshTokens {
                store.revoke(token, clientID: client.id)
                next = store.addRefresh(grant)
            }
            return (store.addAccess(grant, until: end), next, grant)
        }
        guard let issued else { return Self.failure("invalid_grant") }
        return response(issued.access, scope: issued.grant.scope, [("refresh_token", .string(issued.refresh))])
    }

    private func token(
        for grant: TokenStore.Grant, refreshes: Bool = false, device: String? = nil
    ) throws -> Answer {
        let end = end
        let (access, refresh) = try store.changeTokens { store in
            (store.addAccess(grant, until: end), refreshes ? store.addRefresh(grant) : nil)
        }
        var extra: [(String, JSONValue)] = []
        if let refresh { extra.append(("refresh_token", .string(refresh))) }
        if let device { extra.append(("device_id", .string(device))) }
        return response(access, scope: grant.scope, extra)
    }

    private var end: Date {
        now() + settings.tokenLifetime / .seconds(1)
    }

    private func response(_ token: String, scope: String, _ extra: [(String, JSONValue)]) -> Answer {
        .plainJSON(
            .object(
                [
                    ("access_token", .string(token)), ("token_type", .string("bearer")),
                    ("expires_in", .int(Int(settings.tokenLifetime / .seconds(1)))), ("scope", .string(scope)),
                ] + extra))
    }

    private static func failure(_ error: String) -> Answer {
        .plainJSON(.object([("error", .string(error))]), status: 400)
    }
}
