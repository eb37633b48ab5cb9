import Foundation

/// The description of a call's arguments, for messages.
///
/// On Linux `Date.description` stops the process for a date that is not finite, so a value that holds one is taken
/// apart; every other value is printed as `String(describing:)` does.
enum CallInput {
    /// The description of a value; of a date that has none, the seconds since 1970 as a number.
    ///
    /// - Complexity: O(*n*) in all that the value is made of, and O(*n*²) in its depth where it is taken apart.
    static func text(of value: Any) -> String {
        if let date = value as? Date { return text(of: date) }
        guard holdsOddDate(value) else { return String(describing: value) }
        let mirror = Mirror(reflecting: value)
        let parts = mirror.children.map { child in (label: child.label, text: text(of: child.value)) }
        let plain = parts.map { $0.text }.joined(separator: ", ")
        switch mirror.displayStyle {
        case .optional: return "Optional(\(plain))"
        case .collection, .set, .dictionary: return "[\(plain)]"
        case .enum: return "\(parts.first?.label ?? "")(\(plain))"
        default:
            let members = parts.map { part in
                guard let label = part.label, !label.hasPrefix(".") else { return part.text }
                return "\(label): \(part.text)"
            }
            let name = mirror.displayStyle == .tuple ? "" : "\(type(of: value))"
            return "\(name)(\(members.joined(separator: ", ")))"
        }
    }

    private static func text(of date: Date) -> String {
        isOdd(date) ? "Date(timeIntervalSince1970: \(date.timeIntervalSince1970))" : date.description
    }

    /// Whether a date has no description: it is not finite, or too far away for a whole number of seconds.
    private static func isOdd(_ date: Date) -> Bool {
        // True for what is no number, too.
        !(abs(date.timeIntervalSince1970) < 0x1p62)
    }

    // Objects print no more than their type's name, and may lead in a circle.
    private static func holdsOddDate(_ value: Any) -> Bool {
        if let date = value as? Date { return isOdd(date) }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle != .class && mirror.children.contains { holdsOddDate($0.value) }
    }
}
