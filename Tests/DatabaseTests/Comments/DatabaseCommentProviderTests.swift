import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

@Suite(.timeLimit(.minutes(5)))
struct DatabaseCommentProviderTests {
    private let files = InMemoryFileSystem()
    private let post = Post.ID.mock("t3_a")
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func open() throws -> (JSONStore, DatabaseCommentProvider) {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: ManualClock())
        return (store, DatabaseCommentProvider(store: store))
    }

    private var journal: [UInt8] { files.bytes(at: "/tmp/store/journal-00000001.jsonl") ?? [] }

    /// The collections whose records were written behind a place of the journal, each as often as it was.
    private func written(from place: Int) -> [String: Int] {
        let lines = String(decoding: journal[place...], as: UTF8.self).split(separator: "\n")
        return lines.reduce(into: [:]) { counts, line in
            guard line.hasPrefix(#"{"put":""#) else { return }
            counts[String(line.dropFirst(8).prefix { $0 != "\"" }), default: 0] += 1
        }
    }

    private func large(_ count: Int) -> CommentThread {
        let entries = (0..<count).map { number -> CommentThread.Entry in
            let isReply = number % 4 != 0
            return .comment(
                .mock(
                    "t1_\(String(number, radix: 36))", parent: isReply ? "t1_\(String(number - 1, radix: 36))" : nil,
                    depth: number % 4
                ) {
                    $0.created = start - Double(number)
                })
        }
        return CommentThread(entries: entries, source: "mock")
    }

    @Test(arguments: OfflineCommentProviderContract.checks)
    func keepsTheContract(_ check: OfflineCommentProviderContract.Check) async {
        let disk = ReopenedCommentStore()
        await OfflineCommentProviderContract {
            try await disk.open()
        } reopening: { _ in
            try await disk.open()
        }.run(check)
    }

    // MARK: How much of a thread there is

    @Test func threadsThatAnEarlierVersionStoredSayHowMuchOfThemThereIs() async throws {
        // A thread as versions wrote it that did not count placeholders.
        let lines = [
            #"{"put":"threads","value":{"id":"demo/t3_a","sort":null,"fetched":1700000000,"source":"mock","#
                + #""completeness":"full","count":0,"partCount":1,"changes":1}}"#,
            #"{"put":"threadParts","value":{"id":"demo/t3_a|0","comments":[],"more":"#
                + #"[{"at":0,"parent":null,"depth":0,"count":4,"ids":[]}]}}"#,
        ]
        let record = try lines.map { line in
            let json = try RawJSON(line)
            return try #require(json["value"]).text
        }
        let thread = try record[0].utf8CString.withUnsafeBytes { bytes in
            try RecordCodec<ThreadRecord>.make().decode(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
        }
        #expect(thread.placeholders == nil && thread.partCount == 1)
        let part = try record[1].utf8CString.withUnsafeBytes { bytes in
            try RecordCodec<ThreadPart>.make().decode(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
        }
        let (store, provider) = try open()
        try await store.write(.buffered) { transaction in
            try transaction.upsert(thread, in: CommentSchemas.threads)
            try transaction.upsert(part, in: CommentSchemas.parts)
        }
        #expect(
            try await provider.storedExtents(of: [thread.id]) == [thread.id: ThreadExtent(comments: 0, placeholders: 1)]
        )
    }

    @Test func aThreadInAnOrderThatOnlyANewerVersionKnowsIsReadAndKeepsItsWord() async throws {
        let line =
            #"{"id":"demo/t3_a","sort":"live","fetched":1700000000.0,"source":"mock","completeness":"full","#
            + #""count":0,"partCount":1,"changes":1,"placeholders":1}"#
        let codec = RecordCodec<ThreadRecord>.make()
        let record = try Array(line.utf8).withUnsafeBytes { try codec.decode($0) }
        var written: [UInt8] = []
        try codec.encode(record, to: &written)
        #expect(String(decoding: written, as: UTF8.self) == line)
        let parts = ThreadPart.parts(of: CommentThread.mock("…4").entries, post)
        let (store, provider) = try open()
        try await store.write(.buffered) { transaction in
            try transaction.upsert(record, in: CommentSchemas.threads)
            for part in parts { try transaction.upsert(part, in: CommentSchemas.parts) }
        }
        let stored = try #require(try await provider.storedThread(of: post))
        #expect(stored.sort == CommentSort(rawValue: "live") && stored.thread.entries.count == 1)
        // A newer answer in the order of this version takes its place.
        _ = try await provider.commit(.mock("a"), of: post, sort: .top, date: start)
        #expect(try await provider.storedThread(of: post)?.sort == .top)
    }

    @Test(arguments: [-1, Int.max])
    func aThreadThatSaysItHasAnImpossibleNumberOfPartsIsEmpty(partCount: Int) async throws {
        let line =
            #"{"id":"demo/t3_a","sort":null,"fetched":1700000000.0,"source":"mock","completeness":"full","#
            + #""count":0,"partCount":\#(partCount),"changes":1,"placeholders":null}"#
        let record = try Array(line.utf8).withUnsafeBytes { try RecordCodec<ThreadRecord>.make().decode($0) }
        let (store, provider) = try open()
        try await store.write(.buffered) { try $0.upsert(record, in: CommentSchemas.threads) }
        #expect(try await provider.storedThread(of: post)?.thread.entries.isEmpty == true)
        #expect(try await provider.storedExtents(of: [post]) == [post: ThreadExtent(comments: 0, placeholders: 0)])
    }

    @Test func howMuchOfThreadsThereIsIsKnownWithoutReadingThem() async throws {
        let (_, provider) = try open()
        let thread = CommentThread.mock("a", " …3", "b", "…")
        _ = try await provider.commit(thread, of: post, sort: nil, date: start)
        let other = CommentThread(entries: [.comment(.mock("x"))], source: "feed", completeness: .partial)
        _ = try await provider.commit(other, of: .mock("t3_b"), sort: nil, date: start)
        let extents = try await provider.storedExtents(of: [post, .mock("t3_b"), .mock("t3_c")])
        #expect(
            extents == [
                post: ThreadExtent(comments: 2, placeholders: 2),
                .mock("t3_b"): ThreadExtent(comments: 1, completeness: .partial),
            ])
        #expect(extents.values.allSatisfy { !$0.isComplete })
    }

    // MARK: Kills

    @Test func aThreadIsThereAfterKillingTheProcess() async throws {
        let (_, provider) = try open()
        let stored = try await provider.commit(.mock("a", " b", " …3", "c"), of: post, sort: .top, date: start)
        files.killProcess()
        let (store, reopened) = try open()
        #expect(store.damages.isEmpty)
        #expect(try await reopened.storedThread(of: post) == stored)
    }

    @Test func marksSurvivePowerLossWithTheInstantTheyAreAcknowledged() async throws {
        let (_, provider) = try open()
        _ = try await provider.commit(.mock("a", " b"), of: post, sort: nil, date: start)
        _ = try await provider.visit(post, at: start + 1)
        try await provider.setCollapsed([.mock("a"): true], of: post, at: start + 2)
        files.crash()
        let (store, reopened) = try open()
        #expect(store.damages.isEmpty)
        let marks = ThreadMarks(collapsed: [.mock("a"): true], visited: start + 1, seen: [.mock("a"), .mock("b")])
        #expect(try await reopened.marks(of: post) == marks)
    }

    @Test func anEvictionWithItsPostsIsOneBatch() async throws {
        let (store, provider) = try open()
        _ = try await provider.commit(large(2_500), of: post, sort: nil, date: start)
        let number = store.snapshot().version
        let post = post
        let count = try await store.write { try $0.evictThreads(of: [post, .mock("t3_none")]) }
        #expect(count == 2_500 && store.snapshot().version == number + 1)
        let snapshot = store.snapshot()
        #expect(try snapshot.count(of: CommentSchemas.comments) == 0)
        #expect(try snapshot.count(of: CommentSchemas.parts) == 0)
        #expect(try snapshot.count(of: CommentSchemas.threads) == 0)
    }

    // MARK: What is written

    @Test func onlyWhatChangedIsWrittenAgain() async throws {
        let (_, provider) = try open()
        var thread = large(3_000)
        _ = try await provider.commit(thread, of: post, sort: nil, date: start)
        var place = journal.count
        _ = try await provider.commit(thread, of: post, sort: nil, date: start + 1)
        #expect(written(from: place) == ["threads": 1], "the date of the fetch")
        guard case .comment(var changed) = thread.entries[1_700] else { return }
        changed.score = 99
        thread.entries[1_700] = .comment(changed)
        place = journal.count
        _ = try await provider.commit(thread, of: post, sort: nil, date: start + 2)
        #expect(written(from: place) == ["threads": 1, "comments": 1])
        place = journal.count
        thread.entries.append(.comment(.mock("t1_new")))
        _ = try await provider.commit(thread, of: post, sort: nil, date: start + 3)
        #expect(written(from: place) == ["threads": 1, "comments": 1, "threadParts": 1], "the last part of the order")
        #expect(try await provider.storedThread(of: post)?.thread.entries == thread.entries)
    }

    @Test func anotherOrderWritesNoComment() async throws {
        let (_, provider) = try open()
        _ = try await provider.commit(.mock("a", " b", "c"), of: post, sort: .top, date: start)
        let place = journal.count
        _ = try await provider.commit(.mock("c", "a", " b"), of: post, sort: .new, date: start + 1)
        #expect(written(from: place) == ["threads": 1, "threadParts": 1])
    }

    @Test func aVisitWritesWhatIsNewSinceTheLastOneAndNothingElseOfIt() async throws {
        let (store, provider) = try open()
        _ = try await provider.commit(large(500), of: post, sort: nil, date: start)
        _ = try await provider.visit(post, at: start + 1)
        _ = try await provider.commit(large(502), of: post, sort: nil, date: start + 2)
        let place = journal.count
        _ = try await provider.visit(post, at: start + 3)
        #expect(written(from: place) == ["threadMarks": 1, "threadSeen": 1])
        let part = try store.snapshot().record(SeenPart.id(of: post, 1), in: CommentSchemas.seen)
        #expect(part?.comments.count == 2)
        let again = journal.count
        _ = try await provider.visit(post, at: start + 4)
        #expect(written(from: again) == ["threadMarks": 1])
    }

    @Test func theJournalOfCommentsIsReadableJSON() async throws {
        let (_, provider) = try open()
        _ = try await provider.commit(.mock("a", " b", " …1"), of: post, sort: .top, date: start)
        let text = String(decoding: journal, as: UTF8.self)
        #expect(text.contains(#"{"put":"comments","value":{"id":"demo/a","post":"demo/t3_a","parent":null,"depth":0,"#))
        #expect(text.contains(#""parent":"demo/a","depth":1,"author":"author""#))
        #expect(
            text.contains(
                ##""id":"demo/t3_a|0","comments":["a","b"],"more":[{"at":2,"parent":"a","depth":1,"count":1,"ids":["a-0"]}]"##
            ))
    }

    // MARK: Large threads

    /// The order alone would not fit into one record with all the names that placeholders may have.
    @Test func aThreadWithoutBoundsIsStoredInParts() async throws {
        let (store, provider) = try open()
        var thread = large(20_000)
        for number in 0..<40 {
            let names = (0..<2_500).map { Core.Comment.ID.mock("t1_missing\(number)x\($0)") }
            thread.entries.insert(
                .more(MoreComments(parent: .post(post), depth: 0, count: names.count, ids: names)), at: number * 400)
        }
        _ = try await provider.commit(thread, of: post, sort: nil, date: start)
        try await store.close()
        let (_, reopened) = try open()
        let stored = try await reopened.storedThread(of: post)
        #expect(stored?.thread.entries == thread.entries)
        #expect(try await reopened.storedCounts(of: [post]) == [post: 20_000])
        #expect(try await reopened.visit(post, at: start).seen.isEmpty)
        #expect(try await reopened.marks(of: post).seen.count == 20_000)
    }

    @Test func aShorterThreadLeavesNothingOfTheLongerOne() async throws {
        let (store, provider) = try open()
        _ = try await provider.commit(large(3_500), of: post, sort: nil, date: start)
        _ = try await provider.commit(large(10), of: post, sort: nil, date: start + 1)
        let snapshot = store.snapshot()
        #expect(try snapshot.count(of: CommentSchemas.comments) == 10)
        #expect(try snapshot.count(of: CommentSchemas.parts) == 1)
        #expect(try await provider.storedThread(of: post)?.thread.entries == large(10).entries)
    }

    // MARK: What does not belong

    @Test func aCommentOfAnotherSiteIsNoneOfThisThread() async throws {
        let (_, provider) = try open()
        var thread = CommentThread.mock("a", "b")
        let stranger = Core.Comment(id: .mock("x", site: .reddit), parent: .post(post))
        thread.entries.insert(.comment(stranger), at: 1)
        var stored = try await provider.commit(thread, of: post, sort: nil, date: start)
        #expect(stored.thread.comments.map(\.id.native) == ["a", "b"])
        #expect(stored.thread.issues.count == 1)
        // What was left out is told once, with the answer.
        stored.thread.issues = []
        #expect(try await provider.storedThread(of: post) == stored)
    }

    @Test func aCommentThatAnotherThreadHasNowIsInThatOneAlone() async throws {
        let (_, provider) = try open()
        let other = Post.ID.mock("t3_b")
        _ = try await provider.commit(.mock("a", "b"), of: post, sort: nil, date: start)
        _ = try await provider.commit(.mock("b"), of: other, sort: nil, date: start)
        #expect(try await provider.storedThread(of: post)?.thread.comments.map(\.id.native) == ["a"])
        #expect(try await provider.evictThreads(of: [post]) == 1)
        #expect(try await provider.storedThread(of: other)?.thread.comments.map(\.id.native) == ["b"])
    }

    @Test func aSearchThatNobodyWaitsForEnds() async throws {
        let (_, provider) = try open()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await provider.search("words", limit: 1)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Two implementations of one contract have to agree.
    @Test func randomWorkAgreesWithTheFakeInMemory() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("DatabaseCommentProviderTests.randomWork: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        let disk = ReopenedCommentStore()
        let fake = InMemoryOfflineCommentProvider()
        var ours = try await disk.open()
        for step in 0..<300 {
            let date = start + Double(step)
            var entries: [CommentThread.Entry] = []
            var path: [String] = []
            for name in Set((0..<number(8)).map { _ in "t1_\(number(12))" }).sorted() {
                path.removeLast(number(path.count + 1))
                var comment = Core.Comment.mock(name, parent: path.last, depth: path.count) { $0.score = number(3) }
                if number(4) == 0 { comment.body = nil }
                entries.append(.comment(comment))
                path.append(name)
            }
            if number(2) == 0 {
                entries.append(.more(.mock("t1_\(number(12))", "t1_\(number(12))")))
            }
            switch number(8) {
            case 0:
                let id = Core.Comment.ID.mock("t1_\(number(12))")
                let collapsed: [Core.Comment.ID: Bool?] = [id: number(3) == 0 ? nil : number(2) == 0]
                try await ours.setCollapsed(collapsed, of: post, at: date)
                try await fake.setCollapsed(collapsed, of: post, at: date)
            case 1:
                let marks = (try await ours.visit(post, at: date), try await fake.visit(post, at: date))
                #expect(marks.0 == marks.1, "seed \(seed), step \(step)")
            case 2 where number(3) == 0:
                let counts = (try await ours.evictThreads(of: [post]), try await fake.evictThreads(of: [post]))
                #expect(counts.0 == counts.1, "seed \(seed), step \(step)")
            case 3: ours = try await disk.open()
            case 4...5:
                guard let more = try await fake.storedThread(of: post)?.thread.more.first else { continue }
                let expansion = CommentExpansion(entries: entries, requested: more.ids, source: "mock")
                let threads = (
                    try await ours.commit(expansion, for: more, of: post),
                    try await fake.commit(expansion, for: more, of: post)
                )
                try #require(threads.0 == threads.1, "seed \(seed), step \(step)")
            default:
                var thread = CommentThread(entries: entries, source: "mock")
                if number(3) == 0 { thread.completeness = .partial }
                let sort = CommentSort.allCases[number(CommentSort.allCases.count)]
                let threads = (
                    try await ours.commit(thread, of: post, sort: sort, date: date),
                    try await fake.commit(thread, of: post, sort: sort, date: date)
                )
                try #require(threads.0 == threads.1, "seed \(seed), step \(step)")
            }
            let stored = (try await ours.storedThread(of: post), try await fake.storedThread(of: post))
            try #require(stored.0 == stored.1, "seed \(seed), step \(step)")
            let found = (try await ours.search("comment", limit: 99), try await fake.search("comment", limit: 99))
            try #require(found.0 == found.1, "seed \(seed), step \(step)")
        }
    }
}

/// One store on a disk in memory, open once at a time.
private final class ReopenedCommentStore: Sendable {
    private let files = InMemoryFileSystem()
    private let store = Mutex<JSONStore?>(nil)

    /// Closes the store if it is open, and opens it.
    func open() async throws -> DatabaseCommentProvider {
        try await store.withLock { $0 }?.close()
        let opened = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: files, time: ManualClock())
        store.withLock { $0 = opened }
        return DatabaseCommentProvider(store: opened)
    }
}
