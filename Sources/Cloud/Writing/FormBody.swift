import Core
import Foundation

/// A form as `application/x-www-form-urlencoded`: names and values in their order, in UTF-8, with all that is not
/// unreserved encoded.
///
/// A space is `%20`, which every server decodes; line ends stay as they are.
struct FormBody {
    /// The type of the content, for the header `Content-Type`.
    static let contentType = "application/x-www-form-urlencoded"

    /// The fields in their order.
    private(set) var fields: [(name: String, value: String)]

    /// Creates a form.
    ///
    /// - Parameter fields: Names and values, not encoded yet.
    init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }

    /// The body.
    var data: Data {
        let parts = fields.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
        return Data(parts.joined(separator: "&").utf8)
    }
}
