public import Foundation

/// A search for the best quality at which an image file is small enough, from 0.95 down in steps of 0.05.
///
/// An app that uploads images runs it with its system's codec, as an ``ImageEncoder``; Documentation/Images.md has the
/// recipe.
public struct ImageQualitySearch: Hashable, Sendable {
    /// The limit of the file's size in bytes.
    package var maximumBytes: Int
    package let highest: Double
    package let lowest: Double
    package let step: Double

    /// The result of a search.
    public struct Result: Hashable, Sendable {
        /// The whole image file.
        public var data: Data
        /// The quality of its encoding.
        public var quality: Double
    }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - maximumBytes: The limit of the file's size in bytes.
    ///   - highest: The first quality to try, 0.95 by default; clamped to 0 to 1.
    ///   - lowest: The last quality to try, 0.05 by default; clamped to 0 to `highest`.
    ///   - step: The difference between two tries, 0.05 by default; clamped to 0.01 to 1.
    public init(maximumBytes: Int, highest: Double = 0.95, lowest: Double = 0.05, step: Double = 0.05) {
        // NaN becomes a bound.
        let top = highest >= 0 ? min(highest, 1) : 0
        self.maximumBytes = maximumBytes
        self.highest = top
        self.lowest = lowest >= 0 ? min(lowest, top) : 0
        self.step = step >= 0.01 ? min(step, 1) : 0.01
    }

    /// The qualities to try, in order.
    package var qualities: [Double] {
        let count = Int(((highest - lowest) / step + 1e-9).rounded(.down))
        // Counted and not subtracted, so that nothing adds up; two digits are all that a codec can tell apart.
        return (0...count).map { ((highest - Double($0) * step) * 1000).rounded() / 1000 }
    }

    /// Encodes an image with one quality after the other, until the file is small enough.
    ///
    /// - Parameter encoder: The image.
    /// - Returns: The first file that is small enough.
    /// - Throws: ``DataError`` with the code `tooLarge` when none is; `CancellationError` between two tries; the
    ///   encoder's error.
    /// - Complexity: At most one encoding for each quality, 19 by default.
    public func run(_ encoder: some ImageEncoder) throws -> Result {
        var smallest = Int.max
        for quality in qualities {
            try Task.checkCancellation()
            let data = try encoder.encode(quality: quality)
            if data.count <= maximumBytes, !data.isEmpty { return Result(data: data, quality: quality) }
            smallest = min(smallest, data.count)
        }
        throw DataError(
            .tooLarge,
            message: "The picture has \(smallest) bytes at the lowest quality, and \(maximumBytes) are allowed. "
                + "Make it smaller first.")
    }
}

/// A decoded image that can be encoded as a file with a lossy codec of the system.
///
/// Lantern has no codec of its own; Documentation/Images.md shows how an app adapts one.
///
/// Contract:
/// - The same quality gives the same bytes, and a lower one about as many or fewer.
/// - Slow: do not call it on the main actor.
public protocol ImageEncoder: Sendable {
    /// Encodes the image.
    ///
    /// - Parameter quality: The quality, 0 to 1.
    /// - Returns: The whole image file.
    /// - Throws: A ``CodedError`` when the codec fails.
    func encode(quality: Double) throws -> Data
}
