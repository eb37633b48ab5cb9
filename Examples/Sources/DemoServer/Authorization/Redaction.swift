import Foundation

/// Takes the secrets out of what is remembered of a request.
struct Redaction: Sendable {
    private static let secretNames: Set = [
        "access_token", "refresh_token", "token", "code", "password", "client_secret", "totp_2fa_token", "jwt", "auth",
    ]

    let tokens: TokenStore

    /// The request with a label in place of every token, code and password, known or not.
    func apply(to request: DemoRequest) -> DemoRequest {
        let query = request.query.map(redacted)
        var target = tokens.redacted(request.target)
        if query.contains(where: { Self.secretNames.contains($0.name) }) {
            var components = URLComponents()
            components.queryItems = query
            target = String(target.prefix { $0 != "?" }) + "?" + (components.percentEncodedQuery ?? "")
        }
        return DemoRequest(
            method: request.method, path: request.path, target: target, query: query, form: request.form.map(redacted),
            headers: headers(of: request), credential: credential(of: request), body: Data())
    }

    private func redacted(_ item: URLQueryItem) -> URLQueryItem {
        guard let value = item.value, !value.isEmpty else { return item }
        if Self.secretNames.contains(item.name) {
            // A password is not even hashed: there are too few of them.
            let isShort = item.name == "password" || item.name == "totp_2fa_token"
            return URLQueryItem(name: item.name, value: isShort ? "hidden" : tokens.label(of: value))
        }
        return URLQueryItem(name: item.name, value: tokens.redacted(value))
    }

    private func headers(of request: DemoRequest) -> [String: String] {
        var headers = request.headers
        for (name, value) in headers {
            switch name.lowercased() {
            case "authorization": headers[name] = authorization(of: request, value: value)
            case "cookie", "proxy-authorization": headers[name] = "hidden"
            default: headers[name] = tokens.redacted(value)
            }
        }
        return headers
    }

    private func authorization(of request: DemoRequest, value: String) -> String {
        switch credential(of: request) {
        case .client(let id)?: "Basic \(id)"
        case .accessToken(let number)?: "bearer access-\(number)"
        case .session(let number)?: "bearer session-\(number)"
        case .unknown(let fingerprint)?: fingerprint
        case nil: value
        }
    }

    private func credential(of request: DemoRequest) -> DemoCredential? {
        guard let value = request.header("Authorization") else { return nil }
        if let (id, _) = request.basicCredentials { return .client(id: id) }
        let token = value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
        if let number = tokens.accessNumber(token) { return .accessToken(number: number) }
        if let number = tokens.sessionNumber(token) { return .session(number: number) }
        return .unknown(fingerprint: tokens.label(of: token))
    }
}
