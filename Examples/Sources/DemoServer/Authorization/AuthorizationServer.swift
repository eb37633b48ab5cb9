import Foundation
import ServerKit

/// Issues and checks tokens, as Reddit does.
final class AuthorizationServer: Sendable {
    static let codeLifetime: TimeInterval = 600

    let settings: DemoServer.Authorization
    let now: @Sendable () -> Date
    let store: DemoStore

    init(_ settings: DemoServer.Authorization, store: DemoStore, now: @escaping @Sendable () -> Date) {
        self.settings = settings
        self.now = now
        self.store = store
    }

    /// Adds the refresh tokens that clients have from the start: one of the first account, and one of each other
    /// account, which ends in its name.
    static func addKnownTokens(of settings: DemoServer.Authorization, to tokens: inout TokenStore) {
        for (index, account) in settings.accounts.enumerated() {
            for client in settings.clients {
                guard let token = client.refreshToken else { continue }
                let grant = TokenStore.Grant(clientID: client.id, account: account.name, scope: "*")
                tokens.addKnownRefresh(grant, named: index == 0 ? token : "\(token)-\(account.name.lowercased())")
            }
        }
    }

    /// The answer of one of the three token paths.
    ///
    /// - Throws: ``DemoServerError`` where tokens cannot be kept.
    func answer(to request: DemoRequest) throws -> Answer {
        let path = request.path.lowercased()
        if path.hasPrefix("/api/v1/authorize") {
            return request.method == "GET" ? try authorize(request) : .methodNotAllowed("GET")
        }
        guard request.method == "POST" else { return .methodNotAllowed("POST") }
        guard let client = client(of: request) else { return .message("Unauthorized", status: 401).plain }
        return path == "/api/v1/revoke_token"
            ? try revoke(request, client: client) : try exchange(request, client: client)
    }

    /// The grant of a request's token, or the reason for a refusal.
    ///
    /// - Parameters:
    ///   - request: The request as it came, with its token.
    ///   - scope: The OAuth scope that the token must have.
    /// - Returns: For whom the token speaks, or what to answer in place of what was asked for.
    /// - Throws: ``DemoServerError`` where the tokens cannot be read.
    func access(of request: DemoRequest, scope: String) throws -> Result<TokenStore.Grant, Refusal> {
        let date = now()
        guard let token = request.bearerToken, let grant = try store.readTokens({ $0.access(token, at: date) })
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

    private func revoke(_ request: DemoRequest, client: DemoServer.Client) throws -> Answer {
        if let token = request.formValue("token") {
            try store.changeTokens { $0.revoke(token, clientID: client.id) }
        }
        return Answer(status: 204, body: .empty)
    }

    /// The page that asks whether an application may, or the way back from it.
    ///
    /// It acts for the first account unless the query names another (`account=ann`), as a browser that is signed in to
    /// that one would.
    private func authorize(_ request: DemoRequest) throws -> Answer {
        guard let client = settings.clients.first(where: { $0.id == request.queryValue("client_id") }),
            let address = request.queryValue("redirect_uri"), client.accepts(redirectURI: address),
            let account = account(named: request.queryValue("account"))
        else { return Answer(status: 400, body: .html(FaultPages.status(400, phrase: "Bad Request"))) }
        let state = URLQueryItem(name: "state", value: request.queryValue("state") ?? "")
        let decision = request.queryValue("decision") ?? (settings.asksForConsent ? nil : "allow")
        switch decision {
        case nil: return Answer(body: .html(consentPage(target: request.target, clientID: client.id)))
        case "allow"? where request.queryValue("response_type") == "code":
            let grant = TokenStore.Grant(
                clientID: client.id, account: account.name, scope: request.queryValue("scope") ?? "*")
            let isPermanent = request.queryValue("duration") == "permanent"
            let end = now() + Self.codeLifetime
            let code = try store.changeTokens {
                $0.addCode(grant, redirectURI: address, isPermanent: isPermanent, until: end)
            }
            return .redirect(to: Self.way(back: address, [state, URLQueryItem(name: "code", value: code)]) + "#_")
        case "allow"?:
            return .redirect(
                to: Self.way(back: address, [state, URLQueryItem(name: "error", value: "unsupported_response_type")]))
        default:
            return .redirect(to: Self.way(back: address, [state, URLQueryItem(name: "error", value: "access_denied")]))
        }
    }

    /// The account of that name, the first where none is named; nil for a name that is not known.
    private func account(named name: String?) -> DemoServer.Account? {
        guard let name else { return settings.accounts.first }
        return settings.accounts.first { $0.name.lowercased() == name.lowercased() }
    }

    private static func way(back address: String, _ items: [URLQueryItem]) -> String {
        var components = URLComponents()
        components.queryItems = items
        let separator = address.contains("?") ? "&" : "?"
        return address + separator + (components.percentEncodedQuery ?? "")
    }

    /// The page, with a link for each account.
    private func consentPage(target: String, clientID: String) -> String {
        let target = MarkdownHTML.escaped(target)
        let choices = settings.accounts.dropFirst().map { account in
            let name = MarkdownHTML.escaped(account.name)
            return " <a href=\"\(target)&amp;account=\(name)&amp;decision=allow\">Allow as \(name)</a>"
        }
        return """
            <!DOCTYPE html>
            <html><head><title>Authorize</title></head><body><h1>May \(MarkdownHTML.escaped(clientID)) act for you?</h1>
            <p><a href="\(target)&amp;decision=allow">Allow</a> <a href="\(target)&amp;decision=deny">Refuse</a></p>
            <p>\(choices.joined())</p>
            </body></html>
            """
    }
}
