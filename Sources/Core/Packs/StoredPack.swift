public import Foundation

/// A pack as it is stored: its request and its progress.
public struct StoredPack: Identifiable, Equatable, Sendable {
    /// The pack's request.
    public var request: PackRequest
    /// Its posts in the feed's order, as far as the feed's pages were fetched.
    public var posts: [Post.ID]
    /// Whether all pages of the feed that it needs were fetched.
    public var isListed: Bool
    /// The links of items that the server does not have or that are too large; this pack skips them.
    public var missing: [ResourceLink]
    /// The number of its threads with missing comments.
    public var partialThreads = 0
    /// The reason that it ended early; `nil` when there is nothing left to resume.
    public var stop: PackReport.Stop?
    /// The date of the request.
    public var date: Date

    /// Creates a pack that was just requested.
    ///
    /// - Parameters:
    ///   - request: The pack's request.
    ///   - date: The date of the request.
    public init(request: PackRequest, date: Date) {
        self.request = request
        self.date = date
        posts = []
        isListed = false
        missing = []
        stop = .paused
    }

    /// The identity of the pack: its feed's key, and whether it is automatic.
    public var id: String { Self.id(of: request) }

    /// Returns the id of the pack that a request is for.
    ///
    /// - Parameter request: The request.
    /// - Returns: The pack's id.
    public static func id(of request: PackRequest) -> String {
        request.isAutomatic ? automaticPrefix + request.feed.key : request.feed.key
    }

    /// Returns the key of the feed in a pack's id.
    package static func feedKey(of id: String) -> String {
        id.hasPrefix(automaticPrefix) ? String(id.dropFirst(automaticPrefix.count)) : id
    }

    private static let automaticPrefix = "automatic "
}
