import Cloud
import Core
import Foundation
import Synchronization
import Testing

/// The threads on which pages are decoded, and the cancellation of decoding.
@Suite(.timeLimit(.minutes(5)))
struct RedditDecodingTests {
    /// Tells what happens while a page is decoded, which is when links are made.
    private struct Links: EndpointProvider {
        let own = RedditEndpointProvider()
        let onLink: @Sendable () -> Void

        var site: Site { own.site }
        func request(for link: ResourceLink) throws -> NetworkRequest { try own.request(for: link) }
        func url(for link: ResourceLink) -> URL? { own.url(for: link) }
        func link(for text: String) -> ResourceLink? {
            onLink()
            return own.link(for: text)
        }
    }

    /// Answers, and cancels who asked.
    private struct CancellingRequests: RequestProvider {
        let body: String

        func response(to request: NetworkRequest) async throws -> NetworkResponse {
            withUnsafeCurrentTask { $0?.cancel() }
            return NetworkResponse(status: 200, url: request.url, body: Data(body.utf8))
        }

        func shutDown() async {}
    }

    private let body = listing([postJSON(["url": #""https://a.com/x""#])])
    private let request = PageRequest(feed: Feed(site: .reddit))

    @Test func aPageIsDecodedOnAThreadOfItsOwn() async throws {
        let seen = Seen()
        let links = Links { seen.note(withUnsafeCurrentTask { $0 != nil }) }
        let provider = RedditOnlinePostProvider(
            endpoints: RedditEndpointProvider(), links: links, requests: CannedRequests(body))
        #expect(try await provider.fetchPage(request).posts.count == 1)
        #expect(seen.notes.contains(false) && !seen.notes.contains(true), "no task runs on that thread")
    }

    @Test func whatWasCancelledBeforeIsNotDecoded() async throws {
        let seen = Seen()
        let provider = RedditOnlinePostProvider(
            endpoints: RedditEndpointProvider(), links: Links { seen.note(true) },
            requests: CancellingRequests(body: body))
        let task = Task { try await provider.fetchPage(request) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(seen.notes.isEmpty)
    }

    @Test func whatWasCancelledMeanwhileIsNoPage() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let isCancelled = DispatchSemaphore(value: 0)
        let provider = RedditOnlinePostProvider(
            endpoints: RedditEndpointProvider(),
            links: Links {
                started.yield()
                isCancelled.wait()
                isCancelled.signal()
            }, requests: CannedRequests(body))
        let task = Task { try await provider.fetchPage(request) }
        for await _ in starts { break }
        task.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func anAnswerThatIsNoListingIsMalformed() async {
        let provider = RedditOnlinePostProvider(endpoints: RedditEndpointProvider(), requests: CannedRequests("[]"))
        #expect(await errorCode { try await provider.fetchPage(request) } == .malformed)
    }
}

/// Observations made on other threads.
private final class Seen: Sendable {
    private let state = Mutex<[Bool]>([])
    var notes: [Bool] { state.withLock { $0 } }
    func note(_ note: Bool) { state.withLock { $0.append(note) } }
}
