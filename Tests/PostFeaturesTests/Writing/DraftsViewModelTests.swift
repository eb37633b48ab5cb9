import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct DraftsViewModelTests {
    private let mocks = TestInjector.mocks

    private func draft(_ name: String, by account: AccountKey? = nil, at second: Double = 0) -> Draft {
        var draft = Draft(
            id: Draft.ID(rawValue: "entry-\(name)"), account: account, kind: .submit, site: .demo,
            date: Date(timeIntervalSince1970: second))
        draft.title = name
        return draft
    }

    private func names(_ model: DraftsViewModel) -> [String?]? { model.state.value.drafts?.map(\.title) }

    @Test func theDraftsOfWhoeverLooksAreShown() async {
        let (me, other) = (AccountKey(site: .demo, name: "1"), AccountKey(site: .demo, name: "2"))
        mocks.drafts.put(draft("old", at: 1))
        mocks.drafts.put(draft("mine", by: me, at: 2))
        mocks.drafts.put(draft("theirs", by: other, at: 3))
        let viewers = CurrentViewers(fixed: Viewers([.demo: me]))
        Dependency.register(CurrentViewers.self) { viewers }
        let model = DraftsViewModel()
        #expect(names(model) == nil)
        await model.load()
        #expect(names(model) == ["mine", "old"])
        mocks.drafts.put(draft("new", at: 4))
        await model.state.first { $0.drafts?.count == 3 }
        model.stop()
    }

    @Test func theyAreFollowedAgainOnceTheyCouldNotBeRead() async {
        mocks.drafts.fail(with: DataError(.diskFailure))
        let model = DraftsViewModel()
        await model.load()
        await model.state.first { $0.banner?.error.code == .diskFailure }
        // Both the reading and the stream have failed.
        for _ in 0..<20 { await Task.yield() }
        mocks.drafts.fail(with: nil)
        await model.load()
        #expect(names(model) == [] && model.state.value.banner == nil)
        mocks.drafts.put(draft("a"))
        await model.state.first { $0.drafts?.count == 1 }
        model.stop()
    }

    @Test func aRemovedOneCanBeBroughtBack() async {
        mocks.drafts.put(draft("a"))
        let model = DraftsViewModel()
        await model.load()
        await model.remove(Draft.ID(rawValue: "entry-a"))
        #expect(names(model) == [] && model.state.value.removed == draft("a"))
        await model.restore()
        #expect(names(model) == ["a"] && model.state.value.removed == nil)
        await model.restore()
        await model.remove(Draft.ID(rawValue: "entry-stranger"))
        #expect(mocks.drafts.removedDrafts.count == 1 && mocks.drafts.storedDrafts.count == 1)
    }

    @Test func whatSomebodyElseRemovedIsNotShownAfterASwitch() async {
        let session = MockSessionProvider()
        let people = ["1", "2"].map { id in
            SignedInAccount(id: id, site: .demo, user: SessionUser(id: id, name: id))
        }
        session.accounts.set(SiteAccounts(all: people, currentID: "1"))
        let viewers = CurrentViewers([.demo: session])
        Dependency.register(CurrentViewers.self) { viewers }
        mocks.drafts.put(draft("a", by: AccountKey(site: .demo, name: "1")))
        let model = DraftsViewModel()
        await model.load()
        await model.remove(Draft.ID(rawValue: "entry-a"))
        #expect(model.state.value.removed?.title == "a")
        session.accounts.set(SiteAccounts(all: people, currentID: "2"))
        await model.state.first { $0.removed == nil }
        await model.restore()
        #expect(mocks.drafts.storedDrafts.isEmpty)
        model.stop()
    }

    @Test func aStoreThatFailsIsSaid() async {
        mocks.drafts.put(draft("a"))
        let model = DraftsViewModel()
        await model.load()
        mocks.drafts.fail(with: DataError(.noSpace))
        await model.remove(Draft.ID(rawValue: "entry-a"))
        #expect(model.state.value.banner?.error.code == .noSpace && names(model) == ["a"])
        model.dismissBanner()
        #expect(model.state.value.banner == nil)
    }
}
