import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Answers that come after their account has left this device: nothing of them is stored for it.
@Suite(.timeLimit(.minutes(5)))
struct LeftAccountTests {
    private let start = ViewersWorld.start
    private let anna = ViewersWorld.anna
    private let ben = ViewersWorld.ben

    /// A store on which Anna's rows were removed, while answers to her are still on their way.
    private func left() async throws -> ViewersWorld {
        let world = try await ViewersWorld()
        world.look(as: anna)
        world.session.state.set(.signedIn)
        _ = try await world.posts.wipe(anna)
        world.session.accounts.update { accounts in
            accounts.all.removeAll { $0.key == anna }
            accounts.currentID = nil
        }
        world.session.state.set(.signedOut)
        return world
    }

    private func said(to account: AccountKey, _ world: ViewersWorld) -> Core.Confirmation {
        Core.Confirmation(
            account: account,
            values: [
                .post(world.id("t3_a")): ConfirmedValues(vote: .up),
                .comment(.mock("t1_a")): ConfirmedValues(vote: .down),
            ])
    }

    private func confirmedCount(_ world: ViewersWorld) throws -> Int {
        try world.store.snapshot().count(of: StatusSchemas.confirmed)
    }

    @Test func whatItSaysOfVotesIsDropped() async throws {
        let world = try await left()
        for account in [anna, ben] {
            var page = Page.mock("t3_a")
            page.confirmation = said(to: account, world)
            _ = try await world.posts.commit(page, to: world.feed, at: .head, date: start)
            var thread = CommentThread.mock("t1_a", post: .mock("t3_a"))
            thread.confirmation = said(to: account, world)
            _ = try await world.comments.commit(thread, of: world.id("t3_a"), sort: nil, date: start)
            try await world.posts.store(said(to: account, world))
            // Who is still here has it.
            #expect(try confirmedCount(world) == (account == anna ? 0 : 2))
        }
    }

    @Test func itsOwnFeedIsNotStored() async throws {
        let world = try await left()
        let (hers, his) = (world.feed.seen(by: "t2_anna"), world.feed.seen(by: "t2_ben"))
        await #expect(throws: SomebodyElseLooks.self) {
            _ = try await world.posts.commit(.mock("t3_c"), to: hers, at: .head, date: start)
        }
        _ = try await world.posts.commit(.mock("t3_c"), to: his, at: .head, date: start)
        let feeds = try world.store.snapshot().window(of: PostSchemas.feeds).compactMap(\.account)
        #expect(feeds == ["t2_ben"])
    }

    @Test func answersToItAreNotStored() async throws {
        let world = try await left()
        let answers = DatabaseAnswerProvider(store: world.store, viewers: world.viewers)
        for account in [anna, ben] {
            let answer = AnswerWorld.answer("t1_r", to: account, at: 0)
            let new = try await answers.commit(
                AnswerCommit(account, [answer], .head(AnswerTail(nil)), date: start))
            let stored = try await answers.answers(of: account, isUnreadOnly: false, limit: nil)
            #expect(new == (account == anna ? [] : [answer.id]))
            #expect(stored.count == new.count && (stored.refreshed == nil) == (account == anna))
        }
    }

    @Test func whatComesBeforeTheAccountsAreReadIsStored() async throws {
        let world = try await ViewersWorld()
        try await world.posts.store(said(to: anna, world))
        #expect(try confirmedCount(world) == 2)
    }
}
