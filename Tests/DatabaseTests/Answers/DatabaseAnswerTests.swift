import Foundation
import Mocks
import Testing

@testable import Core
@testable import Database

/// How long answers are kept, and what goes with an account.
@Suite(.timeLimit(.minutes(5)))
struct DatabaseAnswerTests {
    private let world: AnswerWorld
    private let anna = AnswerWorld.anna
    private let ben = AnswerWorld.ben

    init() throws {
        world = try AnswerWorld()
    }

    private func commit(_ answers: [Answer], for account: AccountKey? = nil) async throws {
        let commit = AnswerCommit(account ?? anna, answers, .head(AnswerTail(nil)), date: AnswerWorld.start + 1_000)
        _ = try await world.offline.commit(commit)
    }

    @Test func whatIsOldAndReadIsForgotten() async throws {
        try await commit([
            AnswerWorld.answer("a", at: 0, isRead: true), AnswerWorld.answer("b", at: 1),
            AnswerWorld.answer("c", at: 2), AnswerWorld.answer("d", at: 500, isRead: true),
        ])
        try await commit([AnswerWorld.answer("z", to: ben, at: 0, isRead: true)], for: ben)
        // Read, but that is not sent yet.
        try await world.provider.mark(true, [AnswerWorld.id("c")])
        let date = AnswerWorld.start + 100
        let plan = try await world.offline.forget(before: date, isDryRun: true)
        #expect(plan.count == 2 && plan.bytes > 0)
        #expect(try await world.shown() == ["d", "c*", "b!", "a"], "a plan changes nothing")
        let before = world.store.snapshot()
        #expect(try await world.offline.forget(before: date, isDryRun: false) == plan)
        #expect(try await world.shown() == ["d", "c*", "b!"])
        #expect(try await world.shown(for: ben).isEmpty)
        let after = world.store.snapshot()
        #expect(
            try before.count(of: StatusSchemas.confirmed) - after.count(of: StatusSchemas.confirmed) == 2,
            "what was confirmed of them goes too")
        #expect(try await world.offline.forget(before: date, isDryRun: false).count == 0)
    }

    @Test func whatBelongsToAnAccountGoesWithIt() async throws {
        try await commit([AnswerWorld.answer("a", at: 0), AnswerWorld.answer("b", at: 1, isRead: true)])
        try await commit([AnswerWorld.answer("a", to: ben, at: 0)], for: ben)
        let posts = DatabasePostProvider(store: world.store, viewers: CurrentViewers(), time: world.clock)
        #expect(try await posts.wipe(anna) == 5, "two answers, two marks, the list")
        #expect(try await world.shown().isEmpty)
        #expect(try await world.shown(for: ben) == ["a!"])
        #expect(try await world.provider.stored(for: anna).refreshed == nil)
    }

    @Test func answersSurviveTheStoreAndWhatCannotBeKeptCostsNothingElse() async throws {
        let files = InMemoryFileSystem()
        let open = { try JSONStore(directory: "/tmp/other", files: files, time: ManualClock()) }
        let store = try open()
        let answers = [
            AnswerWorld.answer("a", at: -1e12), AnswerWorld.answer("", at: 1), AnswerWorld.answer("b", at: 5),
            AnswerWorld.answer("c", at: 6, notice: "reply/7"),
        ]
        let tail = AnswerTail(PageCursor(rawValue: "replies:2"))
        let commit = AnswerCommit(anna, answers, .head(tail), date: AnswerWorld.start)
        let new = try await DatabaseAnswerProvider(store: store).commit(commit)
        #expect(new.map(\.comment.native).sorted() == ["a", "b", "c"])
        let stored = try await DatabaseAnswerProvider(store: store).answers(of: anna, isUnreadOnly: false, limit: nil)
        #expect(stored.answers.map(\.comment.native) == ["c", "b", "a"])
        try await store.close()
        let again = try open()
        let provider = DatabaseAnswerProvider(store: again)
        #expect(try await provider.answers(of: anna, isUnreadOnly: false, limit: nil) == stored)
        #expect(stored.next == tail.next && stored.refreshed == AnswerWorld.start)
        #expect(try await provider.answers(of: anna, isUnreadOnly: true, limit: 2).answers.count == 2)
    }

    @Test func retentionForgetsAnswersAndErasingToo() async throws {
        try await commit([AnswerWorld.answer("a", at: 0, isRead: true), AnswerWorld.answer("b", at: 1)])
        let posts = DatabasePostProvider(store: world.store, viewers: CurrentViewers(), time: world.clock)
        let clock = ManualClock(now: AnswerWorld.start + 91 * 86_400)
        let storage = DefaultStorageProvider(
            storage: DatabaseStorageProvider(store: world.store), posts: posts,
            providers: DefaultStorageProvider.Providers(answers: world.offline), settings: InMemorySettingsProvider(),
            time: clock)
        let plan = try await storage.planRetention(nil)
        #expect(plan[.comments].count == 1 && plan[.comments].bytes > 0)
        #expect(try await storage.applyRetention(nil)[.comments] == plan[.comments])
        #expect(try await world.shown() == ["b!"])
        try await commit([AnswerWorld.answer("c", at: 8e6, isRead: true)])
        #expect(try await storage.applyRetention(nil).isEmpty)
        #expect(try await storage.planErase(.fetched).freed[.comments]?.bytes ?? 0 > 0)
        _ = try await storage.erase(.fetched)
        #expect(try await world.shown() == ["b!"], "what is not read stays")
    }
}
