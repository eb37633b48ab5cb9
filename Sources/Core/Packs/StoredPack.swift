public import Foundation

/// A pack as it is stored: what was asked for, and how far it came.
public struct StoredPack: Identifiable, Equatable, Sendable {
    /// What was asked for.
    public var request: PackRequest
    /// The posts that belong to it, in the feed's order, as far as its pages were fetched.
    public var posts: [Post.ID]
    /// Whether all its pages were fetched.
    public var isListed: Bool
    /// Links that the server does not have, or that are too large: not asked for again by this pack.
    public var missing: [ResourceLink]
    /// How many of its threads are partial: of those something is left out.
    public var partialThreads = 0
    /// Why it ended before everything was there; `nil` for one that there is nothing to go on with.
    public var stop: PackReport.Stop?
    /// When it was asked for.
    public var date: Date

    /// Creates a pack that was just asked for.
    ///
    /// - Parameters:
    ///   - request: What was asked for.
    ///   - date: When.
    public init(request: PackRequest, date: Date) {
        self.request = request
        self.date = date
        posts = []
        isListed = false
        missing = []
        stop = .paused
    }

    /// What tells packs apart: the feed, and whether anybody asked for it.
    public var id: String { Self.id(of: request) }

    /// What tells the packs of requests apart.
    ///
    /// - Parameter request: The request.
    /// - Returns: Its pack's id.
    public static func id(of request: PackRequest) -> String {
        request.isAutomatic ? automaticPrefix + request.feed.key : request.feed.key
    }

    /// The key of the feed of a pack.
    ///
    /// - Parameter id: The pack's id.
    /// - Returns: The key of its feed.
    public static func feedKey(of id: String) -> String {
        id.hasPrefix(automaticPrefix) ? String(id.dropFirst(automaticPrefix.count)) : id
    }

    private static let automaticPrefix = "automatic "
}
