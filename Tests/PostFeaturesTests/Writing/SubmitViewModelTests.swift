import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SubmitViewModelTests {
    private let mocks = TestInjector.mocks
    private let me = AccountKey(site: .demo, name: "1")

    private func signIn() {
        let ann = SignedInAccount(id: "a", site: .demo, user: SessionUser(id: "1", name: "ann"))
        mocks.writingProvider.siteAccounts.set(SiteAccounts(all: [ann], currentID: "a"))
        mocks.writingProvider.onQueue.answers { $0.id }
    }

    private func opened(_ community: String? = "r/Swift") async -> SubmitViewModel {
        signIn()
        let model = SubmitViewModel(on: .demo, to: community)
        await model.load()
        return model
    }

    private var intents: [WriteIntent] { mocks.writingProvider.onQueue.calls.map(\.intent) }

    @Test func aDraftIsStoredAtOnceWhereThatIsAsked() async throws {
        let model = await opened()
        model.setText("A text")
        await model.saveDraft()
        #expect(mocks.drafts.storedDrafts.map(\.text) == ["A text"] && model.state.value.writing.draftDate != nil)
        let reply = ReplyViewModel(.reply(to: StatusTarget(.comment, site: .demo, native: "t1_p"), in: nil, text: nil))
        await reply.load()
        reply.setText("An answer")
        await reply.saveDraft()
        #expect(mocks.drafts.storedDrafts.compactMap(\.text).contains("An answer"))
    }

    @Test func aTextIsPosted() async {
        let model = await opened()
        model.setTitle("A title")
        model.setText("A text")
        model.setURL("https://example.com/typed-before")
        #expect(model.state.value.communityName == "Swift")
        #expect(model.state.value.remainingOfTitle == 293 && model.state.value.remainingOfText == 39_994)
        await model.send()
        #expect(intents == [.submit(PostDraft(title: "A title", text: "A text"), to: "Swift")])
    }

    @Test func aLinkIsPostedWithoutTheText() async throws {
        let model = await opened()
        model.setTitle("A title")
        model.setText("A text")
        model.setURL(" https://example.com/a ")
        model.setLink(true)
        await model.close(keepingDraft: true)
        let draft = try #require(try await mocks.drafts.drafts().first)
        // Nothing that was typed is lost.
        #expect(draft.text == "A text" && draft.url == " https://example.com/a " && draft.isLink == true)
        #expect(draft.community == "r/Swift" && draft.title == "A title")
        await model.send()
        #expect(intents == [.submit(PostDraft(title: "A title", url: "https://example.com/a"), to: "Swift")])
    }

    @Test(arguments: [
        ("", "A title", nil as String?, WritingProblem.blankCommunity),
        ("two words", "A title", nil, .notACommunity("two words")), ("swift", " ", nil, .blankTitle),
        ("swift", String(repeating: "t", count: 301), nil, .tooLong(.title, limit: 300, count: 301, site: "Reddit")),
        ("swift", "A title", "", .notALink), ("swift", "A title", "ftp://example.com", .notALink),
    ])
    func whatTheSiteWouldNotTakeIsNotQueued(
        community: String, title: String, url: String?, problem: WritingProblem
    ) async {
        let model = await opened(community)
        model.setTitle(title)
        if let url {
            model.setLink(true)
            model.setURL(url)
        }
        await model.send()
        #expect(model.state.value.writing.problem == problem && intents.isEmpty)
        model.setTitle(title + "!")
        #expect(model.state.value.writing.problem == nil)
    }

    @Test func lemmysTitlesHaveThreeCharactersAndOneLine() async {
        mocks.writingProvider.textRules.set(.lemmy)
        let model = await opened("!swift@lemmy.example")
        model.setTitle("ab")
        await model.send()
        #expect(model.state.value.writing.problem == .titleTooShort(minimum: 3, site: "Lemmy"))
        model.setTitle("one\ntwo")
        await model.send()
        #expect(model.state.value.writing.problem == .titleHasLines(site: "Lemmy"))
        model.setTitle("a title")
        await model.send()
        #expect(intents == [.submit(PostDraft(title: "a title"), to: "swift@lemmy.example")])
    }

    @Test func aDraftComesBackForItsCommunity() async throws {
        let model = await opened("swift")
        model.setTitle("A title")
        await model.close(keepingDraft: true)
        #expect(await opened("r/SWIFT").state.value.title == "A title")
        #expect(await opened("linux").state.value.title.isEmpty)
        let draft = try #require(try await mocks.drafts.drafts().first)
        let again = try #require(SubmitViewModel(draft: draft))
        await again.load()
        #expect(again.state.value.title == "A title" && again.state.value.community == "swift")
        await again.send()
        #expect(mocks.writingProvider.onQueue.calls.map(\.id) == [draft.id])
        let reply = Draft(id: draft.id, account: nil, kind: .reply, site: .demo, date: .distantPast)
        #expect(SubmitViewModel(draft: reply) == nil)
    }

    @Test func aCommunityAloneIsNoDraft() async {
        let model = await opened(nil)
        model.setCommunity("swift")
        await model.close(keepingDraft: true)
        #expect(mocks.drafts.storedDrafts.isEmpty)
    }

    @Test func aRefusedPostIsChangedInItsPlace() async throws {
        let model = await opened("swift")
        model.setTitle("A title")
        await model.send()
        let id = try #require(mocks.writingProvider.onQueue.calls.first?.id)
        func refuse() {
            mocks.writingProvider.outbox.set(
                OutboxState(items: [
                    .made(
                        id, account: me, kind: .submit, target: StatusTarget(.source, site: .demo, native: "r/swift"),
                        state: .failed)
                ]))
        }
        refuse()
        model.setTitle("A better title")
        await model.send()
        #expect(
            mocks.writingProvider.onDecide.calls == [.init(.editPost(PostDraft(title: "A better title")), on: id)])
        #expect(intents.count == 1)
        // Its community may have been misspelt.
        refuse()
        model.setCommunity("r/linux")
        await model.send()
        let moved = OutboxDecision.editPost(PostDraft(title: "A better title"), to: "linux")
        #expect(mocks.writingProvider.onDecide.calls.last == .init(moved, on: id))
        #expect(intents.count == 1, "it is the same post")
    }
}
