import Core
import Mocks
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CurrentViewersTests {
    private func accounts(_ number: Int) -> SiteAccounts {
        let account = SignedInAccount(
            id: "\(number)", site: .demo, user: SessionUser(id: "\(number)", name: "Anna"))
        return SiteAccounts(all: [account], currentID: account.id)
    }

    /// What changed just before is read after it begins; a call meanwhile had a view model load twice.
    @Test func nobodyIsCalledBackWhileItBegins() {
        var tokens: [ObservationToken?] = []
        for _ in 0..<200 {
            let session = MockSessionProvider()
            let viewers = CurrentViewers([.demo: session])
            for number in 0..<20 {
                session.accounts.set(accounts(number))
                let isBeginning = ObservableValue(true)
                tokens.append(viewers.observe { #expect(!isBeginning.value) })
                isBeginning.set(false)
            }
        }
        #expect(tokens.allSatisfy { $0 != nil })
    }

    @Test func aChangeAfterItBeganIsTold() async {
        let session = MockSessionProvider()
        let viewers = CurrentViewers([.demo: session])
        let told = AsyncStream<AccountKey?>.makeStream()
        let token = viewers.observe { told.continuation.yield(viewers.owner(on: .demo).account) }
        session.accounts.set(accounts(7))
        for await account in told.stream where account?.name == "7" { break }
        withExtendedLifetime(token) {}
    }
}
