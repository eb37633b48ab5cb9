import Foundation
import Testing

/// A store with a feed in it, made once for each backend and copied for each test.
struct StoredFeed: Sendable {
    let ids: [String]
    /// The words of its posts, without those that depend on the server's port.
    let words: [String]
    private let folder: String

    /// The store of a backend with `r/swift` in it.
    static func of(_ backend: BackendCase) async throws -> StoredFeed {
        try await shelf.feed(of: backend)
    }

    /// Copies the store.
    func copy(to store: String) throws -> StoredFeed {
        let parent = URL(filePath: store).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder, toPath: store)
        return self
    }

    static func words(of list: ReaderProcess) throws -> [String] {
        try list.items.map { item in
            ["title", "author", "created", "score", "commentCount", "subreddit", "permalink", "isSaved"]
                .map { "\(item[$0] ?? "")" }.joined(separator: " ")
        }
    }

    private static let shelf = Shelf()

    /// Beside the tests' other folders; one for each run of the tests.
    private static let root = FileManager.default.temporaryDirectory
        .appending(path: "lantern-feeds-\(ProcessInfo.processInfo.processIdentifier)")
    private static let rootIsMade: Void = {
        // What cannot be removed at the end stays with the other temporary files.
        atexit { try? FileManager.default.removeItem(at: StoredFeed.root) }
    }()

    private actor Shelf {
        private var feeds: [BackendCase: Task<StoredFeed, any Error>] = [:]

        func feed(of backend: BackendCase) async throws -> StoredFeed {
            let task = feeds[backend] ?? Task { try await StoredFeed(backend) }
            feeds[backend] = task
            return try await task.value
        }
    }

    private init(_ backend: BackendCase) async throws {
        Self.rootIsMade
        let folder = Self.root.appending(path: backend.rawValue).path
        let made = try await ReaderFixture.make(backend, store: folder)
        (ids, words, self.folder) = (try made.ids, try Self.words(of: made), folder)
        try #require(ids.count >= 10)
    }
}
