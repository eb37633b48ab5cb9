import Cloud
import Core
import Foundation
import Lantern
import PostFeatures

/// Writing with Lantern: an app as one call wires it, with somebody signed in and nothing sent.
@MainActor
final class LanternWriting {
    private let container: DependencyContainer
    private let services: AppServices
    /// The outbox, as a view model that has the button holds it.
    private let writing: any WritingProvider
    /// The posts of the list, in its order.
    private var ids: [Post.ID] = []
    private static let account = AccountKey(site: .demo, name: "t2_keeper")

    /// Starts the app on a store that is filled.
    init(_ folder: String) async throws {
        let container = DependencyContainer()
        (self.container, services) = (container, try await Self.services(in: folder, container))
        writing = Dependency.withContainer(container) { Dependency.resolve((any WritingProvider).self) }
    }

    func finish() async throws { try await services.finish() }

    /// Starts an app with somebody signed in, and with kinds of intents of its own.
    static func services(
        in folder: String, _ container: DependencyContainer, kinds: [AnyIntentKind] = []
    ) async throws -> AppServices {
        try await Dependency.withContainer(container) {
            let tokens = InMemoryTokenStore()
            let credentials = Credentials(
                issuer: "https://www.reddit.com", clientID: "benchmark", accessToken: Secret("made-up"), issued: Date(),
                lifetime: 86_400, refreshToken: Secret("made-up-too"),
                user: SessionUser(id: "t2_keeper", name: "keeper"))
            await tokens.save(credentials, for: AccountKey(site: .demo, name: "default"))
            let backend = try Backend.reddit(
                client: OAuthClient(id: "benchmark"), tokens: tokens,
                userAgent: "linux:org.example.benchmark:1.0 (by /u/keeper)", profile: .demo, requests: ClosedNetwork())
            var configuration = AppServices.Configuration()
            (configuration.keepsMediaCurrent, configuration.sendsWrites) = (false, false)
            configuration.ownKinds = kinds
            let services = try await AppServices.start(
                in: folder, backends: [backend], configuration: configuration)
            guard let accounts = backend.session as? any AccountProvider else {
                throw WrongAnswer(description: "The backend has no accounts.")
            }
            try await accounts.load()
            let current = accounts.accounts.value.current?.key
            try check(current == account, "\(current?.description ?? "nobody") is signed in")
            return services
        }
    }

    // MARK: Showing

    /// Shows the list.
    ///
    /// - Parameter count: The number of votes that it shows as not sent.
    /// - Returns: The time that it took.
    /// - Throws: ``WrongAnswer`` for another list.
    func show(_ count: Int) async throws -> Duration {
        let clock = ContinuousClock()
        return try await Dependency.withContainer(container) {
            let list = PostListViewModel(feed: LanternReading.feed(0), policy: .storedOnly)
            let begin = clock.now
            await list.load()
            let end = clock.now
            try Self.checkShown(list) { $0 == count }
            list.stop()
            return end - begin
        }
    }

    /// Starts the app and shows the list.
    ///
    /// - Parameters:
    ///   - folder: The app's folder.
    ///   - count: The least number of votes that it shows as not sent.
    ///   - isPending: Whether it has some; else it shows none.
    /// - Returns: The time that both took.
    /// - Throws: ``WrongAnswer`` for another list, an error of the store.
    static func start(_ folder: String, _ count: Int, _ isPending: Bool) async throws -> Duration {
        let clock = ContinuousClock()
        let container = DependencyContainer()
        let begin = clock.now
        let services = try await services(in: folder, container)
        let list = Dependency.withContainer(container) {
            PostListViewModel(feed: LanternReading.feed(0), policy: .storedOnly)
        }
        await list.load()
        let end = clock.now
        try checkShown(list) { isPending ? $0 >= count : $0 == 0 }
        list.stop()
        try await services.finish()
        return end - begin
    }

    private static func checkShown(_ list: PostListViewModel, _ isRight: (Int) -> Bool) throws {
        let items = list.state.value.items
        try check(items.count == WritingFigures.posts, "the list shows \(items.count) posts")
        let pending = items.count { $0.status.vote == .up && $0.status.pending == .vote }
        try check(isRight(pending), "the list shows \(pending) votes as not sent")
    }

    // MARK: Queueing

    /// Queues the votes that wait.
    func queueVotes() async throws {
        ids = await Dependency.withContainer(container) {
            let list = PostListViewModel(feed: LanternReading.feed(0), policy: .storedOnly)
            await list.load()
            list.stop()
            return list.state.value.items.map(\.id)
        }
        let votes = stride(from: 0, to: ids.count, by: WritingFigures.stride).map { place in
            WriteIntent.vote(.up, on: .post(ids[place]))
        }
        _ = try await writing.queue(votes, as: Self.account)
        let count = writing.outbox.value.items.count
        try check(count == WritingFigures.waiting, "\(count) votes wait")
    }

    /// Queues another vote.
    func vote(_ round: Int) async throws {
        let target = StatusTarget.post(ids[round * WritingFigures.stride + 1])
        let id = try await writing.queue(.vote(.up, on: target), as: Self.account)
        try check(id != nil, "the vote is not queued")
    }

    /// Queues a reply to another post.
    func reply(_ text: String, _ round: Int) async throws {
        let post = ids[round * WritingFigures.stride + 2]
        let id = try await writing.queue(.reply(text, to: .post(post), in: post), as: Self.account)
        try check(id != nil, "the reply is not queued")
    }
}

/// A network that nobody reaches.
private struct ClosedNetwork: RequestProvider {
    func response(to request: NetworkRequest) async throws -> NetworkResponse { throw NetworkError(.offline) }
    func shutDown() async {}
}
