public import Foundation

extension Post {
    /// What the server says about a post's last change.
    ///
    /// Reddit answers `false`, a date, or `true` for items that are older than its record of dates.
    public enum Edited: Hashable, Sendable {
        /// It was never changed.
        case never
        /// It was changed, nobody knows when.
        case atUnknownTime
        /// It was changed at this date.
        case at(Date)
    }
}

extension Post.Edited: Codable {
    /// Reads `false`, `true` or a date.
    ///
    /// - Parameter decoder: Where to read from.
    /// - Throws: `DecodingError` when it is neither.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {  // Not a flag, then it has to be a date.
            self = flag ? .atUnknownTime : .never
        } else {
            self = .at(try container.decode(Date.self))
        }
    }

    /// Writes `false`, `true` or a date.
    ///
    /// - Parameter encoder: Where to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .never: try container.encode(false)
        case .atUnknownTime: try container.encode(true)
        case .at(let date): try container.encode(date)
        }
    }
}
