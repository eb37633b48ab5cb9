/// The style of a text on a terminal that shows colours.
package enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
    case cyan = "36"
}

extension String {
    /// The text with its style around it; the text itself where colours are off.
    package func styled(_ styles: Style..., when isOn: Bool) -> String {
        guard isOn, !isEmpty, !styles.isEmpty else { return self }
        return "\u{1B}[\(styles.map(\.rawValue).joined(separator: ";"))m\(self)\u{1B}[0m"
    }
}
