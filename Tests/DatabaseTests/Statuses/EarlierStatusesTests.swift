import Core
import Database
import Foundation
import Mocks
import Testing

/// A store that the version wrote which knew nobody's marks only: everything in it reads the same, and stays.
struct EarlierStatusesTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let feed = Feed(site: .demo)

    private func open(_ files: InMemoryFileSystem) throws -> JSONStore {
        try JSONStore(directory: EarlierStatusStore.directory, files: files, time: ManualClock())
    }

    /// Expects everything that the store's description says.
    private func expectEverything(in store: JSONStore, _ comment: Testing.Comment) async throws {
        let posts = DatabasePostProvider(store: store)
        let stored = try await posts.storedFeed(feed)
        let names = "abcdefghi".map { "t3_\($0)" }
        #expect(stored.items.map(\.id.native) == names, comment)
        #expect(stored.canUndo, comment)
        let all = Dictionary(uniqueKeysWithValues: stored.items.map { ($0.id.native, $0.status) })
        #expect(all["t3_a"]?.isRead == true && all["t3_a"]?.vote == .up, comment)
        #expect(all["t3_a"]?.firstSeen == start + 10 && all["t3_a"]?.changed == start + 13, comment)
        #expect(all["t3_a"]?.dates[.read] == start + 10 && all["t3_a"]?.dates[.vote] == start + 13, comment)
        #expect(all["t3_b"]?.isRead == true && all["t3_b"]?.savedAt == start + 11, comment)
        #expect(all["t3_c"]?.isSaved == true && all["t3_c"]?.favouritedAt == start + 12, comment)
        #expect(all["t3_d"]?.vote == .down, comment)
        #expect(all["t3_e"]?.vote == nil && all["t3_e"]?.dates[.vote] == start + 16, comment)
        #expect(all["t3_f"]?.isHidden == true, comment)
        #expect(all["t3_g"]?.isSaved == false && all["t3_g"]?.dates[.saved] == start + 20, comment)
        #expect(all["t3_h"]?.isDismissed == true && all["t3_i"]?.isDismissed == true, comment)
        let saved = try await posts.storedFeed(Feed(site: .demo, source: .saved))
        #expect(saved.items.map(\.id.native) == ["t3_b", "t3_c"], comment)
        let favourites = try await posts.storedFeed(Feed(site: .demo, source: .favourites))
        #expect(favourites.items.map(\.id.native) == ["t3_c"], comment)
        let unknown = StatusTarget.post(.mock("t3_unknown"))
        #expect(try await posts.statuses(of: [unknown], for: .nobody)[unknown]?.savedAt == start + 18, comment)
        let marks = try await DatabaseCommentProvider(store: store).marks(of: .mock("t3_a"))
        let expected = ThreadMarks(
            collapsed: [.mock("t1_a"): true, .mock("t1_c"): false], visited: start + 32,
            seen: [.mock("t1_a"), .mock("t1_b"), .mock("t1_c")])
        #expect(marks == expected, comment)
    }

    @Test(arguments: [true, false])
    func everyStatusReadsTheSameAndNothingIsRewrittenAtOpening(withDerivedFiles: Bool) async throws {
        let files = EarlierStatusStore.disk(withDerivedFiles: withDerivedFiles)
        let store = try open(files)
        try await expectEverything(in: store, "opened")
        let anna = DatabasePostProvider(store: store, owner: .account(AccountKey(site: .demo, name: "t2_anna")))
        #expect(try await anna.storedFeed(feed).items.allSatisfy { $0.status.marks == Marks() })
        #expect(try await !anna.storedFeed(feed).canUndo)
        try await store.close()
        let journal = try #require(files.bytes(at: EarlierStatusStore.journalPath))
        #expect(journal == [UInt8](EarlierStatusStore.journal.utf8), "the journal is as it was")
    }

    @Test(arguments: [true, false])
    func itIsWrittenToAndOpenedAgain(withDerivedFiles: Bool) async throws {
        let files = EarlierStatusStore.disk(withDerivedFiles: withDerivedFiles)
        let anna = AccountKey(site: .demo, name: "t2_anna")
        let (post, comment) = (StatusTarget.post(.mock("t3_a")), StatusTarget.comment(.mock("t1_a")))
        var store = try open(files)
        var posts = DatabasePostProvider(store: store)
        _ = try await posts.apply(.saved(true), to: [post, comment], for: .account(anna), at: start + 50)
        _ = try await posts.apply(.read(true), to: [comment], for: .nobody, at: start + 51)
        try await posts.store(Confirmation(account: anna, values: [post: ConfirmedValues(vote: .down)]))
        try await expectEverything(in: store, "written to")
        try await store.close()

        store = try open(files)
        posts = DatabasePostProvider(store: store)
        try await expectEverything(in: store, "opened again")
        let statuses = try await posts.statuses(of: [post, comment], for: .account(anna))
        #expect(statuses[post]?.isSaved == true && statuses[post]?.vote == .down)
        #expect(statuses[comment]?.savedAt == start + 50)
        // The last dismissal is taken back first.
        #expect(try await posts.apply(.undoDismiss, at: start + 60).changed == [.mock("t3_i")])
        #expect(try await posts.apply(.undoDismiss, at: start + 61).changed == [.mock("t3_h")])
        #expect(try await !posts.storedFeed(feed).canUndo)
        // A mark that nobody sets on a post is written as that version wrote it.
        _ = try await posts.apply(.set(.read(true), [.mock("t3_d")]), at: start + 62)
        try await store.close()
        let journal = String(decoding: files.bytes(at: EarlierStatusStore.journalPath) ?? [], as: UTF8.self)
        #expect(
            journal.contains(
                #"{"put":"statuses","value":{"id":"demo/t3_d","isRead":true,"isSaved":false,"isFavourite":false,"#
                    + #""isDismissed":false,"isHidden":false,"vote":"down","savedAt":null,"favouritedAt":null,"#
                    + #""firstSeen":1700000014.0,"changed":1700000062.0,"dates":{"read":1700000062.0,"saved":null,"#
                    + #""favourite":null,"dismissed":null,"hidden":null,"vote":1700000014.0}}}"#))
    }
}
