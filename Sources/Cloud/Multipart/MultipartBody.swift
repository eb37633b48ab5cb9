public import Core
public import Foundation

/// An encoded ``MultipartForm``: what goes into a request.
public struct MultipartBody: Sendable, Hashable {
    /// What divides the parts.
    public let boundary: String
    /// The bytes.
    public let data: Data

    init(boundary: String, data: Data) {
        self.boundary = boundary
        self.data = data
    }

    /// The value of the header `Content-Type`.
    public var contentType: String {
        // In quotes where a character needs them (RFC 2046, section 5.1.1), and only there: some servers know no quotes.
        let isToken = boundary.utf8.allSatisfy { !"()/:,=? ".utf8.contains($0) }
        return "multipart/form-data; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
    }

    /// A request that sends the form.
    ///
    /// - Parameter request: Where to, with its other headers.
    /// - Returns: The request with the body and its type; a POST, unless it is a PUT.
    public func attached(to request: NetworkRequest) -> NetworkRequest {
        var request = request
        if request.method != .put { request.method = .post }
        request.headers = request.headers.filter { $0.key.lowercased() != "content-type" }
        request.headers["Content-Type"] = contentType
        request.body = data
        return request
    }
}
