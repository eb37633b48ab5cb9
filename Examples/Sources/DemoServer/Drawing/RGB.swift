/// A colour of 8 bits a channel.
struct RGB: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colour `step`/`steps` of the way to another.
    func blended(to other: RGB, step: Int, of steps: Int) -> RGB {
        func channel(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8(clamping: Int(from) + (Int(to) - Int(from)) * step / max(1, steps))
        }
        return RGB(channel(red, other.red), channel(green, other.green), channel(blue, other.blue))
    }
}
