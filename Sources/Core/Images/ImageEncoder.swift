public import Foundation

/// A decoded picture that can be written as a file with loss: what the system's codecs do.
///
/// Lantern has no codec of its own; an app on a system that has one adapts it, as Documentation/Images.md shows.
///
/// Contract:
/// - The same quality gives the same bytes, and a lower one about as many or fewer.
/// - Slow: do not call it on the main actor.
public protocol ImageEncoder: Sendable {
    /// Writes the picture.
    ///
    /// - Parameter quality: How close to the original, 0 to 1.
    /// - Returns: The whole image file.
    /// - Throws: A ``CodedError`` when the codec fails.
    func encode(quality: Double) throws -> Data
}
