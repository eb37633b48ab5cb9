import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Signing out with something unsent, taking over, and confirming who one is.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SessionLeavingTests {
    let provider = TestInjector.mocks.sessionProvider
    let departures = TestInjector.mocks.accountDepartureProvider
    let session = SessionViewModel()
    private let typed: [SignInField.Name: Secret] = [.user: Secret("ann"), .password: Secret("pass")]

    private var state: SessionViewModel.State { session.state.value }

    private func account(_ name: String) -> SignedInAccount {
        SignedInAccount(id: name, site: .demo, user: SessionUser(id: "id of \(name)", name: name))
    }

    private func signedIn(_ names: String...) async {
        provider.accounts.set(SiteAccounts(all: names.map(account), currentID: names.first))
        await session.load()
    }

    private var unsent: [OutboxItem] {
        get throws {
            let key = try #require(account("ann").key)
            return [.made(OutboxItem.ID(rawValue: "entry-a"), account: key, kind: .reply, text: "Hello")]
        }
    }

    // MARK: Leaving

    @Test func signingOutGoesByTheSetting() async {
        await signedIn("ann", "ben")
        departures.onLeave.returns(AccountDeparture(revocation: .failed(DataError(.offline))))
        await session.signOut()
        #expect(departures.onLeave.calls == [.init("ann", policy: nil)])
        #expect(state.departure == nil && state.banner?.error.code == .offline)
        departures.onLeave.returns(AccountDeparture(removedCount: 3, revocation: .done))
        await session.signOut(of: "ben")
        #expect(departures.onLeave.calls.last == .init("ben", policy: nil) && state.banner == nil)
    }

    @Test func whatIsUnsentIsAskedAbout() async throws {
        await signedIn("ann")
        let unsent = try unsent
        departures.onLeave.fails(with: AccountDepartureError.unsent(unsent))
        await session.signOut()
        #expect(state.departure?.unsent == unsent && state.departure?.account.id == "ann")
        #expect(state.banner == nil && !state.isBusy)
        session.stay()
        #expect(state.departure == nil)
        // With nothing asked there is nothing to answer.
        await session.leave(.wipe, discardingUnsent: true)
        #expect(departures.onLeave.calls.count == 1)
    }

    @Test(arguments: [
        (AccountLogoutPolicy.keep, false), (.keep, true), (.wipe, true),
    ]) func theAnswerIsFollowed(_ policy: AccountLogoutPolicy, _ isDiscarding: Bool) async throws {
        await signedIn("ann")
        departures.onLeave.fails(with: AccountDepartureError.unsent(try unsent))
        await session.signOut()
        departures.onLeave.returns(AccountDeparture(revocation: .done))
        await session.leave(policy, discardingUnsent: isDiscarding)
        #expect(departures.onLeave.calls.last == .init("ann", policy: policy, isDiscardingUnsent: isDiscarding))
        #expect(state.departure == nil && state.banner == nil)
    }

    @Test func aFailureKeepsTheQuestion() async throws {
        await signedIn("ann")
        departures.onLeave.fails(with: AccountDepartureError.unsent(try unsent))
        await session.signOut()
        departures.onLeave.fails(with: DataError(.noSpace))
        await session.leave(.wipe, discardingUnsent: true)
        #expect(state.departure != nil && state.banner?.error.code == .noSpace)
    }

    // MARK: Taking over

    @Test func afterTheFirstSignInWhatWasDoneBeforeIsOffered() async throws {
        departures.onTakeOverCount.returns(7)
        provider.accounts.set(SiteAccounts(all: [account("ann")], currentID: "ann"))
        await session.signIn(with: typed)
        let key = try #require(account("ann").key)
        #expect(state.takeOver?.account == key && state.takeOver?.count == 7)
        departures.onTakeOver.fails(with: DataError(.noSpace))
        await session.takeOver()
        #expect(state.takeOver != nil && state.banner?.error.code == .noSpace)
        departures.onTakeOver.returns(AccountTakeover(count: 7))
        await session.takeOver()
        #expect(state.takeOver == nil && state.banner == nil && departures.onTakeOver.calls == [key, key])
    }

    @Test func nothingIsTakenOverUnasked() async {
        departures.onTakeOverCount.returns(7)
        provider.accounts.set(SiteAccounts(all: [account("ann")], currentID: "ann"))
        await session.finishSignIn(redirect: URL(filePath: "/redirect"))
        session.declineTakeOver()
        await session.takeOver()
        #expect(state.takeOver == nil && departures.onTakeOver.calls.isEmpty)
    }

    @Test func whereThereIsNothingOrSomebodyElseNothingIsOffered() async {
        provider.accounts.set(SiteAccounts(all: [account("ann")], currentID: "ann"))
        await session.signIn(with: typed)
        #expect(state.takeOver == nil && departures.onTakeOverCount.calls.count == 1)
        provider.accounts.set(SiteAccounts(all: [account("ann"), account("ben")], currentID: "ben"))
        await session.signIn(with: typed)
        #expect(state.takeOver == nil && departures.onTakeOverCount.calls.count == 1)
        departures.onTakeOverCount.fails(with: DataError(.diskFailure))
        provider.accounts.set(SiteAccounts(all: [account("ann")], currentID: "ann"))
        await session.signIn(with: typed)
        #expect(state.takeOver == nil && state.banner == nil, "The sign-in went well.")
    }

    // MARK: Confirming

    @Test func whoSignsInOnceMoreIsConfirmed() async {
        #expect(await session.confirm(with: typed))
        #expect(provider.onConfirm.calls == [typed] && state.banner == nil)
        #expect(await session.confirm(redirect: URL(filePath: "/redirect")))
        #expect(state.signInURL == nil)
    }

    @Test func somebodyElseIsNot() async {
        provider.onConfirm.fails(with: SignInError.anotherPerson)
        #expect(await !session.confirm(with: typed))
        #expect(state.banner?.error.code == .forbidden)
        provider.onConfirm.fails(with: SignInError.needs(.oneTimeCode))
        #expect(await !session.confirm(with: typed))
        #expect(state.missingField == .oneTimeCode && state.banner == nil)
        provider.onConfirmRedirect.fails(with: SignInError.denied)
        #expect(await !session.confirm(redirect: URL(filePath: "/redirect")))
        #expect(state.banner == nil)
    }
}
