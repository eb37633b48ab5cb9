import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

/// The pages of a list that are loaded.
struct PageOptions: ParsableArguments, Sendable {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The number of pages to load, at least 1.", valueName: "k"))
    var pages = 1

    func validate() throws {
        guard pages >= 1 else { throw ValidationError("--pages is a number from 1 on.") }
    }

    /// Refuses a number of posts that no page has.
    static func check(_ limit: Int) throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit is a number from 1 to 100.") }
    }
}

/// A command that refreshes a list of posts and shows it.
protocol PostListCommand: AsyncParsableCommand, PostListOptions {}

/// The options of a list of posts, and which list it is.
protocol PostListOptions {
    var options: CommonOptions { get }
    var paging: PageOptions { get }
    var limit: Int { get }
    /// The id of the person that was named; nil where nobody was.
    var user: String? { get }

    /// Makes the list for the id of the person in use, which is nil for nobody; nil where nobody is there whose it could be.
    var listing: @Sendable (String?) -> PostListing? { get }
}

extension PostListCommand {
    func validate() throws { try PageOptions.check(limit) }

    func run() async throws { try await show() }
}

extension PostListOptions {
    var user: String? { nil }

    /// Refreshes the list, and shows it.
    func show() async throws {
        let (pages, limit, listing, isOfPerson) = (paging.pages, limit, listing, user != nil)
        let use: StoreUse = options.offline ? .reading : .writing
        try await CommunitySession.run(options, CommandManner(use: use)) { session in
            let own = session.current?.user?.id
            guard let listing = listing(own) else {
                return try session.answer(DataError(.unauthorized), isStored: false, text: "") {
                    PostListOutput(posts: [], isEnd: false, origin: "database", error: $0)
                }
            }
            try session.check(category: listing.category)
            let feed = session.services.configuration.feed(listing, of: session.current?.key)
            let model = PostListViewModel(
                feed: feed, policy: session.isOffline ? .storedOnly : .networkElseStored,
                configuration: .init(pageSize: limit, minimumVisible: 0))
            let shown = await ShownFeed.load(
                model, pages: session.isOffline ? 0 : pages, neverListed: DataError(.offline))
            let posts = try await session.posts(of: shown.items, in: listing)
            let origin = shown.isFromNetwork ? "network" : "database"
            // All that the server may find wrong with such a request is the person.
            let isNobody = isOfPerson && shown.error?.code == .badRequest
            try session.answer(
                isNobody ? DataError(.notFound) : shown.error, isStored: !shown.isUnavailable,
                text: PostLines(session.services.configuration).text(of: posts)
            ) {
                PostListOutput(posts: posts, isEnd: shown.isEnd, origin: origin, error: $0)
            }
        }
    }
}

extension CommunitySession {
    /// Reads posts with their comments, without those that are not shown in a list.
    func posts(of items: [FeedItem], in listing: PostListing) async throws -> [PostOutput] {
        let reading = CommunityPosts()
        let posts = try await reading.posts(of: items).filter { $0.isShown(in: listing) }
        let comments = try await reading.comments(of: posts.map(\.id))
        let unsent = try unsent()
        return posts.map { output(of: $0, comments[$0.id] ?? [], unsent) }
    }

    /// A post with what is not sent of it.
    func output(
        of post: CommunityPost, _ comments: [CommunityComment], _ unsent: [CommunityEntry]
    ) -> PostOutput {
        var pending: [String] = []
        for entry in unsent where entry.post == post.id && !pending.contains(entry.subject.kind) {
            pending.append(entry.subject.kind)
        }
        return PostOutput(post: post, comments: comments, pending: pending)
    }
}

/// The posts of everybody.
struct HomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home", abstract: "Shows the newest posts, of all categories or of one.")
    @OptionGroup var home: HomeOptions

    func run() async throws { try await home.show() }
}

/// The options of the posts of everybody.
///
/// The command that runs where none is named has them too: with a command in place of a group of options, the parser would
/// name that command in the usage of a refused command line.
struct HomeOptions: ParsableArguments, PostListOptions {
    @OptionGroup var options: CommonOptions
    @OptionGroup var paging: PageOptions
    @Option(help: "The category, as its id; all by default.") var category: String?
    @Option(parsing: .unconditional, help: "The number of posts in a page, 1 to 100.") var limit = 10

    var listing: @Sendable (String?) -> PostListing? { { [category] _ in .all(category: category) } }

    func validate() throws { try PageOptions.check(limit) }
}

/// The posts that the person likes.
struct LikedCommand: PostListCommand {
    static let configuration = CommandConfiguration(
        commandName: "liked", abstract: "Shows the posts that the person in use likes.")
    @OptionGroup var options: CommonOptions
    @OptionGroup var paging: PageOptions
    @Option(parsing: .unconditional, help: "The number of posts in a page, 1 to 100.") var limit = 12

    var listing: @Sendable (String?) -> PostListing? { { _ in .liked } }
}

/// The posts with a hashtag.
struct TagCommand: PostListCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Shows the posts with a hashtag, of all categories or of one.")
    @OptionGroup var options: CommonOptions
    @OptionGroup var paging: PageOptions
    @Argument(help: "The hashtag, with or without #.") var text: String
    @Option(help: "The category, as its id; all by default.") var category: String?
    @Option(parsing: .unconditional, help: "The number of posts in a page, 1 to 100.") var limit = 30

    func validate() throws {
        try PageOptions.check(limit)
        guard !tag.allSatisfy(\.isWhitespace) else { throw ValidationError("TEXT is a hashtag; it cannot be blank.") }
    }

    private var tag: Substring { text.hasPrefix("#") ? text.dropFirst() : Substring(text) }

    var listing: @Sendable (String?) -> PostListing? {
        { [tag = String(tag), category] _ in .hashtag(tag, category: category) }
    }
}

/// The posts of a person.
struct PostsCommand: PostListCommand {
    static let configuration = CommandConfiguration(
        commandName: "posts", abstract: "Shows the posts of a person, of all categories or of one.")
    @OptionGroup var options: CommonOptions
    @OptionGroup var paging: PageOptions
    @Argument(help: "The id of the person; oneself by default.") var user: String?
    @Option(help: "The category, as its id; all by default.") var category: String?
    @Option(parsing: .unconditional, help: "The number of posts in a page, 1 to 100.") var limit = 20

    var listing: @Sendable (String?) -> PostListing? {
        { [user, category] own in (user ?? own).map { .of(user: $0, category: category) } }
    }
}
