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
