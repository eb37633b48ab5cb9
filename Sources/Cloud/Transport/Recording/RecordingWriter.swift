import Core
import Foundation

/// Makes a recording (``TransportArchive``) of requests and answers, and leaves out what is secret.
struct RecordingWriter {
    private let recorded: [(request: NetworkRequest, response: NetworkResponse)]
    /// The secrets that were seen, the longest first: one may be a part of another.
    private let secrets: [String]

    /// Looks through what was recorded.
    ///
    /// - Parameter recorded: Requests and answers, as they were.
    init(_ recorded: [(NetworkRequest, NetworkResponse)]) {
        self.recorded = recorded
        let found = recorded.flatMap { Self.secrets(of: $0, $1) }
        secrets = Set(found).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// The recording.
    var recording: TransportArchive {
        TransportArchive(
            recorded.map { request, response in
                var exchange = TransportArchive.Exchange(
                    method: request.method.rawValue, url: clean(SecretRule.url(request.url.absoluteString)),
                    status: response.status, headers: SecretRule.headers(response.headers).mapValues(clean),
                    body: body(response.body, response.header("Content-Type")))
                exchange.requestHeaders = SecretRule.requestHeaders(request.headers).mapValues(clean)
                exchange.requestBody = request.body.map { body($0, Self.type(of: request.headers)) }
                exchange.answeredBy = clean(SecretRule.url(response.url.absoluteString))
                return exchange
            })
    }

    private func body(_ data: Data, _ contentType: String?) -> TransportArchive.Body {
        switch TransportArchive.Body(SecretRule.body(data, contentType: contentType)) {
        case .text(let text): .text(clean(text))
        case .base64(let data): .base64(data)
        }
    }

    private func clean(_ text: String) -> String {
        secrets.reduce(text) { $0.replacing($1, with: SecretRule.mask) }
    }

    private static func type(of headers: [String: String]) -> String? {
        headers.first { $0.key.lowercased() == "content-type" }?.value
    }

    // MARK: Finding secrets

    /// Long enough that it stands nowhere by chance.
    private static let shortest = 12

    private static func secrets(of request: NetworkRequest, _ response: NetworkResponse) -> [String] {
        var found = SecretRule.secrets(inURL: request.url.absoluteString)
        found += SecretRule.secrets(inURL: response.url.absoluteString)
        for (name, value) in request.headers where SecretRule.requestHeaders([name: value])[name.lowercased()] != value
        {
            // `Bearer TOKEN`, and a token alone.
            found += value.split(separator: " ").map(String.init)
            if name.lowercased() == "cookie" { found += cookies(in: value) }
        }
        for (name, value) in response.headers {
            if name.contains("cookie") { found += cookies(in: value) }
            if SecretRule.isSecret(name) { found.append(value) }
            if name.hasSuffix("location") { found += SecretRule.secrets(inURL: value) }
        }
        let bodies = [
            (request.body ?? Data(), type(of: request.headers)), (response.body, response.header("Content-Type")),
        ]
        for (body, type) in bodies {
            if SecretRule.isForm(type), let text = String(data: body, encoding: .utf8) {
                found += SecretRule.secrets(inForm: text)
            } else if BodyKind(of: body) == .json {
                // What is no JSON after all has no names to go by.
                if let value = try? JSONSerialization.jsonObject(with: body) { found += values(in: value) }
            }
        }
        return found.filter { $0.utf8.count >= shortest }
    }

    /// The values of cookies, without what says how long and where they are good.
    private static func cookies(in header: String) -> [String] {
        // Several may have been made one, with commas in between.
        header.split(whereSeparator: { "; ,".contains($0) }).compactMap { item -> String? in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 && !attributes.contains(parts[0].lowercased()) ? parts[1] : nil
        }
    }

    private static let attributes: Set<String> = ["domain", "expires", "max-age", "path", "samesite"]

    private static func values(in value: Any) -> [String] {
        switch value {
        case let object as [String: Any]:
            object.flatMap { name, value in
                if SecretRule.isSecret(name), let text = value as? String { return [text] }
                return values(in: value)
            }
        case let array as [Any]: array.flatMap(values)
        default: []
        }
    }
}
