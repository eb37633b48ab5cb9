import Foundation
package import Mocks
import Synchronization

@testable package import Core
@testable import Database

/// A server that takes pictures and posts, and remembers how often.
final class UploadServer: Sendable {
    struct State: Sendable {
        var uploads: [[String]] = []
        var posts: [[String]] = []
        /// Whether the answer to the next upload, or the next post, is lost although it is there.
        var losesUpload = false
        var losesPost = false
        var refusesUploads = false
        var refusesPosts = false
        /// Done with each upload, before it is answered.
        var onUpload: (@Sendable () async -> Void)?
    }

    let state = Mutex(State())

    var uploads: [[String]] { state.withLock { $0.uploads } }
    var posts: [[String]] { state.withLock { $0.posts } }

    func upload(_ request: UploadRequest) async throws -> [String] {
        let onUpload = state.withLock { $0.onUpload }
        await onUpload?()
        let total = request.files.reduce(0) { $0 + $1.data.count }
        // As a transport tells it.
        BodyProgress.current.map { _ in
            var call = NetworkRequest(URL(fileURLWithPath: "/"))
            call.body = Data(count: total * 2)
            call.tellBodySent(total, of: total * 2)
        }
        let paths = request.files.map { "\($0.number)/" + String(decoding: $0.data, as: UTF8.self) }
        return try state.withLock { state in
            if state.refusesUploads { throw NetworkError(.forbidden, status: 403) }
            state.uploads.append(paths)
            if state.losesUpload {
                state.losesUpload = false
                throw NetworkError(.timedOut)
            }
            return paths
        }
    }

    func post(_ request: IntentRequest<String>) throws -> IntentAnswer {
        try state.withLock { state in
            if state.refusesPosts { throw NetworkError(.forbidden, status: 403) }
            state.posts.append(request.uploaded)
            if state.losesPost {
                state.losesPost = false
                throw NetworkError(.timedOut)
            }
            return .done(result: "p\(state.posts.count)")
        }
    }

    func look(for request: IntentRequest<String>) -> IntentFinding {
        state.withLock { state in
            let index = state.posts.firstIndex(of: request.uploaded)
            return index.map { .found(["p\($0 + 1)"]) } ?? .absent
        }
    }
}

extension MockSessionProvider: OutboxAccounts {
    package func writer(for account: AccountKey) async throws -> OutboxWriter? {
        OutboxWriter(requests: MockRequestProvider(), name: "ann", id: "id-ann")
    }
}

/// An app on a disk in memory, between two kills.
struct UploadWorld {
    static let ann = AccountKey(site: .demo, name: "id-ann")
    static let folder = "/tmp/uploads"

    let server: UploadServer
    let files: InMemoryFileSystem
    let clock: ManualClock
    let store: JSONStore
    let drafts: DatabaseDraftProvider
    let uploads: DefaultUploadProvider
    let writing: DefaultWritingProvider
    let pictures: UploadKind
    let post: IntentKind<String>

    init(
        _ files: InMemoryFileSystem = InMemoryFileSystem(), server: UploadServer = UploadServer(),
        clock: ManualClock = ManualClock(), seed: UInt64 = 1, upTo most: Int = 2
    ) throws {
        (self.files, self.server, self.clock) = (files, server, clock)
        store = try JSONStore(
            directory: "/tmp/store", collections: DatabaseOutboxStore.collections, files: files, time: clock)
        drafts = DatabaseDraftProvider(store: store)
        let random = SeededRandomSource(seed: seed)
        uploads = DefaultUploadProvider(folder: Self.folder, files: files, drafts: drafts, random: random)
        pictures = UploadKind("pictures", on: .demo, upTo: most) { try await server.upload($0) }
        var post = IntentKind<String>(
            "publish", on: .demo, send: { try server.post($0) }, look: { server.look(for: $0) })
        post.makesThing = true
        self.post = post
        let accounts = MockSessionProvider()
        let signedIn = SignedInAccount(id: "at", site: .demo, user: SessionUser(id: "id-ann", name: "ann"))
        accounts.accounts.set(SiteAccounts(all: [signedIn], currentID: "at"))
        let site = SiteWriting(rules: .reddit, kinds: [], accounts: accounts) {
            signedIn
        } makeSender: { _ in
            NoSender()
        }
        writing = DefaultWritingProvider(
            sites: [.demo: site], store: DatabaseOutboxStore(store: store), known: Nothing(),
            statuses: InMemoryOfflinePostProvider(), time: clock, boot: BootID("boot"), random: random,
            sendsUnasked: false, ownKinds: [AnyIntentKind(post), AnyIntentKind(pictures)], uploads: uploads)
    }

    /// The names in the folder of the copies.
    var names: [String] { (try? files.list(Self.folder))?.sorted() ?? [] }

    /// Keeps pictures with these words in them.
    func keep(_ words: String...) async throws -> [UploadFile] {
        var kept: [UploadFile] = []
        for word in words {
            kept.append(try await uploads.keep(Data(word.utf8), name: "\(word).jpeg", type: "image/jpeg"))
        }
        return kept
    }

    func queue(_ files: [UploadFile], id: OutboxItem.ID? = nil) async throws -> OutboxItem.ID? {
        try await writing.queue(
            .own(try post.intent("Look", lane: "posts", with: files, uploadedBy: pictures)), as: Self.ann, id: id,
            undo: .zero)
    }

    /// Sends until nothing goes any more, and lets the settle times pass.
    func send() async throws {
        for _ in 0..<8 {
            try await writing.send(as: Self.ann, waitingFor: nil)
            guard !writing.outbox.value.items.isEmpty else { return }
            clock.advance(by: .seconds(700))
        }
    }

    private struct Nothing: KnownThings {
        func stored(_ things: [StatusTarget], before date: Date) async throws -> Set<StatusTarget> { [] }
        func comments(below parent: Comment.Parent, in post: Post.ID) async throws -> [Comment] { [] }
        func text(of thing: StatusTarget) async throws -> StoredText? { nil }
    }

    private struct NoSender: OutboxSender {
        func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer { .doneWithoutResult }
        func look(for request: OutboxRequest) async throws -> OutboxFinding { .absent }
        func read(_ request: OutboxRequest) async throws -> OutboxReading { .failed(isPassing: false) }
        func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? { nil }
    }
}
