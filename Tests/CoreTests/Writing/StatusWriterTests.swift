import Foundation
import Mocks
import Testing

@testable import Core

/// Which changes of statuses an account tells its server, and which stay on this device.
@Suite(.timeLimit(.minutes(5)))
struct StatusWriterTests {
    private let writing = MockWritingProvider()
    private let settings = InMemorySettingsProvider()
    private let store = InMemoryOfflinePostProvider()
    private let anna = AccountKey(site: .demo, name: "anna")
    private let lemmy = Site.lemmy("lemmy.example")

    init() {
        writing.onQueue.answers { call in OutboxItem.ID(rawValue: "entry-\(call.account.site)") }
    }

    private func writer(_ viewers: Viewers) -> StatusWriter {
        StatusWriter(
            writing: writing, viewers: CurrentViewers(fixed: viewers), settings: settings, readSites: [lemmy],
            acts: store)
    }

    private func posts(_ names: String..., on site: Site = .demo) -> [Post.ID] {
        names.map { Post.ID(site: site, native: $0) }
    }

    private func keep(_ ids: [Post.ID]) async throws {
        try await store.store(ids.map { Post(id: $0, title: "T") }, completeness: .full)
    }

    private var intents: [WriteIntent] { writing.onQueue.calls.map(\.intent) }

    @Test func anAccountsVoteIsQueuedAndTheReceiptSaysSo() async throws {
        let ids = posts("a", "b")
        try await keep([ids[0]])
        let receipt = try await writer(Viewers([.demo: anna])).apply(
            .vote(.up), to: ids, in: store, at: Date(timeIntervalSince1970: 1))
        #expect(intents == ids.map { .vote(.up, on: .post($0)) })
        #expect(writing.onQueue.calls.allSatisfy { $0.account == anna })
        #expect(receipt.queued.count == 2 && receipt.signedOut.isEmpty)
        #expect(receipt.changed == [ids[0]] && receipt.unknown == [ids[1]])
        // No mark of nobody's is left behind.
        #expect(try await store.items([ids[0]])[0].status.vote == nil)
    }

    @Test func nobodysVoteStaysOnTheDeviceAndSaysThatASignInWouldHelp() async throws {
        let ids = posts("a")
        try await keep(ids)
        let receipt = try await writer(.nobody).apply(
            .vote(.down), to: ids, in: store, at: Date(timeIntervalSince1970: 1))
        #expect(intents.isEmpty && receipt.queued.isEmpty && receipt.signedOut == ids)
        #expect(try await store.items(ids)[0].status.vote == .down)
    }

    @Test(arguments: [
        StatusChange.saved(true), .savedSince(Date(timeIntervalSince1970: 0)), .hidden(true), .read(true),
        .favourite(true), .dismissed(true),
    ])
    func otherMarksStayOnTheDeviceUnlessTheyAreToBeSynced(_ change: StatusChange) async throws {
        let ids = posts("a")
        try await keep(ids)
        let writer = writer(Viewers([.demo: anna]))
        let receipt = try await writer.apply(change, to: ids, in: store, at: Date(timeIntervalSince1970: 1))
        #expect(intents.isEmpty && receipt.signedOut.isEmpty && receipt.changed == ids)
        try await settings.update { $0.syncStatuses = true }
        #expect(intents.isEmpty, "switching it on tells nothing of what was done before")
        _ = try await writer.apply(change, to: ids, in: store, at: Date(timeIntervalSince1970: 2))
        let target = StatusTarget.post(ids[0])
        switch change {
        case .saved, .savedSince: #expect(intents == [.save(true, target)])
        case .hidden: #expect(intents == [.hide(true, target)])
        // This site keeps nobody's read marks.
        default: #expect(intents.isEmpty)
        }
    }

    @Test func whatWasReadIsToldWhereTheSiteKeepsItForPeople() async throws {
        try await settings.update { $0.syncStatuses = true }
        let ben = AccountKey(site: lemmy, name: "7")
        let ids = posts("a") + posts("1", on: lemmy) + posts("x", on: Site(rawValue: "other"))
        try await keep(ids)
        let receipt = try await writer(Viewers([.demo: anna, lemmy: ben])).apply(
            .read(true), to: ids, in: store, at: Date(timeIntervalSince1970: 1))
        #expect(intents == [.read(true, .post(ids[1]))] && writing.onQueue.calls.map(\.account) == [ben])
        #expect(receipt.changed == ids, "in the order of naming")
        #expect(receipt.queued.count == 1)
        let read = try await store.items(ids).map(\.status.isRead)
        #expect(read == [true, false, true])
    }

    @Test func commentsAreVotedOnAndSavedButNotHidden() async throws {
        try await settings.update { $0.syncStatuses = true }
        let comment = StatusTarget.comment(Core.Comment.ID(site: .demo, native: "t1_a"))
        let writer = writer(Viewers([.demo: anna]))
        #expect(try await writer.write(.vote(nil), of: [comment]).told == [comment])
        #expect(try await writer.write(.saved(false), of: [comment]).told == [comment])
        #expect(try await writer.write(.hidden(true), of: [comment]).kept == [comment])
        #expect(intents == [.vote(nil, on: comment), .save(false, comment)])
    }

    @Test func aFailureToQueueChangesNothing() async throws {
        writing.onQueue.fails(with: DataError(.noSpace))
        let ids = posts("a")
        try await keep(ids)
        let error = await #expect(throws: DataError.self) {
            try await writer(Viewers([.demo: anna])).apply(
                .vote(.up), to: ids, in: store, at: Date(timeIntervalSince1970: 1))
        }
        #expect(error?.code == .noSpace)
        #expect(try await store.items(ids)[0].status.vote == nil)
    }

    @Test func anActThatCouldNotBeQueuedIsNone() async throws {
        try await settings.update { $0.syncStatuses = true }
        writing.onQueue.fails(with: DataError(.noSpace))
        let ids = posts("a")
        try await keep(ids)
        await #expect(throws: DataError.self) {
            try await writer(Viewers([.demo: anna])).apply(
                .saved(true), to: ids, isUndoable: true, in: store, at: Date(timeIntervalSince1970: 1))
        }
        #expect(try await store.acts().isEmpty)
    }

    @Test func whatIsToldAnewIsWhatHasChanged() async throws {
        try await settings.update { $0.syncStatuses = true }
        let ids = posts("a", "b")
        try await keep(ids)
        let date = Date(timeIntervalSince1970: 1)
        // The server has it of one already.
        var isSaved = ConfirmedValues()
        isSaved.isSaved = true
        let anna = AccountKey(site: .demo, name: "anna")
        let store = InMemoryOfflinePostProvider(sharing: store, owner: .account(anna))
        try await store.store(Core.Confirmation(account: anna, values: [.post(ids[1]): isSaved]))
        let writer = StatusWriter(
            writing: writing, viewers: CurrentViewers(fixed: Viewers([.demo: anna])), settings: settings, readSites: [],
            acts: store)
        _ = try await writer.apply(.saved(true), to: ids, isUndoable: true, in: store, at: date)
        #expect(try await store.acts().map(\.parts) == [[UndoableAct.Part(.saved(false), [ids[0]])]])
        let undone = try await writer.undo(in: store, at: date)
        // The mock's outbox shows nothing, so that here there is nothing to take back.
        #expect(undone.undone == nil && intents.count == 2)
        #expect(try await store.acts().isEmpty)
    }

    @Test func whoIsSignedInButNotKnownYetIsAskedFor() async throws {
        let session = MockSessionProvider()
        session.accounts.set(
            SiteAccounts(all: [SignedInAccount(id: "at", site: .demo)], currentID: "at"))
        let writer = StatusWriter(
            writing: writing, viewers: CurrentViewers([.demo: session]), settings: settings, readSites: [],
            acts: store)
        let target = StatusTarget.post(posts("a")[0])
        writing.onAccount.returns(anna)
        #expect(try await writer.write(.vote(.up), of: [target]).told == [target])
        // What cannot be found out is no reason to keep the vote for nobody.
        writing.onAccount.fails(with: DataError(.offline))
        await #expect(throws: DataError.self) { try await writer.write(.vote(.up), of: [target]) }
        writing.onAccount.fails(with: DataError(.unauthorized))
        #expect(try await writer.write(.vote(.up), of: [target]).signedOut == [target])
    }
}
