/// Where the parts of a post's row lie, in points from the row's upper left corner.
public struct PostRowFrames: Hashable, Sendable {
    /// The picture; `nil` for none.
    public let media: LayoutFrame?
    /// The title; `nil` for an empty one.
    public let title: LayoutFrame?
    /// The beginning of the text; `nil` for none.
    public let snippet: LayoutFrame?
    /// Who, when and how many comments; `nil` where nothing of it is known.
    public let meta: LayoutFrame?
    /// Whether the picture is taller than its place.
    public let isMediaCropped: Bool
    /// How wide the row is.
    public let width: Double
    /// How high the row is, what is left free around its parts included.
    public let height: Double
}
