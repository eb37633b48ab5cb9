extension CellStyle {
    /// A colour of a cell.
    package enum Colour: Hashable, Sendable {
        /// The number of one of the terminal's sixteen colours.
        package enum Number: UInt8, Sendable, CaseIterable {
            case black, red, green, yellow, blue, magenta, cyan, white
            case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
        }

        /// One of the terminal's sixteen, as the person has chosen them.
        case named(Number)
        /// One of the 240 that follow them in terminals of 256 colours, from 16.
        case indexed(UInt8)
        /// A colour by its parts, as near as the terminal has it.
        case rgb(red: UInt8, green: UInt8, blue: UInt8)
        /// A picture that the terminal keeps, by its id of 24 bits: what is written in this colour holds its place.
        case picture(UInt32)

        package static let black = Colour.named(.black)
        package static let red = Colour.named(.red)
        package static let green = Colour.named(.green)
        package static let yellow = Colour.named(.yellow)
        package static let blue = Colour.named(.blue)
        package static let magenta = Colour.named(.magenta)
        package static let cyan = Colour.named(.cyan)
        package static let white = Colour.named(.white)
        package static let brightBlack = Colour.named(.brightBlack)
        package static let brightBlue = Colour.named(.brightBlue)
        package static let brightWhite = Colour.named(.brightWhite)

        /// The colour in a terminal of 256 colours.
        ///
        /// The id of a picture stays as it is: terminals that have pictures have all colours.
        var reduced: Colour {
            guard case .rgb(let red, let green, let blue) = self else { return self }
            return .indexed(Palette.nearest(to: [red, green, blue]))
        }

        /// The codes of the control sequence for text colours (30) or those behind the text (40).
        func code(from base: Int) -> String {
            switch self {
            case .named(let number):
                // The bright colours have codes of their own, 60 above the others.
                let number = Int(number.rawValue)
                return String(number < 8 ? base + number : base + 60 + number - 8)
            case .indexed(let index): return "\(base + 8);5;\(index)"
            case .rgb(let red, let green, let blue): return "\(base + 8);2;\(red);\(green);\(blue)"
            case .picture(let id): return "\(base + 8);2;\(id >> 16 & 255);\(id >> 8 & 255);\(id & 255)"
            }
        }
    }
}

/// The 240 colours that xterm has behind the sixteen: a cube of six levels for each part, and a ramp of greys.
private enum Palette {
    private static let levels = [0, 95, 135, 175, 215, 255]

    static func nearest(to parts: [UInt8]) -> UInt8 {
        let parts = parts.map { Int($0) }
        let places = parts.map { part in
            part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40
        }
        let cube = 16 + 36 * places[0] + 6 * places[1] + places[2]
        let step = max(0, min(23, (parts.reduce(0, +) / 3 - 3) / 10))
        let grey = Array(repeating: 8 + 10 * step, count: 3)
        let isGrey = distance(parts, grey) < distance(parts, places.map { levels[$0] })
        return UInt8(isGrey ? 232 + step : cube)
    }

    private static func distance(_ left: [Int], _ right: [Int]) -> Int {
        zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
}
