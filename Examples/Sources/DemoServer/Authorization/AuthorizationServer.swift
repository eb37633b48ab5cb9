import Foundation
import Synchronization

/// Issues and checks tokens, as Reddit does.
final class AuthorizationServer: Sendable {
    static let codeLifetime: TimeInterval = 600

    let settings: DemoServer.Authorization
    let now: @Sendable () -> Date
    let tokens: Mutex<TokenStore>

    init(_ settings: DemoServer.Authorization, seed: UInt64, now: @escaping @Sendable () -> Date) {
        self.settings = settings
        self.now = now
        var store = TokenStore(seed: seed)
        for client in settings.clients {
            guard let token = client.refreshToken else { continue }
            let grant = TokenStore.Grant(clientID: client.id, account: settings.accounts.first?.name, scope: "*")
            store.addRefresh(grant, named: token)
        }
        tokens = Mutex(store)
    }

    /// The answer of one of the three token paths.
    func answer(to request: DemoRequest) -> Answer {
        let path = request.path.lowercased()
        if path.hasPrefix("/api/v1/authorize") {
            return request.method == "GET" ? authorize(request) : .methodNotAllowed("GET")
        }
        guard request.method == "POST" else { return .methodNotAllowed("POST") }
        guard let client = client(of: request) else { return .message("Unauthorized", status: 401).plain }
        return path == "/api/v1/revoke_token" ? revoke(request, client: client) : exchange(request, client: client)
    }

    /// The grant of a request's token, or the reason for a refusal.
    ///
    /// - Parameters:
    ///   - request: The request as it came, with its token.
    ///   - scope: The OAuth scope that the token must have.
    /// - Returns: For whom the token speaks, or what to answer in place of what was asked for.
    func access(of request: DemoRequest, scope: String) -> Result<TokenStore.Grant, Refusal> {
        let parts = (request.header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            let grant = tokens.withLock({ $0.access(String(parts[1]), at: now()) })
        else { return .failure(.invalidToken) }
        let scopes = grant.scope.split { $0 == " " || $0 == "," }
        return scopes.contains("*") || scopes.contains(Substring(scope))
            ? .success(grant) : .failure(.insufficientScope)
    }

    /// The reason why a token is refused.
    enum Refusal: Error {
        case invalidToken
        case insufficientScope

        var answer: Answer {
            switch self {
            case .invalidToken: challenge("invalid_token", .message("Unauthorized", status: 401))
            case .insufficientScope: challenge("insufficient_scope", .forbidden(reason: nil))
            }
        }

        private func challenge(_ error: String, _ answer: Answer) -> Answer {
            var answer = answer
            answer.headers.append(("www-authenticate", "Bearer realm=\"reddit\", error=\"\(error)\""))
            return answer
        }
    }

    /// The client that a request's `Authorization: Basic` proves to come from.
    private func client(of request: DemoRequest) -> DemoServer.Client? {
        guard let (id, secret) = request.basicCredentials else { return nil }
        return settings.clients.first { $0.id == id && $0.secret == secret }
    }

    private func revoke(_ request: DemoRequest, client: DemoServer.Client) -> Answer {
        if let token = request.formValue("token") {
            tokens.withLock { $0.revoke(token, clientID: client.id) }
        }
        return Answer(status: 204, body: .empty)
    }

    /// The page that asks whether an application may, or the way back from it.
    private func authorize(_ request: DemoRequest) -> Answer {
        guard let client = settings.clients.first(where: { $0.id == request.queryValue("client_id") }),
            client.redirectURI == request.queryValue("redirect_uri"), let account = settings.accounts.first
        else { return Answer(status: 400, body: .html(FaultPages.status(400, phrase: "Bad Request"))) }
        let state = URLQueryItem(name: "state", value: request.queryValue("state") ?? "")
        let decision = request.queryValue("decision") ?? (settings.asksForConsent ? nil : "allow")
        switch decision {
        case nil: return Answer(body: .html(Self.consentPage(target: request.target, clientID: client.id)))
        case "allow"? where request.queryValue("response_type") == "code":
            let grant = TokenStore.Grant(
                clientID: client.id, account: account.name, scope: request.queryValue("scope") ?? "*")
            let code = tokens.withLock {
                $0.addCode(
                    grant, redirectURI: client.redirectURI, isPermanent: request.queryValue("duration") == "permanent",
                    until: now() + Self.codeLifetime)
            }
            return .redirect(to: Self.way(back: client, [state, URLQueryItem(name: "code", value: code)]) + "#_")
        case "allow"?:
            return .redirect(
                to: Self.way(back: client, [state, URLQueryItem(name: "error", value: "unsupported_response_type")]))
        default:
            return .redirect(to: Self.way(back: client, [state, URLQueryItem(name: "error", value: "access_denied")]))
        }
    }

    private static func way(back client: DemoServer.Client, _ items: [URLQueryItem]) -> String {
        var components = URLComponents()
        components.queryItems = items
        let separator = client.redirectURI.contains("?") ? "&" : "?"
        return client.redirectURI + separator + (components.percentEncodedQuery ?? "")
    }

    private static func consentPage(target: String, clientID: String) -> String {
        let target = MarkdownHTML.escaped(target)
        return """
            <!DOCTYPE html>
            <html><head><title>Authorize</title></head><body><h1>May \(MarkdownHTML.escaped(clientID)) read for you?</h1>
            <p><a href="\(target)&amp;decision=allow">Allow</a> <a href="\(target)&amp;decision=deny">Refuse</a></p>
            </body></html>
            """
    }
}
