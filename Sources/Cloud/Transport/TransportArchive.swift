public import Foundation

/// Requests and their answers, to be played again: what a ``RecordingTransport`` writes and a ``ReplayTransport`` reads.
///
/// JSON that a person can read and `jq` can search. A recorder leaves out what is secret; see ``RecordingTransport``.
public struct TransportArchive: Codable, Hashable, Sendable {
    /// One request and its answer.
    public struct Exchange: Codable, Hashable, Sendable {
        /// The request's method.
        public var method: String
        /// The request's URL.
        public var url: String
        /// The request's headers by lowercased name, secrets left out.
        public var requestHeaders: [String: String]
        /// The request's body, secrets left out; `nil` for none.
        public var requestBody: Body?
        /// The answer's status.
        public var status: Int
        /// The URL that answered, after redirects.
        public var answeredBy: String
        /// The answer's headers by lowercased name, secrets left out.
        public var headers: [String: String]
        /// The answer's body, secrets left out.
        public var body: Body

        /// Creates an exchange.
        ///
        /// - Parameters:
        ///   - method: The request's method.
        ///   - url: The request's URL.
        ///   - requestHeaders: The request's headers.
        ///   - requestBody: The request's body.
        ///   - status: The answer's status.
        ///   - answeredBy: The URL that answered; the one that was asked by default.
        ///   - headers: The answer's headers.
        ///   - body: The answer's body.
        public init(
            method: String = "GET", url: String, requestHeaders: [String: String] = [:], requestBody: Body? = nil,
            status: Int = 200, answeredBy: String? = nil, headers: [String: String] = [:], body: Body = .text("")
        ) {
            self.method = method
            self.url = url
            self.requestHeaders = requestHeaders
            self.requestBody = requestBody
            self.status = status
            self.answeredBy = answeredBy ?? url
            self.headers = headers
            self.body = body
        }
    }

    /// A body: as it is where it is text, else in base64.
    public enum Body: Codable, Hashable, Sendable {
        /// UTF-8.
        case text(String)
        /// Anything else.
        case base64(Data)

        /// Takes some bytes.
        ///
        /// - Parameter data: The bytes.
        public init(_ data: Data) {
            self = String(data: data, encoding: .utf8).map(Body.text) ?? .base64(data)
        }

        /// The bytes.
        public var data: Data {
            switch self {
            case .text(let text): Data(text.utf8)
            case .base64(let data): data
            }
        }
    }

    /// What was asked and answered, in order.
    public var exchanges: [Exchange]

    /// Creates an archive.
    ///
    /// - Parameter exchanges: What was asked and answered, in order.
    public init(_ exchanges: [Exchange] = []) {
        self.exchanges = exchanges
    }

    /// Reads an archive.
    ///
    /// - Parameter json: What ``json()`` gave.
    /// - Throws: `DecodingError` when it is none.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(TransportArchive.self, from: json)
    }

    /// The archive as JSON, the same bytes for the same exchanges.
    ///
    /// - Returns: UTF-8, with lines and indentation.
    /// - Throws: `EncodingError`; never for what this type can hold.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
