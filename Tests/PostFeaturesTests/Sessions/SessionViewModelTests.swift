import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SessionViewModelTests {
    let provider = TestInjector.mocks.sessionProvider
    let session = SessionViewModel()
    let page = URL(filePath: "/page")
    let redirect = URL(filePath: "/redirect")

    private var state: SessionViewModel.State { session.state.value }

    @Test func startsNothingByItself() {
        #expect(state == SessionViewModel.State())
        #expect(provider.onRestore.calls.isEmpty)
    }

    @Test(arguments: [SessionState.signedOut, .signedIn, .offline, .expired])
    func showsWhetherSomebodyIsSignedIn(_ expected: SessionState) async {
        let held = provider.onRestore.holds()
        let loading = Task { await session.load() }
        await session.state.first { $0.isBusy }
        provider.state.set(expected)
        held.release()
        await loading.value
        #expect(state == SessionViewModel.State(session: expected))
        // And whatever becomes of it.
        provider.state.set(.expired)
        await session.state.first { $0.session == .expired }
    }

    @Test func aStoreThatCannotBeReadIsSaidAndCanBeTriedAgain() async {
        provider.onRestore.fails(with: FileError(.permissionDenied, path: "/tokens", operation: "open"))
        await session.load()
        #expect(state.banner?.error.code == .permissionDenied && !state.isBusy)
        await session.load()
        #expect(state.banner == nil)
    }

    @Test func signsIn() async {
        provider.onSignInURL.returns(page)
        await session.signIn()
        #expect(state.signInURL == page && !state.isBusy)
        await session.finishSignIn(redirect: redirect)
        #expect(provider.onFinishSignIn.calls == [redirect])
        #expect(state.signInURL == nil && state.banner == nil)
    }

    // MARK: Fields

    private let typed: [SignInField.Name: Secret] = [.user: Secret("ann"), .password: Secret("pass")]

    @Test func showsTheFieldsOfAServerThatHasAForm() {
        provider.signInMethod = .fields([SignInField(.user), SignInField(.password, isSecret: true)])
        #expect(SessionViewModel().state.value.method == provider.signInMethod)
        #expect(state.method == .browser)
    }

    @Test func signsInWithFields() async {
        await session.signIn(with: typed)
        #expect(provider.onSignIn.calls == [typed])
        #expect(state.banner == nil && state.missingField == nil && !state.isBusy)
    }

    @Test func aSecondFactorIsAskedForAndIsNoError() async {
        provider.onSignIn.fails(with: SignInError.needs(.oneTimeCode))
        await session.signIn(with: typed)
        #expect(state.missingField == .oneTimeCode && state.banner == nil && !state.isBusy)
        await session.signIn(with: typed.merging([.oneTimeCode: Secret("123456")]) { $1 })
        #expect(state.missingField == nil)
        #expect(provider.onSignIn.calls.last?[.oneTimeCode] == Secret("123456"))
    }

    // MARK: Accounts

    private func account(_ name: String) -> SignedInAccount {
        SignedInAccount(id: name, site: .demo, user: SessionUser(id: "id of \(name)", name: name))
    }

    @Test func showsTheAccountsAndFollowsThem() async {
        let ann = SiteAccounts(all: [account("ann")], currentID: "ann")
        provider.accounts.set(ann)
        await session.load()
        #expect(state.accounts == ann)
        provider.accounts.set(SiteAccounts(all: [account("ann"), account("ben")], currentID: "ben"))
        await session.state.first { $0.accounts.currentID == "ben" }
        #expect(state.accounts.current?.key == AccountKey(site: .demo, name: "id of ben"))
    }

    @Test func usesAnotherAccountOrNobody() async {
        await session.use("ben")
        await session.use(nil)
        #expect(provider.onUse.calls == ["ben", nil] && state.banner == nil)
        provider.onUse.fails(with: DataError(.notFound))
        await session.use("carl")
        #expect(state.banner?.error.code == .notFound)
    }

    @Test func signsAnotherAccountOut() async {
        provider.onSignOutOf.returns(.failed(DataError(.offline)))
        await session.signOut(of: "ben")
        #expect(provider.onSignOutOf.calls == ["ben"] && state.banner?.error.code == .offline)
        provider.onSignOutOf.returns(.done)
        await session.signOut(of: "ann")
        #expect(state.banner == nil)
    }

    @Test func aWrongPasswordIsSaid() async {
        provider.onSignIn.fails(with: SignInError.needs(.oneTimeCode))
        await session.signIn(with: typed)
        provider.onSignIn.fails(with: SignInError.notAccepted)
        await session.signIn(with: typed)
        #expect(state.banner?.error.code == .unauthorized && state.missingField == nil && !state.isBusy)
    }

    @Test func aDeniedSignInShowsNoBanner() async {
        provider.onSignInURL.returns(page)
        await session.signIn()
        provider.onFinishSignIn.fails(with: SignInError.denied)
        await session.finishSignIn(redirect: redirect)
        #expect(state.signInURL == nil && state.banner == nil && !state.isBusy)
    }

    @Test func aRedirectThatIsNotToBeTrustedIsSaidAndThePageStays() async {
        provider.onSignInURL.returns(page)
        await session.signIn()
        provider.onFinishSignIn.fails(with: SignInError.wrongState)
        await session.finishSignIn(redirect: redirect)
        #expect(state.signInURL == page)
        #expect(state.banner?.error.message == SignInError.wrongState.description)
        session.dismissBanner()
        #expect(state.banner == nil)
    }

    private nonisolated static let failures: [any Error] = [
        SignInError.notAccepted, SignInError.malformedRedirect, NetworkError(.offline), CancellationError(),
    ]

    /// A page that was used brings no second redirect that counts.
    @Test(arguments: failures)
    func aSignInThatFailedTakesItsPageAway(_ error: any Error) async {
        provider.onSignInURL.returns(page)
        await session.signIn()
        provider.onFinishSignIn.fails(with: error)
        await session.finishSignIn(redirect: redirect)
        #expect(state.signInURL == nil && !state.isBusy)
        #expect((state.banner == nil) == (error is CancellationError))
    }

    @Test func whatItDidShowsAtOnceAlsoWhereNothingWasLoaded() async {
        provider.state.set(.signedIn)
        await session.finishSignIn(redirect: redirect)
        #expect(state.session == .signedIn)
        provider.state.set(.expired)
        provider.onSignOut.fails(with: DataError(.permissionDenied))
        await session.signOut()
        #expect(state.session == .expired)
    }

    @Test func aSignInThatWasGivenUpChangesNothing() async throws {
        let held = provider.onSignInURL.holds()
        let signIn = Task { await session.signIn() }
        try await held.arrival()
        session.cancelSignIn()
        #expect(!state.isBusy)
        held.release(returning: page)
        await signIn.value
        #expect(state.signInURL == nil)
    }

    @Test func signsOut() async {
        provider.onSignOut.returns(.done)
        await session.signOut()
        #expect(state.banner == nil && !state.isBusy)
    }

    @Test func aServerThatCouldNotBeToldIsSaid() async {
        provider.onSignOut.returns(.failed(DataError(.offline)))
        await session.signOut()
        #expect(state.banner == Banner(DataError(.offline), cause: .action))
    }

    @Test func cancellingIsNoFailure() async throws {
        provider.onSignInURL.fails(with: CancellationError())
        await session.signIn()
        #expect(state.banner == nil && !state.isBusy)
    }

    @Test func itGoesAwayWithItsScreen() async {
        var other: SessionViewModel? = SessionViewModel()
        await other?.load()
        weak let gone = other
        other = nil
        #expect(gone == nil)
        provider.state.set(.signedIn)
    }
}
