import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Comments without their texts, read from slots that are guessed: the same as each read by itself.
@Suite(.timeLimit(.minutes(5)))
struct StoredCommentsTests {
    private let post = Post.ID.mock("t3_a")

    private func open() throws -> (JSONStore, DatabaseCommentProvider) {
        let store = try JSONStore(
            directory: "/tmp/store", collections: DatabasePostProvider.collections, files: InMemoryFileSystem(),
            time: ManualClock())
        return (store, DatabaseCommentProvider(store: store))
    }

    private func text(_ random: SeededRandomSource) -> String? {
        let pieces = [
            "word", " ", "\n", "\"", "\\", "/", "\t", "\r", "\u{1}", "\u{8}", "\u{7F}", "їжак", "🏮", "é", "\u{2028}",
            "a longer piece of text without anything in it",
        ]
        guard random.next() % 6 != 0 else { return nil }
        return (0..<Int(random.next() % 12)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
    }

    private func comment(_ name: String, _ random: SeededRandomSource) -> Core.Comment {
        var comment = Core.Comment(
            id: .mock(name), parent: random.next() % 2 == 0 ? .post(post) : .comment(.mock("їжак")),
            depth: Int(random.next() % 9))
        comment.author = text(random)
        comment.authorFullname = text(random)
        comment.body = text(random)
        comment.score = random.next() % 3 == 0 ? nil : Int(random.next() % 99) - 9
        comment.created =
            random.next() % 3 == 0 ? nil : Date(timeIntervalSince1970: Double(random.next() % 999_999) / 8)
        comment.edited = [nil, .never, .atUnknownTime, .at(Date(timeIntervalSince1970: 1.5))][Int(random.next() % 4)]
        comment.isStickied = random.next() % 2 == 0
        comment.distinguished = text(random)
        comment.collapsedReason = random.next() % 2 == 0 ? nil : "BLOCKED_AUTHOR"
        comment.removal = [nil, .deletedByAuthor, .removed(by: nil), .removed(by: "їжак")][Int(random.next() % 4)]
        return comment
    }

    @Test func aCommentThatIsGoneOverIsTheOneThatIsDecoded() throws {
        var (skimmedCount, leftCount) = (0, 0)
        for seed in 0..<300 as Range<UInt64> {
            let random = SeededRandomSource(seed: seed)
            // Some records one behind the other, those of one seed with the same fields at their ends.
            let records = (0..<4).map { number in
                var comment = comment("t1_\(seed)_\(number)", random)
                if number < 2 {
                    (comment.author, comment.authorFullname) = ("їжак", random.next() % 2 == 0 ? nil : "t2")
                }
                if seed % 2 == 0 { (comment.distinguished, comment.removal, comment.collapsedReason) = (nil, nil, nil) }
                return CommentRecord(comment, of: post)
            }
            var json: [UInt8] = Array("before".utf8)
            let ranges = try records.map { record in
                let start = json.count
                try RecordCodec<CommentRecord>.make().encode(record, to: &json)
                return start..<json.count
            }
            json += Array(",\"score\":1".utf8)
            let texts = StoredTexts(json)
            CommentSkimmer.withSkimmer(texts, of: post) { skimmer in
                for (record, range) in zip(records, ranges) {
                    guard let skimmed = skimmer.skim(range) else {
                        leftCount += 1
                        continue
                    }
                    skimmedCount += 1
                    #expect(skimmed.comment == record.comment && skimmed.isOfPost, "seed \(seed)")
                    #expect(skimmed.comment.body == record.comment.body, "seed \(seed)")
                    #expect(skimmed.comment.author == record.comment.author, "seed \(seed)")
                    // And nothing that is cut off is taken for a comment.
                    let end = range.lowerBound + Int(random.next() % UInt64(range.count))
                    #expect(skimmer.skim(range.lowerBound..<end) == nil, "seed \(seed), \(end)")
                }
            }
            CommentSkimmer.withSkimmer(texts, of: .mock("t3_b")) { other in
                for range in ranges { #expect(other.skim(range)?.isOfPost != true, "seed \(seed)") }
            }
        }
        // An author's name with escapes is rare, but for these.
        #expect(skimmedCount > 590 && leftCount > 0, "\(skimmedCount) were gone over, \(leftCount) were left")
    }

    @Test(arguments: [#""author":7"#, #""author":"a\u0001b""#, #""author":"a","#, ""])
    func whatIsUnusualIsLeftToTheDecoder(_ author: String) {
        func json(_ author: String) -> [UInt8] {
            let json =
                #"{"id":"demo/t1_x","post":"demo/t3_a","parent":null,"depth":0,\#(author),"authorFullname":null,"#
                + #""body":"b","score":1,"isScoreHidden":null,"created":null,"edited":null,"isStickied":null,"#
                + #""isSubmitter":null,"distinguished":null,"isCollapsed":null,"collapsedReason":null,"removal":null}"#
            return Array(json.utf8)
        }
        func skimmed(_ json: [UInt8]) -> Core.Comment? {
            var comment: Core.Comment?
            CommentSkimmer.withSkimmer(StoredTexts(json), of: post) { comment = $0.skim(json.indices)?.comment }
            return comment
        }
        #expect(skimmed(json(author)) == nil)
        #expect(skimmed(json(#""author":"a""#))?.body == "b", "the rest is right")
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func commentsThatLieApartAreReadAsEachByItself(_ seed: UInt64)
        async throws
    {
        let random = SeededRandomSource(seed: seed)
        let (store, _) = try open()
        let all = (0..<900).map { comment("t1_\($0)", random) }
        // Given some runs of neighbours, some that lie anywhere, some deleted and written again, some of another thread
        var order = Array(all.indices)
        if seed % 3 == 1 { order.sort { ($0 * 7_919 + Int(seed)) % 901 < ($1 * 7_919 + Int(seed)) % 901 } }
        if seed % 3 == 2 {
            for _ in 0..<6 {
                let place = Int(random.next() % 800)
                order.append(contentsOf: order[place..<place + 100])
                order.removeSubrange(place..<place + 100)
            }
        }
        for start in stride(from: 0, to: order.count, by: 150) {
            let part = Array(order[start..<start + 150])
            try await store.write(.buffered) { transaction in
                for index in part {
                    let owner = index % 37 == 5 ? Post.ID.mock("t3_b") : post
                    try transaction.upsert(CommentRecord(all[index], of: owner), in: CommentSchemas.comments)
                }
            }
        }
        let gone = (0..<Int(seed) * 5).map { _ in Int(random.next() % 900) }
        try await store.write(.buffered) { transaction in
            for index in gone { try transaction.delete(all[index].id, from: CommentSchemas.comments) }
        }
        try await store.write(.buffered) { transaction in
            for index in gone.dropFirst(7) {
                try transaction.upsert(CommentRecord(all[index], of: post), in: CommentSchemas.comments)
            }
        }
        // When they are asked for in the order of the thread
        let ids = all.map(\.id)
        let snapshot = store.snapshot()
        let found = try snapshot.comments(ids, of: post)
        // Then each is what its id alone gives
        var missing = 0
        for (index, id) in ids.enumerated() {
            let record = try snapshot.record(id, in: CommentSchemas.comments)
            let expected = record?.post == post ? record?.comment : nil
            #expect(found.comments[index] == expected, "seed \(seed), \(index)")
            if expected == nil { missing += 1 }
        }
        #expect(missing > 0 && missing < 400, "seed \(seed)")
        #expect(try found.places == snapshot.places(of: SortedIDs(ids), in: CommentSchemas.comments), "seed \(seed)")
    }

    // MARK: Threads that somebody has

    @Test func aThreadThatSomebodyHasIsNotReadAgain() async throws {
        let (store, provider) = try open()
        let thread = CommentThread.mock("a", " b", "…2")
        let kept = try await provider.commit(thread, of: post, sort: nil, date: Date(timeIntervalSince1970: 1))
        let first = try #require(try await provider.storedThread(of: post))
        #expect(first.thread.comments.map { $0.isCopy(of: kept.thread.comments[0]) } == [true, false])
        // And another provider reads for itself
        let other = try #require(try await DatabaseCommentProvider(store: store).storedThread(of: post))
        #expect(other == first && !other.thread.comments[0].isCopy(of: first.thread.comments[0]))
        withExtendedLifetime(kept) {}
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func randomWorkAgreesWithWhatIsReadAnew(_ seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        let (store, provider) = try open()
        let posts = [post, .mock("t3_b")]
        var kept: [Post.ID: StoredThread] = [:]
        for step in 0..<60 {
            let date = Date(timeIntervalSince1970: Double(number(3)))
            let post = posts[number(2)]
            var entries: [CommentThread.Entry] = []
            var path: [String] = []
            let count = number(3) == 0 ? 400 : number(30)
            for name in 0..<count {
                path.removeLast(number(path.count + 1))
                // Both threads want some of them.
                let name = "t1_\(number(20) == 0 ? "both\(number(30))" : "\(post.native)_\(name)")"
                guard !entries.contains(where: { $0.parentOrSelf == .mock(name) }) else { continue }
                entries.append(
                    .comment(.mock(name, parent: path.last, depth: path.count) { $0.score = number(8) == 0 ? 2 : 1 }))
                path.append(name)
            }
            if number(2) == 0 { entries.append(.more(.mock("t1_x\(number(12))", "t1_y\(number(12))"))) }
            switch number(6) {
            case 0 where number(2) == 0: _ = try await provider.evictThreads(of: [post])
            case 0: _ = try await provider.visit(post, at: date)
            case 1...3:
                guard let more = try await provider.storedThread(of: post)?.thread.more.first else { continue }
                entries.removeAll { $0.depth > 0 }
                let expansion = CommentExpansion(entries: entries, requested: more.ids, source: "mock")
                let expanded = try await provider.commit(expansion, for: more, of: post)
                let anew = try await DatabaseCommentProvider(store: store).storedThread(of: post)
                #expect(expanded?.thread.entries == anew?.thread.entries, "seed \(seed), step \(step)")
                kept[post] = expanded
            default:
                let thread = CommentThread(entries: entries, source: "mock")
                let stored = try await provider.commit(thread, of: post, sort: nil, date: date)
                let anew = try await DatabaseCommentProvider(store: store).storedThread(of: post)
                #expect(stored.thread.entries == anew?.thread.entries, "seed \(seed), step \(step)")
                kept[post] = stored
            }
            for post in posts {
                let stored = try await provider.storedThread(of: post)
                let anew = try await DatabaseCommentProvider(store: store).storedThread(of: post)
                try #require(stored == anew, "seed \(seed), step \(step), \(post)")
                // Sometimes nobody has it any more.
                kept[post] = number(3) == 0 ? nil : stored
            }
        }
        #expect(kept.count <= 2)
    }
}

extension CommentThread.Entry {
    /// The id of a comment; of a placeholder nothing that could be one.
    fileprivate var parentOrSelf: Core.Comment.ID {
        if case .comment(let comment) = self { comment.id } else { .mock("") }
    }
}
