import Foundation

/// The rules by which the service tells a picture from another file.
enum Picture {
    /// The first segment of every picture's path.
    static let folder = "data"
    /// The greatest number of pictures of a post or a message.
    static let greatestCount = 5
    /// The bytes that every JPEG file begins with.
    static let start = Data([0xFF, 0xD8, 0xFF])
}
