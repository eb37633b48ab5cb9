import Core
import Mocks
import Testing

@testable import PostFeatures

/// Comments that one person collapses while another one begins to look.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct CollapsedCommentsTests {
    private let provider = TestInjector.mocks.commentProvider
    private let session = TestInjector.mocks.sessionProvider
    private let a = Core.Comment.ID.mock("t1_a")

    private func look(as name: String) {
        let all = ["ann", "ben"].map { SignedInAccount(id: $0, site: .demo, user: SessionUser(id: $0, name: $0)) }
        session.accounts.set(SiteAccounts(all: all, currentID: name))
    }

    private func collapsed() -> CollapsedComments {
        CollapsedComments(of: .mock("t3_a"), provider: provider, viewers: CurrentViewers([.demo: session]))
    }

    @Test(arguments: [false, true])
    func whatWasBegunForOneSaysNothingOfAnother(fails: Bool) async throws {
        look(as: "ann")
        let collapsed = collapsed()
        let held = provider.onSetCollapsed.holds()
        collapsed.change([a: true])
        var failures = 0
        let saving = Task { await collapsed.save { _ in failures += 1 } }
        try await held.arrival()
        look(as: "ben")
        collapsed.forget()
        collapsed.restore([a: false])
        if fails { held.release(throwing: DataError(.noSpace)) } else { held.release(returning: ()) }
        await saving.value
        #expect(collapsed[a] == false && failures == 0)
    }

    @Test func whatOneDidIsNotStoredForAnother() async {
        look(as: "ann")
        let collapsed = collapsed()
        collapsed.change([a: true])
        // Who shows it has not heard of it yet.
        look(as: "ben")
        await collapsed.save { _ in }
        #expect(provider.onSetCollapsed.calls.isEmpty)
    }
}
