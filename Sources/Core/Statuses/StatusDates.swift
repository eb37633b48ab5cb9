public import Foundation

/// When each mark of a status was last set or taken back.
///
/// Dates are kept as seconds since 1970, exactly as they are stored.
public struct StatusDates: Hashable, Sendable {
    // Not optional dates, which take twice the room: each post on a screen has these.
    private var read = never
    private var saved = never
    private var favourite = never
    private var dismissed = never
    private var hidden = never
    private var vote = never

    /// Before every date.
    private static let never = -Double.infinity

    /// Creates the dates of marks that nobody has touched.
    public init() {}

    /// When a mark was last set or taken back; `nil` for never.
    ///
    /// - Parameter mark: Which mark.
    public subscript(mark: StatusMark) -> Date? {
        get {
            let seconds = seconds(of: mark)
            return seconds == Self.never ? nil : Date(timeIntervalSince1970: seconds)
        }
        set {
            let seconds = newValue?.timeIntervalSince1970 ?? Self.never
            switch mark {
            case .read: read = seconds
            case .saved: saved = seconds
            case .favourite: favourite = seconds
            case .dismissed: dismissed = seconds
            case .hidden: hidden = seconds
            case .vote: vote = seconds
            }
        }
    }

    /// The date of a mark as a number that is less than all others for never.
    func seconds(of mark: StatusMark) -> Double {
        switch mark {
        case .read: read
        case .saved: saved
        case .favourite: favourite
        case .dismissed: dismissed
        case .hidden: hidden
        case .vote: vote
        }
    }
}

extension StatusDates: Codable {
    /// Reads the dates by the names of their marks; one that is missing is never.
    ///
    /// - Parameter decoder: Where to read from.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        for mark in StatusMark.allCases {
            self[mark] = try container.decodeIfPresent(Date.self, forKey: AnyCodingKey(stringValue: mark.rawValue))
        }
    }

    /// Writes the dates by the names of their marks, in the order of the marks.
    ///
    /// - Parameter encoder: Where to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for mark in StatusMark.allCases {
            try container.encodeIfPresent(self[mark], forKey: AnyCodingKey(stringValue: mark.rawValue))
        }
    }
}
