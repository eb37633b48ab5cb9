import Foundation

/// The rule by which secrets in recordings are replaced.
///
/// Of a request's headers only those are kept that are known to be harmless; nobody can list all that are secret
/// somewhere. Of an answer's, of URLs and of bodies, values with a name that smells of a secret are replaced.
enum SecretRule {
    /// The replacement of a secret.
    static let mask = "REDACTED"

    /// A request's headers without secrets, by lowercased name.
    static func requestHeaders(_ headers: [String: String]) -> [String: String] {
        let pairs = headers.map { name, value in
            (name.lowercased(), harmlessHeaders.contains(name.lowercased()) ? value : mask)
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// An answer's headers without secrets; URLs in them lose theirs too.
    static func headers(_ headers: [String: String]) -> [String: String] {
        headers.reduce(into: [:]) { result, header in
            let name = header.key.lowercased()
            let isSecret = isSecret(name) || name.contains("cookie") || name.contains("auth")
            result[name] = isSecret ? mask : name.hasSuffix("location") ? url(header.value) : header.value
        }
    }

    /// A URL without user, password and secret values in its query or fragment.
    static func url(_ text: String) -> String {
        var text = text
        if let start = text.firstRange(of: "://")?.upperBound {
            let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
            if let at = text[start..<end].lastIndex(of: "@") { text.replaceSubrange(start..<at, with: mask) }
        }
        guard let start = text.firstIndex(where: { "?#".contains($0) }) else { return text }
        return text[...start] + form(String(text[text.index(after: start)...]))
    }

    /// A body without the values of secret names, where it is JSON or a form; any other is kept as it is.
    static func body(_ data: Data, contentType: String?) -> Data {
        if isForm(contentType), let text = String(data: data, encoding: .utf8) {
            return Data(form(text).utf8)
        }
        guard BodyKind(of: data) == .json else { return data }
        // What is no JSON after all has no names to go by.
        guard let value = try? JSONSerialization.jsonObject(with: data) else { return data }
        let (clean, isChanged) = withoutSecrets(value)
        guard isChanged else { return data }
        // Written anew only where there was something to hide.
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        // What was read can be written; and if not, nothing is better than a secret.
        return (try? JSONSerialization.data(withJSONObject: clean, options: options)) ?? Data()
    }

    /// Whether a body is a form.
    static func isForm(_ contentType: String?) -> Bool {
        contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    }

    /// The values that ``url(_:)`` leaves out of a query or a fragment, as they are written and decoded.
    static func secrets(inURL text: String) -> [String] {
        guard let start = text.firstIndex(where: { "?#".contains($0) }) else { return [] }
        return secrets(inForm: String(text[start...].dropFirst()))
    }

    /// The values that are left out of a form, as they are written and decoded.
    static func secrets(inForm text: String) -> [String] {
        text.split(whereSeparator: { "&#".contains($0) }).flatMap { item -> [String] in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, isSecret(parts[0].removingPercentEncoding ?? parts[0]) else { return [] }
            return [parts[1], parts[1].replacing("+", with: " ").removingPercentEncoding ?? parts[1]]
        }
    }

    private static func form(_ text: String) -> String {
        // A fragment may follow the query, and has names of its own.
        text.split(separator: "#", omittingEmptySubsequences: false).map { section in
            section.split(separator: "&", omittingEmptySubsequences: false).map { item in
                guard let equals = item.firstIndex(of: "=") else { return String(item) }
                let name = item[..<equals]
                return isSecret(String(name).removingPercentEncoding ?? String(name)) ? "\(name)=\(mask)" : String(item)
            }.joined(separator: "&")
        }.joined(separator: "#")
    }

    private static func withoutSecrets(_ value: Any) -> (Any, Bool) {
        switch value {
        case let object as [String: Any]:
            var isChanged = false
            let clean = object.reduce(into: [String: Any]()) { result, member in
                // Only texts are secrets; a number that says `code` is one of an error.
                if isSecret(member.key), let text = member.value as? String, !text.isEmpty {
                    result[member.key] = mask
                    isChanged = true
                } else {
                    let (inner, innerChanged) = withoutSecrets(member.value)
                    result[member.key] = inner
                    isChanged = isChanged || innerChanged
                }
            }
            return (clean, isChanged)
        case let array as [Any]:
            let parts = array.map(withoutSecrets)
            return (parts.map(\.0), parts.contains(where: \.1))
        default:
            return (value, false)
        }
    }

    /// Whether a value with such a name is a secret.
    static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased().filter { $0 != "_" && $0 != "-" }
        return secretNames.contains(name) || secretEnds.contains(where: name.hasSuffix)
    }

    private static let harmlessHeaders: Set<String> = [
        "accept", "accept-encoding", "accept-language", "content-type", "content-length", "if-modified-since",
        "if-none-match", "if-range", "range", "user-agent",
    ]

    private static let secretNames: Set<String> = [
        "auth", "authorization", "code", "cookie", "deviceid", "email", "jwt", "key", "modhash", "otp", "refresh",
        "sesackey", "session", "sessionid", "sig", "signature", "state", "totp2fatoken", "username", "usernameoremail",
    ]

    private static let secretEnds = ["token", "secret", "password", "apikey", "jwt"]
}
