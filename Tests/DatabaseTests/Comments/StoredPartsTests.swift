import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Threads of several parts, which are read beside one another: the same as each record read by itself.
@Suite(.timeLimit(.minutes(5)))
struct StoredPartsTests {
    private let post = Post.ID.mock("t3_a")
    private let date = Date(timeIntervalSince1970: 1)

    private func open(_ files: InMemoryFileSystem = InMemoryFileSystem()) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: ManualClock())
    }

    /// Answers to answers, some of them left out; in front of the last two comments a part without any.
    private func thread(_ count: Int, _ random: SeededRandomSource) -> CommentThread {
        var lines: [String] = []
        for number in 0..<count {
            lines.append(String(repeating: " ", count: number % 4) + "c\(number)")
            if random.next() % 90 == 0 { lines.append(" …\(1 + random.next() % 40)") }
        }
        lines.append("d0")
        lines += (0..<3).map { _ in " …1100" }
        return .mock(lines + ["d1", "d2"])
    }

    /// What the store has, record by record.
    private func expected(in snapshot: StoreSnapshot) throws -> [CommentThread.Entry] {
        let record = try #require(try snapshot.record(post, in: CommentSchemas.threads))
        var entries: [CommentThread.Entry] = []
        for position in 0..<record.partCount {
            let id = ThreadPart.id(of: post, position)
            guard let part = try snapshot.record(id, in: CommentSchemas.parts) else { continue }
            let comments = try part.comments.map { native in
                let record = try snapshot.record(.mock(native), in: CommentSchemas.comments)
                return record?.post == post ? record?.comment : nil
            }
            part.append(of: post, to: &entries) { comments[$0] }
        }
        return entries
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func partsThatAreReadBesideOneAnotherAreWhatTheirRecordsSay(_ seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        let store = try open()
        let provider = DatabaseCommentProvider(store: store)
        let thread = thread(1_100 + number(1_900), random)
        _ = try await provider.commit(thread, of: post, sort: nil, date: date)
        let reading = try #require(try store.snapshot().threadReading(of: post, known: nil))
        #expect(reading.entries == thread.entries && reading.parts.count > 3, "seed \(seed)")
        #expect(try reading.isCurrent(in: store.snapshot()), "seed \(seed)")
        // When some lie elsewhere, belong to another thread or are gone
        let comments = thread.comments
        for _ in 0..<number(4) {
            let start = number(comments.count)
            let some = comments[start..<min(comments.count, start + number(700))].map { comment in
                var comment = comment
                comment.score = number(99)
                return comment
            }
            let owner = number(3) == 0 ? Post.ID.mock("t3_b") : post
            try await store.write(.buffered) { [post] transaction in
                for comment in some where owner == post || comment.id.native.hasSuffix("7") {
                    try transaction.upsert(CommentRecord(comment, of: owner), in: CommentSchemas.comments)
                }
            }
        }
        let isOneGone = seed % 2 == 1
        if isOneGone {
            let gone = (0..<20).map { _ in comments[number(comments.count)].id }
            let part = ThreadPart.id(of: post, number(3))
            try await store.write(.buffered) { transaction in
                for id in gone { try transaction.delete(id, from: CommentSchemas.comments) }
                if seed % 4 == 1 { try transaction.delete(part, from: CommentSchemas.parts) }
            }
        }
        // Then all else is there, and a reading that is not whole is not taken for the present one
        let snapshot = store.snapshot()
        let now = try #require(try snapshot.threadReading(of: post, known: nil))
        #expect(try now.entries == expected(in: snapshot), "seed \(seed)")
        try await store.write(.buffered) { [post] transaction in
            let other = CommentRecord(.mock("x"), of: post)
            try transaction.upsert(other, in: CommentSchemas.comments)
        }
        if isOneGone { #expect(try !now.isCurrent(in: store.snapshot()), "seed \(seed)") }
        try await store.close()
    }

    @Test(arguments: ["c1500", "d1", "t3_a|1"])
    func whatIsDamagedOnTheDiskIsReported(_ name: String) async throws {
        let files = InMemoryFileSystem()
        let store = try open(files)
        let thread = thread(2_000, SeededRandomSource(seed: 1))
        _ = try await DatabaseCommentProvider(store: store).commit(thread, of: post, sort: nil, date: date)
        let path = "/tmp/store/journal-00000001.jsonl"
        let bytes = try #require(files.bytes(at: path))
        let id = try #require(bytes.firstRange(of: Array("{\"id\":\"demo/\(name)\"".utf8)))
        let file = try files.open(path, .readWrite)
        try file.write([UInt8(ascii: "#")], at: id.upperBound + 4)
        file.close()
        let provider = DatabaseCommentProvider(store: store)
        let error = await #expect(throws: StoreError.self) { try await provider.storedThread(of: post) }
        #expect(error?.code == .storeDamaged)
        // The batch is gone, and with it the thread; nothing of it is shown.
        #expect(try await !store.verify().damages.isEmpty)
        #expect(try await provider.storedThread(of: post) == nil)
        try await store.close()
    }
}
