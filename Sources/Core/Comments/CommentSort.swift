/// An order of the comments of a thread, made by the server.
///
/// Orders are open: the built-in ones have names here, and a site that has others makes them,
/// `CommentSort(rawValue: "live")`. An order of a newer version that is stored with a thread is kept by its word.
public struct CommentSort: RawRepresentable, Hashable, Sendable, Codable, CaseIterable, CustomStringConvertible {
    /// The stable name of the order, as in commands and stored threads.
    public let rawValue: String

    /// Creates an order.
    ///
    /// - Parameter rawValue: The stable word for it; it need not be one of ``allCases``.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The comments that the server rates best first.
    public static let confidence = CommentSort(rawValue: "confidence")
    /// Most votes first.
    public static let top = CommentSort(rawValue: "top")
    /// Newest first.
    public static let new = CommentSort(rawValue: "new")
    /// Most disputed first.
    public static let controversial = CommentSort(rawValue: "controversial")
    /// Oldest first.
    public static let old = CommentSort(rawValue: "old")
    /// Questions that the post's writer answered first.
    public static let qa = CommentSort(rawValue: "qa")

    /// The orders that are built in, as commands list them.
    public static let allCases: [CommentSort] = [.confidence, .top, .new, .controversial, .old, .qa]

    /// Whether the order is one of ``allCases``, in which stored comments can be sorted locally.
    public var isBuiltIn: Bool { Self.allCases.contains(self) }

    public var description: String { rawValue }
}
