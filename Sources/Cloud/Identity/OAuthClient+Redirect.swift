public import Core
public import Foundation

extension OAuthClient {
    /// The code that a sign-in page has sent, if the redirect is to be trusted.
    ///
    /// The state is compared before anything else is believed. What Reddit puts behind the code (`#_`) is no part of it.
    ///
    /// - Parameters:
    ///   - redirect: The whole URL that the browser was sent to.
    ///   - state: What ``authorizationURL(state:isPermanent:isCompact:)`` was given.
    /// - Returns: The code, to be used once.
    /// - Throws: `SignInError`: `wrongState` without the right state, `denied` when the person said no, `refused` for any
    ///   other `error`, `malformedRedirect` for another address, a parameter that comes twice, or no code.
    public func code(in redirect: URL, state: Secret) throws(SignInError) -> Secret {
        guard let own = redirectURI.flatMap(URL.init(string:)), Self.address(of: redirect) == Self.address(of: own)
        else {
            throw .malformedRedirect
        }
        let whole = redirect.absoluteString.prefix { $0 != "#" }
        let query = whole.firstIndex(of: "?").map { whole[whole.index(after: $0)...] } ?? ""
        var values: [String: String] = [:]
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
                throw .malformedRedirect
            }
            // Of two values, one reader takes the first and the next one the last: that is how checks are got around.
            guard values.updateValue(value, forKey: name) == nil else { throw .malformedRedirect }
        }
        guard let returned = values["state"], Secret(returned) == state else { throw .wrongState }
        if let error = values["error"] {
            guard values["code"] == nil else { throw .malformedRedirect }
            throw error == "access_denied" ? .denied : .refused(ServerRefusal.word(error) ?? "unknown")
        }
        var code = values["code"] ?? ""
        if code.hasSuffix("#_") { code.removeLast(2) }
        guard Self.isVisible(code) else { throw .malformedRedirect }
        return Secret(code)
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }

    private static func address(of url: URL) -> [String] {
        let path = url.path(percentEncoded: true)
        return [
            url.scheme?.lowercased() ?? "", url.host(percentEncoded: false)?.lowercased() ?? "",
            url.port.map(String.init) ?? "", url.user ?? "", path.isEmpty ? "/" : path,
        ]
    }
}
