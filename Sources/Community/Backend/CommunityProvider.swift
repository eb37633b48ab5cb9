import Cloud
import Core
import Foundation

/// The part of a community's backend that fetches lists of posts, and posts with their comments.
struct CommunityProvider: OnlinePostProvider, OnlineCommentProvider {
    /// The name of the backend.
    static let name = "community"
    /// The order of comments, as no document says in which order the server sends them.
    static let sort = CommentSort.new

    let site = Site.community
    private let configuration: CommunityConfiguration
    private let requests: CommunityRequests
    private let reader: AnswerReader

    init(_ configuration: CommunityConfiguration, by requests: any RequestProvider) {
        self.configuration = configuration
        self.requests = CommunityRequests(configuration)
        reader = AnswerReader(requests)
    }

    /// Fetches a page.
    ///
    /// An answer is never taken for the one that is stored: to every account the server sends the same, and who likes a
    /// post says something else to each.
    func fetchPage(_ request: PageRequest) async throws -> Page {
        guard let listing = PostListing(request.feed.source) else {
            throw DataError(
                .invalidInput, message: "'\(request.feed.source)' is no list of this community.")
        }
        var asked = try requests.posts(listing, next: request.cursor?.rawValue, limit: request.limit)
        asked.priority = request.priority
        asked.sender = request.sender
        asked.fairnessKey = request.feed.key
        let configuration = configuration
        return try await reader.value(of: asked) { response in
            try Self.page(try WirePage(try response.json()), of: listing, configuration, to: response.account)
        }
    }

    /// Makes a page of what the server sends.
    ///
    /// - Parameters:
    ///   - wire: What the server sends.
    ///   - listing: The list.
    ///   - configuration: The configuration of the server.
    ///   - account: The account that asked; `nil` where that is not known.
    /// - Returns: The page.
    /// - Throws: `DataError` or `EncodingError` for fields that JSON cannot hold.
    static func page(
        _ wire: WirePage, of listing: PostListing, _ configuration: CommunityConfiguration, to account: AccountKey?
    ) throws -> Page {
        var page = Page(posts: [], next: wire.next, issues: wire.posts.issues, source: name)
        page.threadSort = sort
        var values: [StatusTarget: ConfirmedValues] = [:]
        for post in wire.posts.elements where listing.category != nil || post.category != configuration.donationCategory
        {
            page.posts.append(post.post(configuration))
            page.extras[post.postID] = try PostFields(post).raw()
            page.threads[post.postID] = post.thread(source: name)
            page.issues += post.commentIssues
            if let account { values[.post(post.postID)] = post.confirmed(to: account) }
        }
        page.confirmation = account.map { Confirmation(account: $0, values: values) }
        return page
    }

    func fetchThread(_ request: ThreadRequest) async throws -> CommentThread {
        var asked = try requests.post(request.post.native)
        asked.priority = request.priority
        let configuration = configuration
        do {
            return try await reader.value(of: asked) { response in
                let post = try Self.post(in: response)
                guard post.id == request.post.native else {
                    throw NetworkError(.malformed, status: response.status, date: response.serverDate)
                }
                var thread = post.thread(source: Self.name)
                thread.post = post.post(configuration)
                thread.extras = try PostFields(post).raw()
                thread.confirmation = response.account.map { account in
                    Confirmation(account: account, values: [.post(post.postID): post.confirmed(to: account)])
                }
                return thread
            }
        } catch let error as NetworkError where CommunityStatus.isMissing(error.status) {
            throw NetworkError(.notFound, status: error.status, date: error.date, underlying: error)
        }
    }

    /// Reads the post of an answer.
    ///
    /// - Parameter response: The answer.
    /// - Returns: The post.
    /// - Throws: `NetworkError` with the code `malformed` for what is none.
    static func post(in response: NetworkResponse) throws(NetworkError) -> WirePost {
        do {
            return try WirePost(try response.json())
        } catch let error as NetworkError {
            throw error
        } catch {
            throw NetworkError(.malformed, status: response.status, date: response.serverDate, underlying: error)
        }
    }
}
