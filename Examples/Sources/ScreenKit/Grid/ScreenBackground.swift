/// The background of a terminal, for which its colours are chosen.
package enum ScreenBackground: Hashable, Sendable {
    /// Nobody knows: each colour stays as it is.
    case unknown
    /// Dark texts on it can be read.
    case light
    /// Light texts on it can be read.
    case dark

    /// The colour of a text that is as good to be read on this background as the others are.
    ///
    /// On white, the yellow, green and cyan of most terminals are hardly seen; on black, blue is not.
    ///
    /// - Parameter number: The colour that is meant.
    /// - Returns: One of the sixteen; nil for the terminal's own colour of texts.
    package func readable(_ number: CellStyle.Colour.Number) -> CellStyle.Colour.Number? {
        switch self {
        case .unknown: number
        case .light:
            switch number {
            case .yellow, .magenta, .brightYellow, .brightMagenta: .magenta
            case .cyan, .green, .blue, .brightCyan, .brightGreen, .brightBlue: .blue
            case .red, .brightRed: .red
            case .black, .brightBlack: .black
            case .white, .brightWhite: nil
            }
        case .dark:
            switch number {
            case .blue: .cyan
            case .brightBlue: .brightCyan
            case .red: .brightRed
            case .magenta: .brightMagenta
            case .black: nil
            default: number
            }
        }
    }
}

extension CellStyle {
    /// The style whose text can be read on a background; one with a background of its own stays as it is.
    func readable(on background: ScreenBackground) -> CellStyle {
        guard background != .unknown, self.background == nil, case .named(let number) = foreground else { return self }
        return CellStyle(background.readable(number).map { .named($0) }, attributes: attributes)
    }
}
