import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Own marks of owners and what servers confirmed, in a JSON store.
@Suite(.timeLimit(.minutes(20)))
struct DatabaseStatusTests {
    private let files = InMemoryFileSystem()
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let anna = AccountKey(site: .demo, name: "t2_anna")
    private let post = StatusTarget.post(.mock("t3_a"))
    private let comment = StatusTarget.comment(.mock("t1_a"))

    private func open(_ files: InMemoryFileSystem? = nil) throws -> JSONStore {
        try JSONStore(directory: "/tmp/store", files: files ?? self.files, time: ManualClock())
    }

    private var journal: String {
        String(decoding: files.bytes(at: "/tmp/store/journal-00000001.jsonl") ?? [], as: UTF8.self)
    }

    @Test(arguments: OfflineStatusProviderContract.checks)
    func keepsTheContract(_ check: OfflineStatusProviderContract.Check) async {
        await OfflineStatusProviderContract {
            let store = try JSONStore(directory: "/tmp/store", files: InMemoryFileSystem(), time: ManualClock())
            return OfflineStatusProviderContract.Providers(
                statuses: DatabasePostProvider(store: store),
                posts: { DatabasePostProvider(store: store, owner: $0) },
                comments: { DatabaseCommentProvider(store: store, owner: $0) })
        }.run(check)
    }

    @Test(arguments: OfflinePostProviderContract.checks)
    func aProviderOfAnAccountKeepsTheContractOfPostsToo(_ check: OfflinePostProviderContract.Check) async {
        let disk = ReopenedStore()
        let owner = MarkOwner.account(anna)
        await OfflinePostProviderContract {
            try await disk.open(owner: owner)
        } reopening: { _ in
            try await disk.open(owner: owner)
        }.run(check)
    }

    @Test func everyRecordIsALineOfJSON() async throws {
        let store = try open()
        let posts = DatabasePostProvider(store: store)
        let owner = MarkOwner.account(AccountKey(site: .demo, name: "a|b%c"))
        _ = try await posts.apply(.collapsed(true), to: [comment], for: owner, at: start)
        try await posts.store(Confirmation(account: anna, values: [comment: ConfirmedValues(vote: .neutral)]))
        try await store.close()
        // Joined, as adding many literals takes the compiler a second.
        let marks = [
            #"{"put":"marks","value":{"id":"demo/a%7cb%25c|comment|demo/t1_a","isRead":false,"isSaved":false,"#,
            #""isFavourite":false,"isDismissed":false,"isHidden":false,"vote":null,"savedAt":null,"#,
            #""favouritedAt":null,"firstSeen":1700000000.0,"changed":1700000000.0,"dates":{"read":null,"#,
            #""saved":null,"favourite":null,"dismissed":null,"hidden":null,"vote":null,"#,
            #""collapsed":1700000000.0},"isCollapsed":true}}"#,
        ].joined()
        #expect(journal.contains(marks))
        let confirmed = [
            #"{"put":"confirmed","value":{"id":"demo/t2_anna|comment|demo/t1_a","values":{"vote":"neutral","#,
            #""isSubscribed":null,"isSaved":null,"isHidden":null,"isRead":null},"commits":{"vote":2,"#,
            #""isSubscribed":null,"isSaved":null,"isHidden":null,"isRead":null}}}"#,
        ].joined()
        #expect(journal.contains(confirmed))
        let reopened = DatabasePostProvider(store: try open())
        #expect(try await reopened.statuses(of: [comment], for: owner)[comment]?.isCollapsed == true)
        #expect(try await reopened.confirmed(of: [comment], for: anna)[comment]?.commits.vote == 2)
    }

    @Test func marksOfAnOwnerAreReadTheQuickWay() throws {
        var marks = OwnedMarks(id: OwnedTarget(.account(anna), comment))
        marks.marks.apply(.saved(true), at: start)
        marks.marks.apply(.vote(.up), at: start + 1)
        let codec = RecordCodec<OwnedMarks>.make()
        var bytes: [UInt8] = []
        try codec.encode(marks, to: &bytes)
        let quick = bytes.withUnsafeBufferPointer { bytes -> OwnedMarks? in
            var reader = FieldReader(bytes, of: OwnedMarks.self, OwnedMarks.storedFields)
            // What it throws only means that the complete decoder would be asked.
            return try? OwnedMarks.read(from: &reader)
        }
        #expect(quick == marks)
        // One that was collapsed has a date that others have not: the complete decoder reads it.
        marks.marks.apply(.collapsed(false), at: start + 2)
        bytes = []
        try codec.encode(marks, to: &bytes)
        #expect(try bytes.withUnsafeBytes { try codec.decode($0) } == marks)
    }

    @Test func aPageAndWhatItConfirmsAreThereTogetherOrNotAtAllWhereverTheFileIsCut() async throws {
        let store = try open()
        var page = Page.mock("t3_a")
        page.confirmation = Confirmation(account: anna, values: [post: ConfirmedValues(vote: .up)])
        _ = try await DatabasePostProvider(store: store).commit(page, to: .mock(), at: .head, date: start)
        // Before the store is closed, which writes files that are derived from the journal.
        let path = "/tmp/store/journal-00000001.jsonl"
        files.killProcess()
        let whole = try #require(files.bytes(at: path))
        for count in stride(from: 0, through: whole.count, by: 1) {
            let cut = InMemoryFileSystem()
            cut.put(Array(whole[..<count]), at: path)
            // A file that is cut in its first line is no store's file; it is set aside, or refused.
            guard let store = try? open(cut) else { continue }
            let posts = DatabasePostProvider(store: store)
            let items = try await posts.items([.mock("t3_a")])
            let states = try await posts.confirmed(of: [post], for: anna)
            #expect(items.isEmpty == states.isEmpty, "cut at byte \(count)")
            if count == whole.count { #expect(!items.isEmpty) }
            try await store.close()
        }
    }

    @Test func anAccountsMarksAreInAnArchiveAndComeBackFromIt() async throws {
        let store = try open()
        let posts = DatabasePostProvider(store: store)
        _ = try await posts.commit(.mock("t3_a"), to: .mock(), at: .head, date: start)
        _ = try await posts.apply(.saved(true), to: [post, comment], for: .account(anna), at: start + 1)
        _ = try await posts.apply(.read(true), to: [comment], for: .nobody, at: start + 2)
        try await posts.store(Confirmation(account: anna, values: [post: ConfirmedValues(vote: .up)]))
        let archive = try await DatabaseArchiveProvider(store: store, time: ManualClock()).export()
        #expect(archive.marks.count == 3 && archive.statuses.isEmpty)
        #expect(archive.posts.map(\.id.native) == ["t3_a"], "what an account keeps goes along")
        let data = try ArchiveCoder.encode(archive)

        let other = try open(InMemoryFileSystem())
        let archives = DatabaseArchiveProvider(store: other, time: ManualClock())
        let receipt = try await archives.merge(try ArchiveCoder.decode(data))
        #expect(receipt.statuses.added == 3 && receipt.posts.added == 1)
        let merged = DatabasePostProvider(store: other, owner: .account(anna))
        let saved = try await merged.storedFeed(Feed(site: .demo, source: .saved))
        #expect(saved.items.map(\.id.native) == ["t3_a"])
        #expect(saved.items.first?.status.vote == nil, "what a server said stays with the device that heard it")
        #expect(try await archives.merge(archive).isEmpty, "the second time changes nothing")
    }

    @Test func aCommentsMarkIsAnnouncedWithItsPost() async throws {
        let store = try open()
        let comments = DatabaseCommentProvider(store: store)
        _ = try await comments.commit(.mock("t1_a"), of: .mock("t3_a"), sort: nil, date: start)
        var changes = comments.changes().makeAsyncIterator()
        _ = try await DatabasePostProvider(store: store).apply(
            .saved(true), to: [comment], for: .nobody, at: start)
        let announced = await changes.next()
        #expect(announced == [.mock("t3_a")])
    }

    @Test func aFavouritesFilesStayUntilNobodyKeepsIt() async throws {
        let store = try open()
        let posts = DatabasePostProvider(store: store)
        _ = try await posts.commit(.mock("t3_a"), to: .mock(), at: .head, date: start)
        for owner in [MarkOwner.nobody, .account(anna)] {
            _ = try await posts.apply(.favourite(true), to: [post], for: owner, at: start)
        }
        try await store.write(.buffered) { transaction in
            let isHeld = try transaction.mayHoldMedia(.mock("t3_a"))
            #expect(isHeld)
        }
        _ = try await posts.apply(.favourite(false), to: [post], for: .nobody, at: start + 1)
        try await store.write(.buffered) { transaction in
            let isHeld = try transaction.mayHoldMedia(.mock("t3_a"))
            #expect(isHeld, "the account still keeps it")
        }
        _ = try await posts.apply(.favourite(false), to: [post], for: .account(anna), at: start + 2)
        try await store.write(.buffered) { transaction in
            let isHeld = try transaction.mayHoldMedia(.mock("t3_a"))
            #expect(!isHeld)
        }
    }

    @Test func searchingShowsTheMarksOfItsOwner() async throws {
        let store = try open()
        let posts = DatabasePostProvider(store: store)
        _ = try await posts.commit(.mock("t3_a"), to: .mock(), at: .head, date: start)
        _ = try await posts.apply(.hidden(true), to: [post], for: .account(anna), at: start)
        let request = PostSearchRequest(SearchQuery("t3_a"))
        #expect(try await DatabasePostSearchProvider(store: store).search(request).items.count == 1)
        let searching = DatabasePostSearchProvider(store: store, owner: .account(anna))
        #expect(try await searching.search(request).items.isEmpty)
    }
}
