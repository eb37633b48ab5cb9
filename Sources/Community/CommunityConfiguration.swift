public import Cloud
public import Core
public import Foundation

extension Site {
    /// The site of a community server; at every address the same one.
    public static let community = Site(rawValue: "community")
}

/// The configuration of a community server: its address, the app's key, and the choices for what its documents leave
/// open.
///
/// Every part but the address and the key has a default. `Documentation/Community.md` says for each what it is for.
public struct CommunityConfiguration: Sendable {
    /// A form of the query item `next` in a request for a first page.
    public enum FirstPage: String, Hashable, Sendable, CaseIterable {
        /// There is none: `?limit=10`.
        case omitted
        /// An item with an empty value: `?next=&limit=10`.
        case empty
        /// An item without a value: `?next&limit=10`.
        case valueless
    }

    /// The root of the server, without `/v1`.
    public let root: BaseAddress
    /// The address of the interface, which is also that of pictures: the root with `/v1`.
    public let address: BaseAddress
    /// The key of the app, which every request carries as `SesacKey`.
    public let key: Secret
    /// The form of `next` in a request for a first page; left out by default.
    public var firstPage: FirstPage
    /// Whether a hashtag is asked for with its `#`; false by default.
    public var asksForHashtagWithSign: Bool
    /// The categories in the order in which they are shown; those of CategoryZ by default.
    public var categories: [CommunityCategory]
    /// The category of the posts that mark who takes donations; it is shown in no list.
    public var donationCategory: String

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - base: The root of the server, without `/v1`: `https`, or `http` to a loopback address.
    ///   - key: The key of the app: visible ASCII, as it goes into a header.
    ///   - firstPage: The form of `next` in a request for a first page.
    ///   - asksForHashtagWithSign: Whether a hashtag is asked for with its `#`.
    ///   - categories: The categories, at least one.
    ///   - donationCategory: The category of the posts that mark who takes donations.
    /// - Throws: `DataError` with the code `invalidInput` for an address that nothing may be sent to, for a key that is
    ///   empty or has other characters, and without a category.
    public init(
        base: URL, key: Secret, firstPage: FirstPage = .omitted, asksForHashtagWithSign: Bool = false,
        categories: [CommunityCategory] = CommunityCategory.all, donationCategory: String = "CategoryZ_UserDonate"
    ) throws(DataError) {
        root = try BaseAddress(base, site: .community)
        guard let url = URL(string: root.text("/v1")) else {
            throw DataError(.invalidInput, message: "The base URL and /v1 make no address.")
        }
        address = try BaseAddress(url, site: .community)
        guard key.isHeaderValue else {
            throw DataError(
                .invalidInput, message: "The server's key is letters, digits and signs of ASCII, without blanks.")
        }
        guard !categories.isEmpty else {
            throw DataError(.invalidInput, message: "A community has at least one category.")
        }
        self.key = key
        self.firstPage = firstPage
        self.asksForHashtagWithSign = asksForHashtagWithSign
        self.categories = categories
        self.donationCategory = donationCategory
    }

    /// Returns the link of a file of the server, such as a picture of a post.
    ///
    /// - Parameter path: The path as an answer gives it, with a slash in front or without.
    /// - Returns: The link; `nil` for an empty path, and for one that is none.
    public func link(to path: String) -> ResourceLink? {
        guard !path.isEmpty else { return nil }
        return address.link(for: path.contains("://") || path.hasPrefix("/") ? path : "/" + path)
    }
}

/// A category of posts.
public struct CommunityCategory: Hashable, Sendable, Identifiable {
    /// The `product_id` of its posts.
    public let id: String
    /// The phrase of its name; `nil` for one that is shown by its id.
    public let phrase: CategoryPhrase?

    /// Creates a category.
    ///
    /// - Parameters:
    ///   - id: The `product_id` of its posts.
    ///   - phrase: The phrase of its name; none by default.
    public init(id: String, phrase: CategoryPhrase? = nil) {
        self.id = id
        self.phrase = phrase
    }

    /// The categories of CategoryZ, in the order of its app; the first is the one that is chosen at first.
    public static let all: [CommunityCategory] = [
        CommunityCategory(id: "CategoryZ_dailyRoutine", phrase: .dailyLife),
        CommunityCategory(id: "CategoryZ_fashion", phrase: .fashion),
        CommunityCategory(id: "CategoryZ_pet", phrase: .pets),
        // The server spells it so.
        CommunityCategory(id: "CategoryZ_telent", phrase: .celebrities),
        CommunityCategory(id: "CategoryZ_song", phrase: .singing),
        CommunityCategory(id: "CategoryZ_books", phrase: .reading),
        CommunityCategory(id: "myLoveGym", phrase: .training),
    ]
}

extension Secret {
    /// Whether the text may go into a header as it is: not empty, and visible ASCII alone.
    var isHeaderValue: Bool { !revealed.isEmpty && revealed.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
