import Core
import Database
import Foundation
import Mocks
import PostFeatures
import Testing

/// A thread on the screen, over a store: after any work its rows are those that are worked out of the store plainly.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ThreadScreenTests {
    private let mocks = TestInjector.mocks
    private let post = Post.ID.mock("t3_a")
    private let store: JSONStore

    init() throws {
        store = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: InMemoryFileSystem(),
            time: ManualClock())
        let provider = DefaultCommentProvider(
            offline: DatabasePostProvider(store: store), comments: DatabaseCommentProvider(store: store),
            online: mocks.onlineCommentProvider, time: mocks.clock)
        Dependency.register((any CommentProvider).self) { provider }
    }

    /// A random thread: answers to answers, some collapsed by the server, placeholders here and there.
    private func thread(_ count: Int, _ random: SeededRandomSource) -> CommentThread {
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        var lines: [CommentThread.Entry] = []
        var path: [String] = []
        var place = 0
        func close(to depth: Int) {
            while path.count > depth {
                if number(9) == 0 {
                    place += 1
                    let ids = (0..<1 + number(4)).map { Core.Comment.ID.mock("x\(place)_\($0)") }
                    let parent = Core.Comment.Parent.comment(.mock(path[path.count - 1]))
                    lines.append(
                        .more(MoreComments(parent: parent, depth: path.count, count: ids.count + number(3), ids: ids)))
                }
                path.removeLast()
            }
        }
        for name in 0..<count {
            close(to: number(path.count + 1))
            lines.append(
                .comment(
                    .mock("c\(name)", parent: path.last, depth: path.count) {
                        $0.score = number(9)
                        $0.created = Date(timeIntervalSince1970: Double(number(99)))
                        $0.isCollapsed = number(12) == 0
                    }))
            path.append("c\(name)")
        }
        close(to: 0)
        return CommentThread(entries: lines, source: "mock")
    }

    /// What a placeholder stands for: comments on its parent, some with answers of their own.
    private nonisolated static func expansion(of request: MoreRequest, _ random: SeededRandomSource) -> CommentExpansion
    {
        var entries: [CommentThread.Entry] = []
        for id in request.ids where random.next() % 5 != 0 {
            var comment = Core.Comment(id: id, parent: request.more.parent)
            comment.body = "text of \(id.native)"
            comment.score = Int(random.next() % 9)
            entries.append(.comment(comment))
            guard random.next() % 3 == 0 else { continue }
            var reply = Core.Comment(id: .mock("\(id.native)r"), parent: .comment(id))
            reply.created = Date(timeIntervalSince1970: Double(random.next() % 99))
            entries.append(.comment(reply))
        }
        if random.next() % 4 == 0 {
            let ids = [Core.Comment.ID.mock("y\(random.next() % 999)")]
            entries.append(.more(MoreComments(parent: request.more.parent, depth: 0, count: 1, ids: ids)))
        }
        return CommentExpansion(entries: entries, requested: request.ids, source: "mock")
    }

    /// The rows as texts, worked out comment by comment from what is stored.
    private func plainRows(
        sort: CommentSort?, collapsed: [Core.Comment.ID: Bool], new: Set<Core.Comment.ID>
    ) async throws -> [String] {
        let stored = try #require(try await DatabaseCommentProvider(store: store).storedThread(of: post)).thread
        let forest = CommentForest(stored.entries)
        let entries = sort.map { forest.sorted(by: $0) }?.entries ?? forest.entries
        var lines: [String] = []
        var hiddenBelow: Int?
        for (index, entry) in entries.enumerated() {
            let depth = entry.depth
            if let hidden = hiddenBelow, depth > hidden { continue }
            hiddenBelow = nil
            guard case .comment(let comment) = entry else {
                lines.append("\(depth) …\(entry)")
                continue
            }
            let below = entries[(index + 1)...].prefix { $0.depth > depth }
            let replies = below.compactMap { entry in if case .comment(let comment) = entry { comment } else { nil } }
            let isCollapsed = collapsed[comment.id] ?? (comment.isCollapsed == true)
            if isCollapsed { hiddenBelow = depth }
            lines.append(
                "\(depth) \(comment.id.native) \(comment.body ?? "-") \(replies.count) \(isCollapsed)"
                    + " \(new.contains(comment.id)) \(replies.count { new.contains($0.id) })")
        }
        return lines
    }

    private func rows(_ model: CommentThreadViewModel) -> [String] {
        model.state.value.rows.map { row in
            guard let comment = row.comment else { return "\(row.depth) …\(row.entry)" }
            return "\(row.depth) \(comment.id.native) \(comment.body ?? "-") \(row.replyCount) \(row.isCollapsed)"
                + " \(row.isNew) \(row.newReplyCount)"
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>) func rowsAreWhatTheStoreHas(_ seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        let count = seed % 3 == 0 ? 700 : 60
        let first = thread(count, random)
        mocks.onlineCommentProvider.onFetchThread.answers { _ in first }
        mocks.onlineCommentProvider.onFetchMore.answers { Self.expansion(of: $0, random) }
        let before = CommentThreadViewModel(id: post)
        await before.load()
        // Given a second visit, at which what comes is new
        let seen = Set(first.comments.map(\.id))
        let model = CommentThreadViewModel(id: post, policy: .storedOnly)
        await model.load()
        var sort: CommentSort?
        var collapsed: [Core.Comment.ID: Bool] = [:]
        for step in 0..<30 {
            switch random.next() % 5 {
            case 0:
                sort = CommentSort.allCases.randomElement(using: random)
                await model.sort(by: sort)
            case 1...2:
                let comments = model.thread?.comments ?? []
                guard let id = comments.randomElement(using: random)?.id else { continue }
                collapsed[id] = random.next() % 2 == 0
                await model.setCollapsed(collapsed[id] == true, for: id)
            default:
                guard let row = model.state.value.rows.filter({ $0.more != nil }).randomElement(using: random) else {
                    continue
                }
                await model.expand(row.id)
            }
            // Then
            #expect(model.state.value.banner == nil, "seed \(seed), step \(step)")
            let new = Set((model.thread?.comments ?? []).map(\.id)).subtracting(seen)
            try #require(
                rows(model) == (try await plainRows(sort: sort, collapsed: collapsed, new: new)),
                "seed \(seed), step \(step)")
            #expect(model.state.value.newCount == new.count, "seed \(seed), step \(step)")
            #expect(Set(model.state.value.rows.map(\.id)).count == model.state.value.rows.count, "seed \(seed)")
        }
        // And another screen shows the same.
        let second = CommentThreadViewModel(id: post, sort: sort, policy: .storedOnly)
        await second.load()
        #expect(second.state.value.rows.map(\.entry) == model.state.value.rows.map(\.entry), "seed \(seed)")
        try await store.close()
    }
}

extension Array {
    fileprivate func randomElement(using random: SeededRandomSource) -> Element? {
        isEmpty ? nil : self[Int(random.next() % UInt64(count))]
    }
}
