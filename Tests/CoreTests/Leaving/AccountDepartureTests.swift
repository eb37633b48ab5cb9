import Foundation
import Mocks
import Synchronization
import Testing

@testable import Core

/// Leaving an account: what is unsent, what is under way, the order of things, and what a failure leaves.
@Suite(.timeLimit(.minutes(5)))
struct AccountDepartureTests {
    private let world = LeavingWorld()
    private let post = StatusTarget.post(Post.ID(site: .demo, native: "t3_a"))
    private var ann: AccountKey { LeavingWorld.ann }
    private var ben: AccountKey { LeavingWorld.ben }

    /// What is done of every account: what has the name of its place is nobody's who signs in next.
    private let placeLeft = ["wiped demo/?place of ann", "signed out"]

    private func leave(
        _ policy: AccountLogoutPolicy? = nil, discardingUnsent: Bool = false
    ) async throws -> AccountDeparture {
        try await world.departures.leave(world.account("ann"), policy: policy, discardingUnsent: discardingUnsent)
    }

    private func items(of error: any Error) -> [OutboxItem.ID]? {
        guard case .unsent(let items) = error as? AccountDepartureError else { return nil }
        return items.map(\.id)
    }

    // MARK: What is unsent

    @Test(arguments: [nil, AccountLogoutPolicy.wipe]) func whatIsUnsentIsNamedAndNothingIsDone(
        _ policy: AccountLogoutPolicy?
    ) async throws {
        let reply = try #require(try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann))
        try await world.writing.queue(.reply("Mine", to: post, in: nil), as: ben)
        world.signIn("ann")
        do {
            _ = try await leave(policy)
            Issue.record("It is unsent.")
        } catch {
            #expect(items(of: error) == [reply])
            #expect((error as? any CodedError)?.code == .invalidInput && "\(error)".contains(reply.rawValue))
        }
        #expect(world.done.isEmpty && world.writing.outbox.value.items.count == 2)
        #expect(try await world.departures.unsentItems(of: ann).map(\.id) == [reply])
    }

    @Test func whatIsKeptGoesOutAfterTheNextSignIn() async throws {
        try await world.running {
            let reply = try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann)
            // Without a session of its own it waits.
            world.accounts.accounts.set(SiteAccounts(all: [expired("ann")], currentID: "place of ann"))
            #expect(try await leave(.keep) == AccountDeparture(removedCount: 10, revocation: .done))
            #expect(world.done == placeLeft && world.writing.outbox.value.items.map(\.id) == [reply])
            world.signIn("ann", number: 2)
            let (entry, answer) = try #require(await world.send())
            #expect(entry.account == ann)
            answer.resume(returning: .done(result: "t1_x", value: nil))
        }
    }

    private func expired(_ name: String) -> SignedInAccount {
        var account = world.account(name)
        account.state = .expired
        return account
    }

    @Test func whatIsDiscardedIsGoneAndTheRestIsKept() async throws {
        try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann)
        try await world.writing.queue(.reply("Mine", to: post, in: nil), as: ben)
        world.signIn("ann", "ben")
        #expect(try await leave(.keep, discardingUnsent: true).removedCount == 11)
        #expect(world.writing.outbox.value.items.map(\.account) == [ben])
        #expect(world.done == placeLeft && world.store.entries.count == 1)
    }

    // MARK: Keeping and wiping

    @Test func theSettingSaysWhatBecomesOfTheRows() async throws {
        world.signIn("ann")
        _ = try await leave()
        #expect(world.done == placeLeft)
        try await world.settings.update { $0.accountLogoutPolicy = .wipe }
        world.signIn("ann")
        #expect(try await leave() == AccountDeparture(removedCount: 30, revocation: .done))
        // Once more when the tokens are gone: something may have come with them.
        #expect(world.done == placeLeft + ["wiped demo/id-ann"] + placeLeft + ["wiped demo/id-ann"])
        world.signIn("ann")
        _ = try await leave(.keep)
        #expect(world.done.count == 8, "What is said counts more than the setting.")
    }

    @Test func wipingForgetsWhatWasSentToo() async throws {
        try await world.running {
            world.signIn("ann", "ben")
            for account in [ann, ben] {
                try await world.writing.queue(.reply("Hello", to: post, in: nil), as: account)
                let (entry, answer) = try #require(await world.send())
                answer.resume(returning: .done(result: "t1_\(entry.account.name ?? "")", value: nil))
                for await state in world.writing.outbox.values where state.items.isEmpty { break }
            }
            #expect(world.store.sent.count == 2)
            #expect(try await leave(.wipe).removedCount == 31)
            #expect(world.store.sent.values.map(\.account) == [ben])
            #expect(world.writing.outbox.value.sent.map(\.account) == [ben])
        }
    }

    @Test func whatSomebodyElseAnswersKeepsItsName() async throws {
        try await world.running {
            world.signIn("ann")
            let reply = try #require(try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann))
            let below = StatusTarget(.comment, site: .demo, native: reply.rawValue)
            try await world.writing.queue(.reply("And mine", to: below, in: post.post), as: ben)
            let (_, answer) = try #require(await world.send())
            answer.resume(returning: .done(result: "t1_ann", value: nil))
            for await state in world.writing.outbox.values where state.items.count == 1 { break }
            _ = try await leave(.wipe)
            world.signIn("ben", number: 2)
            guard case .send(let requests, let sent) = await world.sender.next() else { return }
            #expect(requests.first?.target == "t1_ann")
            sent.resume(returning: .done(result: "t1_ben", value: nil))
        }
    }

    @Test(arguments: AccountLogoutPolicy.allCases) func anAccountOfWhichNobodyKnowsWhoseItIsIsLeftToo(
        _ policy: AccountLogoutPolicy
    ) async throws {
        let somebody = SignedInAccount(id: "a", site: .demo)
        world.accounts.accounts.set(SiteAccounts(all: [somebody], currentID: "a"))
        let done = try await world.departures.leave(somebody, policy: policy, discardingUnsent: false)
        #expect(done.removedCount == 10 && world.done == ["wiped demo/?a", "signed out"])
    }

    @Test func anAccountThatIsNotHereCannotBeLeft() async throws {
        await #expect(throws: DataError.self) { try await leave() }
        #expect(world.done.isEmpty)
    }

    // MARK: What is under way

    @Test func whatIsUnderWayIsWaitedFor() async throws {
        try await world.running {
            world.signIn("ann")
            try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann)
            let (_, answer) = try #require(await world.send())
            let leaving = Task { try await leave(.keep) }
            try await world.clock.waitForSleepers(1)
            // Nothing new begins meanwhile.
            try await world.writing.queue(.vote(.up, on: post), as: ann)
            answer.resume(returning: .done(result: "t1_x", value: nil))
            _ = try await leaving.value
            #expect(world.writing.outbox.value.items.map(\.attempts) == [0])
            #expect(world.writing.outbox.value.sent.map(\.result) == ["t1_x"])
        }
    }

    @Test func whatDoesNotEndIsBrokenOffAndLookedForLater() async throws {
        try await world.running {
            world.signIn("ann")
            try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann)
            let (_, answer) = try #require(await world.send())
            let leaving = Task { try await leave(.keep) }
            try await world.clock.waitForSleepers(1)
            world.clock.advance(by: .seconds(5))
            _ = try await leaving.value
            #expect(world.writing.outbox.value.items.map(\.state) == [.checking])
            // An answer that comes now is none of this sign-in.
            answer.resume(returning: .done(result: "t1_x", value: nil))
            world.signIn("ann", number: 2)
            guard case .look(_, let look) = await world.sender.next() else { return }
            #expect(world.writing.outbox.value.items.map(\.state) == [.checking])
            look.resume(returning: .found(["t1_x"]))
        }
    }

    @Test func whatIsUnderWayIsUnsentToo() async throws {
        try await world.running {
            world.signIn("ann")
            try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann)
            let (_, answer) = try #require(await world.send())
            await #expect(throws: AccountDepartureError.self) { _ = try await leave(.wipe) }
            answer.resume(returning: .done(result: "t1_x", value: nil))
            for await state in world.writing.outbox.values where state.items.isEmpty { break }
            #expect(world.writing.outbox.value.sent.map(\.result) == ["t1_x"])
        }
    }

    @Test func aNewSignInInTheSamePlaceIsAnotherOne() async throws {
        try await world.running {
            world.signIn("ann")
            try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann)
            let (_, answer) = try #require(await world.send())
            world.signIn("ann", number: 2)
            // What the old one began is broken off, and its answer does not count.
            guard case .look(_, let look) = await world.sender.next() else { return }
            answer.resume(returning: .done(result: "t1_old", value: nil))
            look.resume(returning: .found(["t1_x"]))
            for await state in world.writing.outbox.values where state.items.isEmpty { break }
            #expect(world.writing.outbox.value.sent.map(\.result) == ["t1_x"])
        }
    }

    // MARK: What fails

    @Test func aDiskThatIsFullRevokesNothingAndSendingGoesOn() async throws {
        try await world.running {
            world.signIn("ann")
            world.stored.failure.withLock { $0 = DataError(.noSpace) }
            await #expect(throws: DataError.self) { _ = try await leave(.wipe) }
            #expect(world.done.isEmpty && world.accounts.accounts.value.all.count == 1)
            try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann)
            let (_, answer) = try #require(await world.send())
            answer.resume(returning: .done(result: "t1_x", value: nil))
        }
    }

    @Test func whoGivesUpLeavingSendsOn() async throws {
        try await world.running {
            world.signIn("ann")
            try await world.writing.queue(.reply("Hello", to: post, in: nil), as: ann)
            let (_, answer) = try #require(await world.send())
            let leaving = Task { try await leave(.keep) }
            try await world.clock.waitForSleepers(1)
            leaving.cancel()
            await #expect(throws: CancellationError.self) { _ = try await leaving.value }
            #expect(world.done.isEmpty)
            // What was under way counts still.
            answer.resume(returning: .done(result: "t1_x", value: nil))
            for await state in world.writing.outbox.values where state.items.isEmpty { break }
            #expect(world.writing.outbox.value.sent.map(\.result) == ["t1_x"])
            try await world.writing.queue(.reply("Again", to: post, in: nil), as: ann)
            let (_, next) = try #require(await world.send())
            next.resume(returning: .done(result: "t1_y", value: nil))
        }
    }

    @Test func tokensThatCannotBeRemovedAreSaidAndTheRestIsDone() async throws {
        try await world.running {
            world.signIn("ann")
            world.accounts.failure.withLock { $0 = DataError(.readOnly) }
            await #expect(throws: DataError(.readOnly)) { _ = try await leave(.wipe) }
            #expect(world.done == ["wiped demo/id-ann"] + placeLeft)
            try await world.writing.queue(.vote(.up, on: post), as: ann)
            #expect(world.writing.outbox.value.items.map(\.state) == [.pending])
        }
    }

    // MARK: Taking over

    @Test func votesOfNobodyAreSentAndTheRestIsCounted() async throws {
        world.stored.votes.withLock {
            // One of them is not on the server, which no vote can be about.
            let unsent = StatusTarget(.comment, site: .demo, native: "entry-" + String(repeating: "a", count: 26))
            $0 = [TakenOver.SetVote(post, .up), TakenOver.SetVote(unsent, .up)]
        }
        world.signIn("ann")
        #expect(try await world.departures.takeOverCount(for: ann) == 5)
        let taken = try await world.departures.takeOver(for: ann)
        #expect(taken.count == 3 && taken.queued == world.writing.outbox.value.items.map(\.id))
        #expect(world.writing.outbox.value.items.map(\.value) == ["1"])
        #expect(world.writing.outbox.value.items.map(\.account) == [ann])
    }
}
