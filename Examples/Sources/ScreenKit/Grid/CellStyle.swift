/// The colours and attributes of a cell.
///
/// Texts have the terminal's own sixteen colours, so that what a person has chosen there, light or dark, is kept; pictures
/// have any others.
package struct CellStyle: Hashable, Sendable {
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

    /// The style in the 256 colours that terminals have without saying so.
    var reduced: CellStyle {
        CellStyle(foreground?.reduced, on: background?.reduced, attributes: attributes)
    }

    /// The control sequence that changes to it from any other style.
    package var sequence: String {
        var codes = "0"
        for bit in 0..<6 where attributes.rawValue & (1 << bit) != 0 { codes += Self.codes[bit] }
        if let foreground { codes += ";\(foreground.code(from: 30))" }
        if let background { codes += ";\(background.code(from: 40))" }
        return codes == "0" ? "\u{1B}[m" : "\u{1B}[\(codes)m"
    }

    /// In the order of the attributes' bits.
    private static let codes = [";1", ";2", ";3", ";4", ";7", ";9"]
}
