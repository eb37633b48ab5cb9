import Community
import Core
import Mocks
import Testing

/// What is typed under a post is a draft, over an app that is wired as a program wires it.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct CommentDraftTests {
    private let app = CommunityApp()

    private func start() async throws -> CommunityRun {
        app.server.setPosts { table in
            for id in ["p1", "p2"] { table.add(id) { $0.author = "ben" } }
        }
        return try await app.start()
    }

    private func drafts() async throws -> [Draft] {
        try await Dependency.resolve((any DraftProvider).self).drafts()
    }

    @Test func whatIsTypedIsStoredSoonAndComesBackUnderItsPostAfterTheEndOfTheProgram() async throws {
        let first = try await start()
        let screen = CommunityCommentsViewModel("p1")
        await screen.load()
        screen.setText("Half a")
        try await first.pass(.milliseconds(400))
        while try await drafts().isEmpty { await Task.yield() }
        #expect(try await drafts().map(\.account) == [app.ann])
        try await first.finish()

        let second = try await app.start(signingIn: nil)
        let other = CommunityCommentsViewModel("p2")
        await other.load()
        #expect(other.state.value.text.text.isEmpty)
        let again = CommunityCommentsViewModel("p1")
        await again.load()
        #expect(again.state.value.text.text == "Half a")
        // It comes back once.
        again.setText("Half a line")
        await again.load()
        #expect(again.state.value.text.text == "Half a line")
        again.setText("")
        #expect(await again.saveDraft())
        #expect(try await drafts().isEmpty)
        try await second.finish()
    }

    @Test func whatIsTypedBehindTheKeyThatSendsIsTheNextCommentAndTheFirstOneIsNoDraft() async throws {
        let run = try await start()
        let screen = CommunityCommentsViewModel("p1")
        await screen.load()
        screen.setText("First")
        #expect(await screen.saveDraft())
        app.server.cut()
        let store = try #require(screen.beginSending())
        #expect(screen.state.value.text.text.isEmpty && screen.beginSending() == nil)
        screen.setText("Second")
        await store()
        #expect(screen.state.value.comments.map(\.text) == ["First"] && screen.state.value.text.text == "Second")
        #expect(await screen.saveDraft())
        #expect(try await drafts().map(\.text) == ["Second"])
        let again = CommunityCommentsViewModel("p1")
        await again.restoreDraft()
        #expect(again.state.value.text.text == "Second")
        try await run.finish()
    }

    @Test func eachKeyThatSendsSendsTheCommentBeforeItInItsOrder() async throws {
        let run = try await start()
        let screen = CommunityCommentsViewModel("p1")
        await screen.load()
        app.server.cut()
        var works: [@MainActor () async -> Void] = []
        for text in ["one", "two", "three"] {
            screen.setText(text)
            #expect(await screen.saveDraft())
            works.append(try #require(screen.beginSending()))
        }
        screen.setText("half a line")
        #expect(await screen.saveDraft())
        let tasks = works.reversed().map { work in Task { await work() } }
        for task in tasks { await task.value }
        #expect(screen.state.value.comments.map(\.text) == ["three", "two", "one"])
        #expect(screen.state.value.text.text == "half a line" && !screen.state.value.isSending)
        #expect(try await drafts().map(\.text) == ["half a line"])
        try await run.finish()
        // Each is there once at the next start, and the server gets each once.
        app.server.cut(false)
        let second = try await app.start(signingIn: nil)
        try await second.send()
        await second.settle()
        #expect(app.server.posts.post("p1")?.comments.map(\.text) == ["one", "two", "three"])
        #expect(try await drafts().map(\.text) == ["half a line"])
        try await second.finish()
    }

    /// A way of leaving the community.
    enum Leaving: CaseIterable {
        case keeping, removing, forGood
    }

    @Test(arguments: Leaving.allCases) func whatIsTypedAMomentBeforeAnAccountIsLeftGoesOrStaysWithIt(
        _ leaving: Leaving
    ) async throws {
        let run = try await start()
        let screen = CommunityCommentsViewModel("p1")
        await screen.load()
        let chat = ChatViewModel(app.ann, with: "id-ben")
        await chat.restoreDraft()
        // Neither is stored: its moment is not over.
        screen.setText("Half a line")
        chat.setText("Half a sentence")
        #expect(try await drafts().isEmpty)
        try await leave(leaving)
        // The moment is over, and the screens go.
        app.screens.advance(by: .seconds(1))
        #expect(await screen.saveDraft())
        #expect(await chat.saveDraft())
        let left = leaving == .keeping ? ["Half a line", "Half a sentence"] : []
        #expect(try await drafts().compactMap(\.text).sorted() == left)
        try await run.finish()
    }

    private func leave(_ leaving: Leaving) async throws {
        switch leaving {
        case .keeping, .removing:
            let policy: AccountLogoutPolicy = leaving == .keeping ? .keep : .wipe
            try await Dependency.resolve((any SettingsProvider).self).update { $0.accountLogoutPolicy = policy }
            let settings = CommunitySettingsViewModel()
            await settings.logOut()
            #expect(settings.state.value.isLoggedOut)
        case .forGood:
            let withdrawal = WithdrawViewModel()
            withdrawal.person.setEmail("ann@example.com")
            withdrawal.person.setPassword("lantern")
            await withdrawal.check()
            await withdrawal.goOn()
            #expect(withdrawal.state.value.step == .done)
        }
    }

    @Test(arguments: Leaving.allCases) func whatCouldNotBeStoredDoesNotComeBehindARemoval(
        _ leaving: Leaving
    ) async throws {
        let run = try await start()
        let store = MockDraftProvider()
        Dependency.register((any DraftProvider).self) { store }
        let screen = CommunityCommentsViewModel("p1")
        await screen.load()
        screen.setText("Half a line")
        store.fail(with: DataError(.noSpace))
        try await leave(leaving)
        #expect(store.storedDrafts.count == 1)
        // There is room again, and the screen goes.
        store.fail(with: nil)
        #expect(await screen.saveDraft())
        #expect(try await store.drafts().map(\.text) == (leaving == .keeping ? ["Half a line"] : []))
        #expect(store.storedDrafts.count == (leaving == .keeping ? 2 : 1))
        try await run.finish()
    }
}
