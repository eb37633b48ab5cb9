import Cloud
import Core
import Foundation
import Mocks

/// A chain of scripted backends to Reddit, with everything around it in the test's hands.
struct ChainWorld {
    let clock = ManualClock()
    let store = InMemoryStateStore()
    let activity = MockActivityRecorder()
    let names: [String]
    let providers: [String: MockOnlinePostProvider]
    let memory: SuspensionStore
    let posts: ChainedPostProvider

    /// - Parameters:
    ///   - names: The backends' names, best first.
    ///   - hosts: Where they lead; each to a host of its own by default.
    ///   - families: The families of their cursors; all of one by default.
    ///   - anonymous: Those that answer as to anybody; none by default.
    init(
        _ names: String..., hosts: [String: String] = [:], families: [String: String] = [:],
        anonymous: Set<String> = []
    ) {
        self.names = names
        let providers = Dictionary(
            uniqueKeysWithValues: names.map { ($0, MockOnlinePostProvider(site: .reddit)) })
        self.providers = providers
        memory = SuspensionStore(store: store, time: clock)
        posts = ChainedPostProvider(
            site: .reddit, suspensions: memory, activity: activity, time: clock,
            links: names.map { name in
                ChainLink(
                    name, host: hosts[name] ?? "\(name).example", cursorFamily: families[name] ?? "reddit",
                    provider: providers[name] ?? MockOnlinePostProvider(site: .reddit),
                    isAnonymous: anonymous.contains(name))
            })
    }

    subscript(name: String) -> MockMethod<PageRequest, Page> {
        guard let provider = providers[name] else { preconditionFailure("There is no road '\(name)'.") }
        return provider.onFetchPage
    }

    /// How often each backend was asked, in their order.
    var calls: [Int] { names.map { self[$0].calls.count } }

    func page(_ ids: String..., next: String? = nil, completeness: Completeness = .full) -> Page {
        var page = Page.mock(ids.map { .mock($0, site: .reddit) }, next: next)
        page.completeness = completeness
        return page
    }

    static func feed(_ name: String = "swift") -> Feed { Feed(site: .reddit, source: .subreddits([name])) }

    @discardableResult
    func fetch(
        _ feed: Feed = ChainWorld.feed(), cursor: PageCursor? = nil, revision: PageRevision? = nil,
        isManual: Bool = false, as sender: RequestSender = .current
    ) async throws -> Page {
        var request = PageRequest(feed: feed, cursor: cursor)
        request.sender = sender
        request.revision = revision
        request.isManual = isManual
        return try await posts.fetchPage(request)
    }

    /// What a fetch throws, by its code; `nil` when it throws nothing.
    func failure(
        _ feed: Feed = ChainWorld.feed(), cursor: PageCursor? = nil, isManual: Bool = false
    ) async -> (any CodedError)? {
        do {
            try await fetch(feed, cursor: cursor, isManual: isManual)
            return nil
        } catch {
            return error as? any CodedError ?? DataError(.unknown, underlying: error)
        }
    }
}
