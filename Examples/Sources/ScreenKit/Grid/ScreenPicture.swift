/// A picture that the terminal itself draws, in the place of cells that hold it.
///
/// The cells have ``placeholder`` as their character and ``CellStyle/Colour/picture(_:)`` with its id as their colour, so
/// that they scroll, are covered and are redrawn like any others.
package struct ScreenPicture: Hashable, Sendable {
    /// The scalar that begins the characters of such cells; it gets onto a screen in no other way.
    package static let placeholder: Unicode.Scalar = "\u{10EEEE}"

    /// The id, of 24 bits, which no other picture of the program has had.
    package let id: UInt32
    /// The bytes that give it to the terminal.
    package let transmission: [UInt8]
    /// The bytes that take it from the terminal.
    package let removal: [UInt8]

    package init(id: UInt32, transmission: [UInt8], removal: [UInt8]) {
        (self.id, self.transmission, self.removal) = (id, transmission, removal)
    }

    // One id is one picture: its bytes are many.
    package static func == (left: ScreenPicture, right: ScreenPicture) -> Bool { left.id == right.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
