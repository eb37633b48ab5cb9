/// A measurer of the room that a text takes, which a layout asks and a front end may replace.
///
/// ``ApproximateTextMeasurer`` is the portable default. Documentation/Layout.md has one for Apple's TextKit.
///
/// Contract:
/// - Pure: the same answer to the same question, from any thread.
/// - Finite and never negative; 0 for an empty text and for a width that nothing fits into.
/// - Not less for a longer text or more lines that are allowed.
///
/// It has one requirement, because a layout asks nothing else.
public protocol TextMeasuring: Sendable {
    /// Measures the height of a text.
    ///
    /// - Parameters:
    ///   - text: The text; its line breaks begin new lines.
    ///   - font: The font.
    ///   - width: The greatest width of a line, in points.
    ///   - maximumLines: The greatest number of lines; what is longer is cut. `nil` for any number.
    /// - Returns: The height in points.
    func height(of text: String, font: LayoutFont, width: Double, maximumLines: Int?) -> Double
}
