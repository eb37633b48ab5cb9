import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Taking over what was done signed out, and removing what belongs to one account.
@Suite(.timeLimit(.minutes(20)))
struct AccountRecordsTests {
    private let start = ViewersWorld.start
    private let anna = ViewersWorld.anna
    private let ben = ViewersWorld.ben
    private let comment = Comment.ID.mock("t1_a")

    private func set(_ change: StatusChange, _ native: String, in world: ViewersWorld, at offset: Double) async throws {
        _ = try await world.posts.apply(.set(change, [world.id(native)]), at: start + offset)
    }

    // MARK: Taking over

    @Test func anAccountGetsWhatWasDoneSignedOutOnItsSite() async throws {
        let world = try await ViewersWorld()
        try await set(.saved(true), "t3_a", in: world, at: 1)
        try await set(.read(true), "t3_a", in: world, at: 2)
        try await set(.hidden(true), "t3_b", in: world, at: 3)
        try await set(.favourite(true), "t3_b", in: world, at: 4)
        _ = try await world.posts.apply(.set(.saved(true), [world.id("t3_x", .reddit)]), at: start)
        try await world.comments.setCollapsed([comment: true], of: world.id("t3_a"), at: start + 5)
        _ = try await world.comments.visit(world.id("t3_a"), at: start + 6)
        #expect(try await world.posts.takeOver(for: anna) == TakenOver(count: 4))
        for owner in [nil, anna] {
            world.look(as: owner)
            let items = try await world.items(of: world.feed)
            #expect(items.map(\.status.isSaved) == [true, false, false])
            #expect(items.map(\.status.isRead) == [true, false, false])
            #expect(items.map(\.status.isHidden) == [false, true, false])
            #expect(items.map(\.status.isFavourite) == [false, true, false])
            #expect(items[0].status.savedAt == start + 1)
            let marks = try await world.comments.marks(of: world.id("t3_a"))
            #expect(marks.collapsed == [comment: true])
            #expect(marks.visited == start + 6)
            #expect(marks.seen == [.mock("t1_a"), .mock("t1_b")])
        }
        let other = OwnedTarget(.account(anna), .post(world.id("t3_x", .reddit)))
        #expect(try world.store.snapshot().record(other, in: StatusSchemas.marks) == nil)
        // Again, there is nothing left to do, and no commit.
        let version = world.store.snapshot().version
        #expect(try await world.posts.takeOver(for: anna) == TakenOver())
        #expect(world.store.snapshot().version == version)
        world.look(as: ben)
        #expect(try await world.items(of: world.saved).isEmpty)
    }

    @Test func whatTheAccountHasItselfWins() async throws {
        let world = try await ViewersWorld()
        world.look(as: anna)
        try await set(.saved(true), "t3_a", in: world, at: 1)
        try await set(.saved(false), "t3_a", in: world, at: 2)
        try await set(.favourite(true), "t3_b", in: world, at: 3)
        var said = Confirmation(account: anna)
        said.values = [.post(world.id("t3_c")): ConfirmedValues(vote: .down, isSaved: true)]
        try await world.posts.store(said)
        world.look(as: nil)
        for native in ["t3_a", "t3_b", "t3_c"] {
            try await set(.saved(true), native, in: world, at: 10)
            try await set(.favourite(true), native, in: world, at: 11)
        }
        let taken = try await world.posts.takeOver(for: anna)
        #expect(taken.count == 3)
        world.look(as: anna)
        let items = try await world.items(of: world.feed)
        #expect(items.map(\.status.isSaved) == [false, true, true])
        #expect(items.map(\.status.favouritedAt) == [start + 11, start + 3, start + 11])
        let own = OwnedTarget(.account(anna), .post(world.id("t3_c")))
        // What the server has already is left to it.
        #expect(try world.store.snapshot().record(own, in: StatusSchemas.marks)?.marks.isSaved == false)
    }

    @Test func votesAreReturnedAndNotSet() async throws {
        let world = try await ViewersWorld()
        try await set(.vote(.up), "t3_a", in: world, at: 1)
        try await set(.vote(.up), "t3_b", in: world, at: 1)
        try await set(.vote(.down), "t3_c", in: world, at: 1)
        var said = Confirmation(account: anna)
        said.values = [
            .post(world.id("t3_b")): ConfirmedValues(vote: .down),
            .post(world.id("t3_c")): ConfirmedValues(vote: .neutral),
        ]
        try await world.posts.store(said)
        let taken = try await world.posts.takeOver(for: anna)
        #expect(
            taken == TakenOver(votes: [.init(.post(world.id("t3_a")), .up), .init(.post(world.id("t3_c")), .down)]))
        world.look(as: anna)
        #expect(try await world.items(of: world.feed).map(\.status.vote) == [nil, .down, nil])
    }

    // MARK: Wiping

    @Test func wipingRemovesWhatIsOneAccountsAndNothingElse() async throws {
        let world = try await ViewersWorld()
        let home = Feed(site: .demo, source: .home)
        for account in [nil, anna, ben] {
            world.look(as: account)
            try await set(.saved(true), "t3_a", in: world, at: 1)
            try await world.comments.setCollapsed([comment: true], of: world.id("t3_a"), at: start)
            _ = try await world.comments.visit(world.id("t3_a"), at: start)
            _ = try await world.posts.apply(.dismiss([world.id("t3_b")]), at: start)
            let feed = account.map { home.seen(by: $0.name ?? "") } ?? home
            _ = try await world.posts.commit(.mock("t3_a", "t3_c"), to: feed, at: .head, date: start)
            guard let account else { continue }
            try await world.posts.store(
                Confirmation(account: account, values: [.post(world.id("t3_c")): ConfirmedValues(isSaved: true)]))
        }
        // Marks of two posts and a comment, a visit, a dismissal, a confirmed state, a feed of two entries.
        #expect(try await world.posts.wipe(anna) == 9)
        for account in [nil, anna, ben] {
            world.look(as: account)
            let (isWiped, isNobody) = (account == anna, account == nil)
            let saved = isWiped ? [] : isNobody ? ["t3_a"] : ["t3_c", "t3_a"]
            #expect(Set(try await world.items(of: world.saved).map(\.id.native)) == Set(saved))
            #expect(try await world.posts.storedFeed(world.feed).canUndo == !isWiped)
            #expect(try await world.comments.marks(of: world.id("t3_a")).visited == (isWiped ? nil : start))
            #expect(try await world.comments.marks(of: world.id("t3_a")).collapsed.isEmpty == isWiped)
            let feed = account.map { home.seen(by: $0.name ?? "") } ?? home
            #expect(try await world.items(of: feed).count == (isWiped ? 0 : 2))
        }
        #expect(try await world.items(of: world.feed).count == 3)
        #expect(
            try await Set(world.posts.storedFeeds().map(\.feed)) == [
                home, home.seen(by: "t2_ben"), world.feed, world.elsewhere,
            ])
        #expect(try await world.posts.wipe(anna) == 0)
    }

    @Test func theAppItselfHasNoFeedsOfNobodys() async throws {
        let world = try await ViewersWorld()
        #expect(try await world.posts.wipe(AccountKey(site: .demo, name: nil)) == 0)
        #expect(try await world.items(of: world.feed).count == 3)
    }
}
