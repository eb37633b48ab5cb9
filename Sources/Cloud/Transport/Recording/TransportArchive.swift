public import Foundation

/// A recording of requests and their answers, which a ``RecordingTransport`` makes and a ``ReplayTransport`` repeats.
///
/// JSON that a person can read and `jq` can search. A recorder leaves out what is secret; see ``RecordingTransport``.
public struct TransportArchive: Codable, Hashable, Sendable {
    /// One request and its answer.
    package struct Exchange: Codable, Hashable, Sendable {
        /// The request's method.
        package var method: String
        /// The request's URL.
        package var url: String
        /// The request's headers by lowercased name, secrets left out.
        package var requestHeaders: [String: String] = [:]
        /// The request's body, secrets left out; `nil` for none.
        package var requestBody: Body?
        /// The answer's status.
        package var status: Int
        /// The URL of the answer, after redirects.
        package var answeredBy: String
        /// The answer's headers by lowercased name, secrets left out.
        package var headers: [String: String]
        /// The answer's body, secrets left out.
        package var body: Body

        /// Creates an exchange without the request's headers and body.
        ///
        /// - Parameters:
        ///   - method: The request's method; `GET` by default.
        ///   - url: The request's URL.
        ///   - status: The answer's status; 200 by default.
        ///   - headers: The answer's headers by lowercased name; none by default.
        ///   - body: The answer's body; empty by default.
        package init(
            method: String = "GET", url: String, status: Int = 200, headers: [String: String] = [:],
            body: Body = .text("")
        ) {
            self.method = method
            self.url = url
            self.status = status
            answeredBy = url
            self.headers = headers
            self.body = body
        }
    }

    /// A body, stored as it is where it is text, else in base64.
    package enum Body: Codable, Hashable, Sendable {
        /// UTF-8.
        case text(String)
        /// Anything else.
        case base64(Data)

        /// Creates a body from bytes.
        ///
        /// - Parameter data: The bytes.
        package init(_ data: Data) {
            self = String(data: data, encoding: .utf8).map(Body.text) ?? .base64(data)
        }

        /// The bytes.
        package var data: Data {
            switch self {
            case .text(let text): Data(text.utf8)
            case .base64(let data): data
            }
        }
    }

    /// The requests and answers, in order.
    package var exchanges: [Exchange]

    /// Creates an archive.
    ///
    /// - Parameter exchanges: What was asked and answered, in order.
    package init(_ exchanges: [Exchange] = []) {
        self.exchanges = exchanges
    }

    /// Reads an archive.
    ///
    /// - Parameter json: The result of ``json()``.
    /// - Throws: `DecodingError` when it is none.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(TransportArchive.self, from: json)
    }

    /// Encodes the archive as JSON, with the same bytes for the same exchanges.
    ///
    /// - Returns: UTF-8, with lines and indentation.
    /// - Throws: `EncodingError`; never for what this type can hold.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
