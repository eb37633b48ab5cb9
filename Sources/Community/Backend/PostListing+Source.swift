public import Core
import Foundation

extension FeedKind {
    /// The posts of a category.
    public static let category = FeedKind(rawValue: "category")
    /// The posts with a hashtag, of all categories or of one.
    public static let hashtag = FeedKind(rawValue: "tag")
    /// The posts that the account likes.
    public static let liked = FeedKind(rawValue: "liked")
}

extension PostListing {
    /// The source of the list as a feed: `home`, `category/ID`, `u/USER`, `u/USER/CATEGORY`, `tag/TEXT`,
    /// `tag/TEXT/CATEGORY` or `liked`.
    ///
    /// A slash and a percent sign inside of a part are escaped as in an address. A hashtag has no `#`.
    public var source: FeedSource {
        switch self {
        case .all(nil): .home
        case .all(let category?): FeedSource(.category, Self.escaped(category))
        case .of(let user, let category): FeedSource(.user, Self.joined(user, category))
        case .hashtag(let text, let category): FeedSource(.hashtag, Self.joined(Self.bare(text), category))
        case .liked: FeedSource(.liked)
        }
    }

    /// The category that all posts of the list have; `nil` for a list of all categories.
    public var category: String? {
        switch self {
        case .all(let category), .of(_, let category), .hashtag(_, let category): category
        case .liked: nil
        }
    }

    /// Creates the list of a feed's source.
    ///
    /// - Parameter source: The source; `nil` is returned for one that is no list of a community.
    public init?(_ source: FeedSource) {
        let parts = source.name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map {
            String($0).removingPercentEncoding ?? String($0)
        }
        guard !parts.contains(where: { $0.isEmpty }) || source.name.isEmpty else { return nil }
        let category = parts.dropFirst().first
        switch (source.kind, parts.first) {
        case (.home, _) where source.name.isEmpty: self = .all(category: nil)
        case (.liked, _) where source.name.isEmpty: self = .liked
        case (.category, let id?) where category == nil && !id.isEmpty: self = .all(category: id)
        case (.user, let user?) where !user.isEmpty: self = .of(user: user, category: category)
        case (.hashtag, let text?) where !Self.bare(text).isEmpty:
            self = .hashtag(Self.bare(text), category: category)
        default: return nil
        }
    }

    /// A hashtag without its `#`.
    static func bare(_ hashtag: String) -> String { hashtag.hasPrefix("#") ? String(hashtag.dropFirst()) : hashtag }

    private static func joined(_ name: String, _ category: String?) -> String {
        escaped(name) + (category.map { "/" + escaped($0) } ?? "")
    }

    private static func escaped(_ part: String) -> String {
        part.replacing("%", with: "%25").replacing("/", with: "%2F")
    }
}

extension CommunityConfiguration {
    /// Whether a category is one of the community's, that of the marks of donations included.
    ///
    /// - Parameter id: The `product_id`.
    /// - Returns: False for anything else.
    public func isCategory(_ id: String) -> Bool {
        id == donationCategory || categories.contains { $0.id == id }
    }

    /// Returns a list of the community as a feed, which is stored, paged and shown like any other.
    ///
    /// - Parameters:
    ///   - listing: The list.
    ///   - account: The account whose feed it is, for ``PostListing/liked``: `nil`, the default, stands for the one in
    ///     use.
    /// - Returns: The feed.
    public func feed(_ listing: PostListing, of account: AccountKey? = nil) -> Feed {
        profile.feed(listing.source, sort: nil, account: listing == .liked ? account?.name : nil)
    }

    /// The profile of the site: its name, and the spelling of its feeds.
    public var profile: SiteProfile {
        let configuration = self
        @Sendable func check(_ kind: FeedKind, _ name: String) throws(DataError) -> String {
            guard let listing = PostListing(FeedSource(kind, name)) else {
                throw DataError(.invalidInput, message: "'\(kind)/\(name)' is no list of this community.")
            }
            if let category = listing.category, !configuration.isCategory(category) {
                let known = configuration.categories.map(\.id).joined(separator: ", ")
                throw DataError(.invalidInput, message: "'\(category)' is no category. There are \(known).")
            }
            return listing.source.name
        }
        // Ids of people and posts that differ in case are two.
        var profile = SiteProfile(
            site: .community, name: "Community",
            feeds: [
                FeedRule(.home), FeedRule(.liked),
                FeedRule(.category, forms: ["category/ID"], ignoresCase: false) { name throws(DataError) in
                    try check(.category, name)
                },
                FeedRule(.user, forms: ["u/ID", "u/ID/CATEGORY"], ignoresCase: false) { name throws(DataError) in
                    try check(.user, name)
                },
                FeedRule(.hashtag, forms: ["tag/TEXT", "tag/TEXT/CATEGORY"], ignoresCase: false) {
                    name throws(DataError) in
                    try check(.hashtag, name)
                },
            ],
            defaultSort: nil)
        profile.personalFeeds = [.liked]
        return profile
    }
}
