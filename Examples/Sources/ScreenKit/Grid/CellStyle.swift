/// The colours and attributes of a cell.
///
/// Colours are the terminal's own sixteen, so that what a person has chosen there, light or dark, is kept.
package struct CellStyle: Hashable, Sendable {
    /// One of the terminal's colours, by its number.
    package enum Colour: UInt8, Sendable, CaseIterable {
        case black, red, green, yellow, blue, magenta, cyan, white
        case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
    }

    /// Attributes that terminals without colours show, too.
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let italic = Attributes(rawValue: 4)
        package static let underlined = Attributes(rawValue: 8)
        package static let reversed = Attributes(rawValue: 16)
        package static let struck = Attributes(rawValue: 32)
    }

    /// The colour of the text; nil for the terminal's own.
    package var foreground: Colour?
    /// The colour behind the text; nil for the terminal's own.
    package var background: Colour?
    /// What else distinguishes the text.
    package var attributes: Attributes

    /// The terminal's own colours, without attributes.
    package static let plain = CellStyle()
    package static let bold = CellStyle(attributes: .bold)
    package static let dim = CellStyle(attributes: .dim)

    package init(_ foreground: Colour? = nil, on background: Colour? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The style with more attributes.
    ///
    /// - Parameter more: The attributes.
    /// - Returns: The style with both.
    package func with(_ more: Attributes) -> CellStyle {
        CellStyle(foreground, on: background, attributes: attributes.union(more))
    }

    /// The style without its colours.
    package var colourless: CellStyle { CellStyle(attributes: attributes) }

    /// The control sequence that changes to it from any other style.
    package var sequence: String {
        var codes = "0"
        for bit in 0..<6 where attributes.rawValue & (1 << bit) != 0 { codes += Self.codes[bit] }
        if let foreground { codes += ";\(Self.code(foreground, from: 30))" }
        if let background { codes += ";\(Self.code(background, from: 40))" }
        return codes == "0" ? "\u{1B}[m" : "\u{1B}[\(codes)m"
    }

    /// In the order of the attributes' bits.
    private static let codes = [";1", ";2", ";3", ";4", ";7", ";9"]

    /// The bright colours have codes of their own, 60 above the others.
    private static func code(_ colour: Colour, from base: Int) -> Int {
        let number = Int(colour.rawValue)
        return number < 8 ? base + number : base + 60 + number - 8
    }
}
