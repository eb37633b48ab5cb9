package import Foundation

/// The dates at which each mark of a post or comment was last set or taken back.
///
/// Dates are kept as seconds since 1970, exactly as they are stored.
package struct StatusDates: Hashable, Sendable {
    // Not optional dates, which take twice the room: each post on a screen has these.
    private var read = never
    private var saved = never
    private var favourite = never
    private var dismissed = never
    private var hidden = never
    private var vote = never
    private var collapsed = never

    /// The number for marks that were never set: before every date.
    private static let never = -Double.infinity

    /// Creates the dates of marks that nobody has touched.
    package init() {}

    /// The date at which a mark was last set or taken back; `nil` for never.
    ///
    /// - Parameter mark: The mark.
    package subscript(mark: StatusMark) -> Date? {
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
            case .collapsed: collapsed = seconds
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
        case .collapsed: collapsed
        }
    }
}

extension StatusDates: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        for mark in StatusMark.allCases {
            self[mark] = try container.decodeIfPresent(Date.self, forKey: AnyCodingKey(stringValue: mark.rawValue))
        }
    }

    /// Writes the dates by the names of their marks, in the order of the marks; that of collapsing only where it has
    /// one.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for mark in StatusMark.allCases where StatusMark.alwaysDated.contains(mark) || self[mark] != nil {
            try container.encodeIfPresent(self[mark], forKey: AnyCodingKey(stringValue: mark.rawValue))
        }
    }
}
