import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// A person's own post on its screen, and its deletion.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct OwnPostTests {
    private let provider = TestInjector.mocks.postProvider
    private let writing = TestInjector.mocks.writingProvider
    private let detail = PostDetailViewModel(id: .mock("a"))

    /// Loads a post of the person who is signed in.
    private func loadOwn() async -> FeedItem {
        writing.signIn(as: AccountKey(site: .demo, name: "t2_ann"), name: "ann")
        var item = FeedItem.mock("a", isRead: true)
        item.post.author = "Ann"
        provider.onItems.returns([item])
        await detail.load()
        return item
    }

    @Test func onlyOnesOwnPostIsKnownAsSuch() async {
        #expect(!detail.isOwn)
        provider.onItems.returns([.mock("a", isRead: true)])
        await detail.load()
        #expect(!detail.isOwn, "nobody is signed in")
        var item = await loadOwn()
        #expect(detail.isOwn)
        writing.signIn(as: AccountKey(site: .demo, name: "t2_ben"), name: "ben")
        #expect(!detail.isOwn)
        item.own = OwnText(made: OutboxItem.ID(rawValue: "entry-a"))
        provider.onItems.returns([item])
        await detail.load()
        #expect(detail.isOwn, "it was written here")
    }

    @Test func onlyWhatIsKnownToBeOfAnotherPersonIsSomebodyElses() async {
        #expect(!detail.isSomebodyElses)
        provider.onItems.returns([.mock("a", isRead: true)])
        await detail.load()
        #expect(!detail.isSomebodyElses, "nobody is signed in")
        var item = await loadOwn()
        #expect(!detail.isSomebodyElses)
        writing.signIn(as: AccountKey(site: .demo, name: "t2_ben"), name: "ben")
        #expect(detail.isSomebodyElses)
        item.post.authorFullname = "t2_ben"
        provider.onItems.returns([item])
        await detail.load()
        #expect(!detail.isSomebodyElses, "it was written under another name")
        (item.post.author, item.post.authorFullname) = (nil, nil)
        provider.onItems.returns([item])
        await detail.load()
        #expect(!detail.isSomebodyElses, "nobody knows who wrote it")
    }

    @Test func onesOwnPostIsDeletedAndShownSo() async {
        var item = await loadOwn()
        writing.onQueue.answers { _ in OutboxItem.ID(rawValue: "entry-d") }
        item.own = OwnText(isDeleted: true)
        provider.onItems.returns([item])
        #expect(await detail.delete(dependants: .givenUp) == OutboxItem.ID(rawValue: "entry-d"))
        #expect(writing.onQueue.calls.map(\.intent) == [.delete(.post(.mock("a")), .givenUp)])
        #expect(detail.state.value.item == item && detail.state.value.banner == nil)
    }

    @Test func aDeletionThatCannotBeQueuedIsSaid() async {
        let item = await loadOwn()
        writing.onQueue.fails(with: DataError(.diskFailure))
        #expect(await detail.delete() == nil)
        #expect(detail.state.value.banner?.error.code == .diskFailure && detail.state.value.banner?.cause == .action)
        #expect(detail.state.value.item == item)
        writing.onQueue.fails(with: CancellationError())
        detail.dismissBanner()
        #expect(await detail.delete() == nil && detail.state.value.banner == nil)
    }
}
