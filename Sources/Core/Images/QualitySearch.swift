public import Foundation

/// Finds the best quality at which a picture is small enough: from 0.95 down in steps of 0.05.
///
/// Pure: the codec comes from outside, and the loop always ends.
public struct QualitySearch: Hashable, Sendable {
    /// How large the file may be.
    public var maximumBytes: Int
    /// The first quality that is tried, 0.95 by default.
    public var highest: Double
    /// The last quality that is tried, 0.05 by default.
    public var lowest: Double
    /// How much lower each try is than the one before, 0.05 by default.
    public var step: Double

    /// What a search found.
    public struct Result: Hashable, Sendable {
        /// The whole image file.
        public var data: Data
        /// The quality that it was written with.
        public var quality: Double

        /// Creates a result.
        ///
        /// - Parameters:
        ///   - data: The whole image file.
        ///   - quality: The quality that it was written with.
        public init(data: Data, quality: Double) {
            self.data = data
            self.quality = quality
        }
    }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - maximumBytes: How large the file may be.
    ///   - highest: The first quality that is tried; clamped to 0 to 1.
    ///   - lowest: The last quality that is tried; clamped to 0 to `highest`.
    ///   - step: How much lower each try is than the one before; at least 0.01.
    public init(maximumBytes: Int, highest: Double = 0.95, lowest: Double = 0.05, step: Double = 0.05) {
        // NaN is less than nothing here, and becomes a bound.
        let top = highest >= 0 ? min(highest, 1) : 0
        self.maximumBytes = maximumBytes
        self.highest = top
        self.lowest = lowest >= 0 ? min(lowest, top) : 0
        self.step = step >= 0.01 ? step : 0.01
    }

    /// The qualities that are tried, in order.
    public var qualities: [Double] {
        let count = Int(((highest - lowest) / step + 1e-9).rounded(.down))
        // Counted and not subtracted, so that nothing adds up; two digits are all that a codec can tell apart.
        return (0...count).map { ((highest - Double($0) * step) * 1000).rounded() / 1000 }
    }

    /// Tries the qualities one after the other, until the file is small enough.
    ///
    /// - Parameter encoder: The picture.
    /// - Returns: The first file that is small enough.
    /// - Throws: ``DataError`` with the code `tooLarge` when none is; `CancellationError` between two tries; what the
    ///   encoder throws.
    /// - Complexity: At worst one encoding for each of ``qualities``, 19 by default.
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
