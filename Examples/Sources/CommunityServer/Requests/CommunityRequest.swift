import FlyingFox
public import Foundation
import ServerKit

/// A request as the server received it, with a label in place of every token, and without the password.
///
/// The labels are `access-2` for the second token the server gave, if that is one for access, likewise `refresh-3`, and
/// `unknown` for what it did not give. The server's key is `right`, another `wrong`.
public struct CommunityRequest: Sendable, Hashable {
    /// The method in capitals, such as `GET`.
    public let method: String
    /// The path with percent escapes removed and without the query.
    public let path: String
    /// Path and query exactly as they were sent.
    public let target: String
    /// The query's items in their order, with percent escapes removed; one without a value has an empty one.
    public let query: [URLQueryItem]
    /// The headers as they were sent, secrets aside; of a repeated one, the values are joined by commas.
    public internal(set) var headers: [String: String]
    /// The body as it came; in the log, only of JSON, and without the password.
    public internal(set) var body: Data
    /// The parts of a body that is a form of several parts, in their order; empty for any other.
    public internal(set) var parts: [Part]

    /// A part of a form.
    public struct Part: Sendable, Hashable {
        /// The name of the field.
        public let name: String
        /// The name of the file; nil for a text.
        public let fileName: String?
        /// The content type; nil where none is given.
        public let contentType: String?
        /// The content; in the log, only of a text.
        public internal(set) var data: Data
    }

    /// The call that it asks for; nil for an address that the service does not have.
    public var call: CommunityCall? { route?.call }

    var route: CommunityRoute? { CommunityRoute(method: method, path: path) }

    /// The value of a query item; nil when it is not there.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }.map { $0.value ?? "" }
    }

    /// The value of a header, in whatever case its name is written; nil when it is not there.
    public func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }
}

extension CommunityRequest {
    init(method: String, path: String, target: String, query: [URLQueryItem], headers: [String: String], body: Data) {
        self.method = method
        self.path = path
        self.target = target
        self.query = query
        self.headers = headers
        self.body = body
        let type = headers.first { $0.key.lowercased() == "content-type" }?.value
        parts = type.flatMap { MultipartReader(contentType: $0)?.parts(of: body) } ?? []
    }

    init(_ request: HTTPRequest, body: Data) {
        self.init(
            method: request.method.rawValue.uppercased(), path: request.path, target: request.target.rawValue,
            query: request.query.map { URLQueryItem(name: $0.name, value: $0.value) }, headers: request.allHeaders,
            body: body)
    }

    /// A request that comes without a socket.
    init(method: String, target: String, headers: [String: String], body: Data) {
        let components = URLComponents(string: target)
        self.init(
            method: method, path: components?.path ?? target, target: target, query: components?.queryItems ?? [],
            headers: headers, body: body)
    }

    /// Reads the body as JSON.
    ///
    /// - Throws: ``Refusal`` with 400 where it is none, or its fields are of other types.
    func fields<Fields: Decodable>(_ type: Fields.Type = Fields.self) throws -> Fields {
        do {
            return try JSONDecoder().decode(Fields.self, from: body)
        } catch {
            throw Refusal(400, "The body is not the JSON that is asked for.")
        }
    }

    /// The request as the log may keep it.
    func redacted(key: String, tokens: TokenBook) -> CommunityRequest {
        var copy = self
        for (name, value) in headers {
            switch name.lowercased() {
            case "sesackey": copy.headers[name] = value == key ? "right" : "wrong"
            case "authorization", "refresh": copy.headers[name] = tokens.label(of: value)
            default: break
            }
        }
        for (place, part) in parts.enumerated() where part.fileName != nil { copy.parts[place].data = Data() }
        let isJSON = header("Content-Type")?.lowercased().hasPrefix("application/json") ?? false
        if !isJSON {
            copy.body = Data()
        } else if call == .join || call == .login {
            // What is no object of texts may hold a password anywhere, and is left out whole.
            var fields = (try? JSONDecoder().decode([String: String].self, from: body)) ?? [:]
            fields["password"] = nil
            // A dictionary of texts can always be written.
            copy.body = (try? JSONEncoder().encode(fields)) ?? Data()
        }
        return copy
    }
}
