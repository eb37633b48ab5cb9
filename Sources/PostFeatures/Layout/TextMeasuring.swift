/// Tells how much room a text takes: what a layout asks, and what a front end can answer better than Lantern.
///
/// ``ApproximateTextMeasurer`` is the portable answer. Documentation/Layout.md has one for Apple's TextKit.
///
/// Contract:
/// - Pure: the same answer to the same question, from any thread.
/// - Finite and never negative; 0 for an empty text and for a width that nothing fits into.
/// - Not less for a longer text or more lines that are allowed.
public protocol TextMeasuring: Sendable {
    /// How high a text is.
    ///
    /// - Parameters:
    ///   - text: The text; its line breaks begin new lines.
    ///   - font: What it is written with.
    ///   - width: How wide a line may be, in points.
    ///   - maximumLines: How many lines there are at most; what is longer is cut. `nil` for any number.
    /// - Returns: The height in points.
    func height(of text: String, font: LayoutFont, width: Double, maximumLines: Int?) -> Double
}
