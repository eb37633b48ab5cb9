public import Foundation

/// A request as the server received it, with a label in place of every token, code and password.
///
/// The labels: `access-2` for the second access token the server gave, likewise `refresh-1` and `code-1`, and
/// `unknown-` with a hash for what it did not give.
public struct DemoRequest: Sendable, Hashable {
    /// The method in capitals, such as `GET`.
    public let method: String
    /// The path with percent escapes removed and without the query.
    public let path: String
    /// Path and query exactly as they were sent, secrets aside.
    public let target: String
    /// The query's items in their order, with percent escapes removed.
    public let query: [URLQueryItem]
    /// The items of a body that is a form, in their order.
    ///
    /// Of a body that is a JSON object, its strings, numbers and booleans as text, in the order of their names. Empty
    /// for any other body and for none.
    public let form: [URLQueryItem]
    /// The headers as they were sent, secrets aside; of a repeated one, the values are joined by commas.
    public let headers: [String: String]
    /// The sender, or nil when the request does not say.
    public let credential: DemoCredential?
    /// The body as it came; empty in the log.
    let body: Data

    /// The dialect the path belongs to.
    public var dialect: DemoDialect { DemoDialect(path: path) }

    /// The act that the request asks for; nil for one that asks for none, such as any that reads.
    public var act: DemoAct? { DemoAct(method: method, path: path) }

    /// The value of a query item, or nil when it is not there.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The value of an item of the form, or nil when it is not there.
    public func formValue(_ name: String) -> String? {
        form.first { $0.name == name }?.value
    }

    /// The value of a header, in whatever case its name is written, or nil when it is not there.
    public func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }
}

extension DemoRequest {
    /// The token of `Authorization: Bearer`, whatever it is worth.
    var bearerToken: String? {
        let parts = (header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }

    /// The value of an item of the form or, where it has none, of the query.
    func value(_ name: String) -> String? {
        formValue(name) ?? queryValue(name)
    }

    /// User and password of `Authorization: Basic`.
    var basicCredentials: (user: String, password: String)? {
        let parts = (header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1])),
            let text = String(bytes: data, encoding: .utf8)
        else { return nil }
        let pair = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return pair.count == 2 ? (pair[0], pair[1]) : nil
    }
}
