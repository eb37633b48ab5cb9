package import Core
import Foundation

/// An error as the commands print it.
package struct ErrorOutput: Encodable {
    let code: String
    let message: String
    let retryAfter: Double?

    package init(_ error: DataError) {
        code = error.code.rawValue
        message = error.message
        retryAfter = error.retryAfter.map { $0 / .seconds(1) }
    }

    enum CodingKeys: CodingKey {
        case code, message, retryAfter
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(retryAfter, forKey: .retryAfter)
    }
}
