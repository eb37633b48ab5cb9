import Core
import Foundation
import Mocks
import Testing

/// A background refresh of feeds that depend on who looks.
@Suite(.timeLimit(.minutes(5)))
struct PersonalRefreshTests {
    private let world = RefreshFixture()
    private let session = MockSessionProvider()

    private func look(as name: String?) {
        var accounts = SiteAccounts()
        if let name {
            let user = SessionUser(id: name, name: name)
            accounts = SiteAccounts(all: [SignedInAccount(id: "at", site: .demo, user: user)], currentID: "at")
        }
        session.accounts.set(accounts)
        session.state.set(name == nil ? .signedOut : .signedIn)
    }

    @Test(arguments: ["ann", "ben", nil])
    func ofPersonalFeedsThoseOfTheAccountThatLooksAreRefreshed(_ name: String?) async throws {
        let home = Feed(site: .demo)
        let accounts = ["ann", "ben"].map { Feed(site: .demo, account: $0) }
        for (index, feed) in ([home] + accounts).enumerated() {
            try await world.list("a\(index)", of: feed, minutesAgo: 300)
        }
        try await world.list("b", of: .mock("swift"), minutesAgo: 120)
        look(as: name)
        world.online.onFetchPage.answers { _ in .mock("n") }
        let personal = PersonalFeeds(CurrentViewers([.demo: session]), profiles: [.demo])
        let report = await world.refresher(personal: personal).run()
        #expect(report.refreshedCount == 2)
        #expect(world.asked == [Feed(site: .demo, account: name), .mock("swift")])
    }
}
