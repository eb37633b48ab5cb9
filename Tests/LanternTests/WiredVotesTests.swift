import Core
import Database
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// What a person does in a wired app reaches the outbox of whoever is signed in, and what the server says reaches the
/// screens.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct WiredVotesTests {
    private let app = WritingApp()
    private let anna = AccountKey(site: .demo, name: "anna")
    private var site: TestSite { app.site }
    private var session: MockSessionProvider { app.session }
    private var sender: OpenSender { app.sender }
    private var outbox: ObservableValue<OutboxState> { app.outbox }

    @Test func aVoteIsShownAtOnceSentAndConfirmed() async throws {
        let services = try await app.start()
        app.signIn()
        let list = await app.open()
        await list.toggleVote(.up, for: site.id("a"))
        #expect(list.item(site.id("a"))?.status.pending == .vote && list.item(site.id("a"))?.status.vote == .up)
        #expect(list.state.value.signInSite == nil)
        #expect(outbox.value.items.map(\.kind) == [.vote] && outbox.value.items.map(\.account) == [anna])
        // Another screen shows the same.
        let detail = PostDetailViewModel(id: site.id("a"), marksAsRead: false)
        await detail.load()
        #expect(detail.state.value.item?.status.pending == .vote)
        let badge = BadgeViewModel()
        await badge.load()
        #expect(badge.state.value.count == 1)
        sender.isOpen.set(true)
        for await state in list.state.values where state.items.first?.status.pending == [] { break }
        for await state in detail.state.values where state.item?.status.pending == [] { break }
        for await state in badge.state.values where state.count == 0 { break }
        #expect(list.item(site.id("a"))?.status.vote == .up && detail.state.value.item?.status.vote == .up)
        // Taking it back is a wish of its own.
        await list.toggleVote(.up, for: site.id("a"))
        for await state in outbox.values where state.items.isEmpty { break }
        #expect(sender.sent.all.compactMap(\.value) == ["1", "0"])
        list.stop()
        try await services.finish()
    }

    @Test func aRefusedVoteIsBackToWhatTheServerSaid() async throws {
        let services = try await app.start()
        app.signIn()
        let list = await app.open()
        await list.setVote(.down, for: site.id("b"))
        #expect(list.item(site.id("b"))?.status.vote == .down)
        sender.isOpen.set(true)
        for await state in list.state.values where state.items.last?.status.pending == [] { break }
        #expect(list.item(site.id("b"))?.status.vote == nil)
        #expect(outbox.value.items.map(\.state) == [.failed])
        list.stop()
        try await services.finish()
    }

    @Test func nobodysVoteStaysOnTheDevice() async throws {
        let services = try await app.start()
        session.state.set(.signedOut)
        let list = await app.open()
        await list.setVote(.up, for: site.id("a"))
        #expect(list.item(site.id("a"))?.status.vote == .up && list.state.value.signInSite == .demo)
        #expect(outbox.value.items.isEmpty)
        await list.setSaved(true, for: site.id("a"))
        #expect(list.state.value.signInSite == nil)
        list.stop()
        try await services.finish()
    }

    @Test func aCombinedListSendsVotesToo() async throws {
        let services = try await app.start()
        session.state.set(.signedOut)
        let list = CombinedFeedViewModel(feed: CombinedFeed([site.home]))
        await list.load()
        await list.setVote(.up, for: site.id("a"))
        #expect(list.item(site.id("a"))?.status.vote == .up && list.state.value.signInSite == .demo)
        app.signIn()
        await list.refresh()
        await list.toggleVote(.down, for: site.id("a"))
        #expect(list.item(site.id("a"))?.status.pending == .vote && list.state.value.signInSite == nil)
        #expect(outbox.value.items.map(\.value) == ["-1"])
        list.stop()
        try await services.finish()
    }

    @Test func marksAreSentWhileTheyAreToBeSynced() async throws {
        let services = try await app.start()
        app.signIn()
        let list = await app.open()
        await list.setSaved(true, for: site.id("a"))
        #expect(outbox.value.items.isEmpty)
        let settings = Dependency.resolve((any SettingsProvider).self)
        try await settings.update { $0.syncStatuses = true }
        #expect(outbox.value.items.isEmpty, "nothing of before is sent")
        await list.set(.read(true), for: [site.id("a"), site.id("b")])
        await list.hide(site.id("b"))
        #expect(outbox.value.items.map(\.kind) == [.read, .read, .hide])
        #expect(list.state.value.items.map(\.id.native) == ["a"], "what is hidden is gone at once")
        #expect(list.item(site.id("a"))?.status.isRead == true && list.item(site.id("a"))?.status.isSaved == true)
        list.stop()
        try await services.finish()
    }

    @Test func aCommentIsVotedOn() async throws {
        let services = try await app.start()
        app.signIn()
        let thread = CommentThreadViewModel(id: site.id("a"))
        await thread.load()
        let comment = Core.Comment.ID(site: .demo, native: "1")
        await thread.toggleVote(.up, for: comment)
        #expect(thread.state.value.rows.first?.vote == .up && thread.state.value.rows.first?.pending == [.vote])
        sender.isOpen.set(true)
        for await state in thread.state.values where state.rows.first?.pending == [] { break }
        #expect(thread.state.value.rows.first?.vote == .up)
        #expect(sender.sent.all.map(\.target) == [.comment(comment)])
        // Who looks next sees nothing of it.
        session.accounts.set(SiteAccounts())
        for await state in thread.state.values where state.rows.first?.vote == nil { break }
        await thread.setVote(.down, for: comment)
        #expect(thread.state.value.rows.first?.vote == .down && thread.state.value.signInSite == .demo)
        try await services.finish()
    }

    @Test func aSubscriptionIsQueuedAndTheListStays() async throws {
        let services = try await app.start()
        app.signIn()
        let button = SubscriptionViewModel(SourceName(.subreddit, "swift"), on: .demo)
        await button.load()
        #expect(button.state.value == SubscriptionViewModel.State(canSubscribe: true))
        await button.toggle()
        #expect(button.state.value.subscription == Subscription(isSubscribed: true, isPending: true))
        sender.isOpen.set(true)
        for await state in button.state.values where state.subscription?.isPending == false { break }
        #expect(button.state.value.subscription == Subscription(isSubscribed: true))
        #expect(sender.sent.all.map(\.target) == [.community("swift", on: .demo)])
        button.stop()
        try await services.finish()
    }
}
