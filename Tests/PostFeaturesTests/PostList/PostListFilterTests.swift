import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// What the settings leave out and cover: re-evaluated from what is stored, and published once.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct PostListFilterTests {
    let provider = TestInjector.mocks.postProvider
    let settings = TestInjector.mocks.settings
    let list = PostListViewModel(feed: .mock(), configuration: .init(minimumVisible: 0))

    private var drawn: String { list.state.value.drawn }

    private func load(_ text: String) async {
        provider.onPerform.returns(.drawn(text))
        await list.load()
    }

    private func hideNSFW(_ visibility: ContentVisibility = .hidden) {
        settings.settings.update { $0.nsfw = visibility }
    }

    @Test func nothingIsLeftOutByDefaultAndNSFWIsCovered() async {
        await load("a b! c~")
        #expect(drawn == "a b c")
        #expect(list.state.value.items.map(list.state.value.isCovered) == [false, true, false])
        #expect(list.state.value.filtered.isEmpty)
    }

    @Test func whatIsSetBeforeLoadingCountsFromTheBeginning() async {
        hideNSFW()
        await load("a b! c")
        #expect(drawn == "a c")
        #expect(list.state.value.filtered == [FilteredPost(id: .mock("b"), reason: .nsfw)])
        #expect(list.state.value.filteredCounts == [.nsfw: 1])
        #expect(list.reason(for: .mock("b")) == .nsfw)
        #expect(list.reason(for: .mock("a")) == nil)
        #expect(list.state.value.storedCount == 3)
    }

    @Test func aChangeOfTheFilterIsOnePublicationWithoutAnyRequest() async {
        // Given two open feeds
        let other = PostListViewModel(feed: .mock("other"), configuration: .init(minimumVisible: 0))
        await load("a b! c")
        provider.onPerform.returns(.drawn("x! y", of: .mock("other")))
        await other.load()
        var publications: [[String]] = [[], []]
        let tokens = [list, other].enumerated().map { place, list in
            list.state.observe { publications[place].append($0.drawn) }
        }
        // When
        hideNSFW()
        // Then each was told once, after what it was told at first
        #expect(publications == [["a b c", "a c"], ["x y", "y"]])
        #expect(provider.onPerform.calls.count == 2)
        withExtendedLifetime(tokens) {}
    }

    @Test func aChangeThatLeavesTheListAsItIsPublishesNothing() async {
        await load("a b c")
        var count = 0
        let token = list.state.observe { _ in count += 1 }
        settings.settings.update { settings in
            settings.theme = .dark
            settings.pageSize = 50
        }
        settings.settings.update { $0.mediaKinds = [.text] }
        #expect(count == 1, "only what it was told at first: every post is a text")
        withExtendedLifetime(token) {}
    }

    @Test func aRevealedPostIsThereAtOnceInItsPlaceAndStays() async {
        await load("a b! c d!")
        hideNSFW()
        list.reveal(.mock("b"))
        #expect(drawn == "a b c")
        #expect(list.state.value.filtered.map(\.id) == [.mock("d")])
        #expect(list.state.value.isCovered(list.state.value.items[1]), "it is marked all the same")
        provider.send(.drawn("z a b! c d!", version: 2))
        await list.state.first { $0.items.first?.id == .mock("z") }
        #expect(drawn == "z a b c")
        #expect(provider.onPerform.calls.count == 1)
    }

    @Test func uncoveringOnePostUncoversNoOther() async {
        await load("a! b!")
        list.uncover(.mock("a"))
        #expect(list.state.value.items.map(list.state.value.isCovered) == [false, true])
        hideNSFW(.shown)
        #expect(list.state.value.items.map(list.state.value.isCovered) == [false, false])
    }

    @Test func spoilersAreCoveredByTheirOwnSwitch() {
        var item = FeedItem.mock("a")
        item.post.isSpoiler = true
        var settings = ReadingSettings()
        settings.nsfw = .shown
        #expect(ContentCover(settings).isCovered(item))
        #expect(!ContentCover(settings, uncovered: [item.id]).isCovered(item))
        settings.spoilers = .shown
        #expect(!ContentCover(settings).isCovered(item))
        #expect(!ContentCover().isCovered(.mock("b")))
    }

    /// What the settings hide and the person asked for is covered first, like what is to be covered.
    @Test(arguments: [ContentVisibility.covered, .shown, .hidden], [ContentVisibility.covered, .shown, .hidden])
    func onlyContentSetToShownIsUncovered(nsfw: ContentVisibility, spoilers: ContentVisibility) {
        var settings = ReadingSettings()
        (settings.nsfw, settings.spoilers) = (nsfw, spoilers)
        let cover = ContentCover(settings)
        func isCovered(_ isNSFW: Bool?, _ isSpoiler: Bool?) -> Bool {
            var item = FeedItem.mock("a")
            (item.post.isNSFW, item.post.isSpoiler) = (isNSFW, isSpoiler)
            return cover.isCovered(item)
        }
        #expect(isCovered(true, nil) == (nsfw != .shown))
        #expect(isCovered(false, true) == (spoilers != .shown))
        #expect(isCovered(true, true) == (nsfw != .shown || spoilers != .shown))
        #expect(!isCovered(false, nil) && !isCovered(nil, false))
    }

    // MARK: Hiding what was read

    @Test func aPostThatIsReadWhileItIsShownStaysUntilTheNextRefresh() async {
        // Given
        settings.settings.update { $0.hideRead = true }
        await load("a b c~")
        #expect(drawn == "a b")
        // When one is read, and something else changes
        provider.onApply.returns(StatusReceipt(statuses: [.mock("a", isRead: true)], version: 2))
        await list.select(.mock("a"))
        #expect(drawn == "a b")
        provider.send(.drawn("a~ b c~ d", version: 3))
        await list.state.first { $0.items.count == 3 }
        #expect(drawn == "a b d")
        // Then it goes with the next refresh
        provider.onPerform.returns(.drawn("a~ b c~ d", version: 3, page: "a b c d"))
        await list.refresh()
        #expect(drawn == "b d")
        #expect(list.reason(for: .mock("a")) == .read)
    }

    @Test func pagingDoesNotTakeReadPostsAway() async {
        settings.settings.update { $0.hideRead = true }
        await load("a b")
        provider.onPerform.returns(.drawn("a~ b c", version: 2, page: "c"))
        await list.loadMore()
        #expect(drawn == "a b c")
    }

    @Test func whoHidesWhatWasReadMeansWhatIsShownToo() async {
        await load("a~ b")
        settings.settings.update { $0.hideRead = true }
        #expect(drawn == "b")
    }

    @Test func aRefreshWithoutLoadingMeansWhatIsSet() async {
        hideNSFW()
        provider.onPerform.returns(.drawn("a b!"))
        await list.refresh()
        #expect(drawn == "a")
    }

    @Test func afterStopSettingsAreFollowedAgainWithTheNextLoad() async {
        await load("a b!")
        list.stop()
        hideNSFW()
        #expect(drawn == "a b")
        provider.onPerform.returns(.drawn("a b!"))
        await list.load()
        #expect(drawn == "a")
    }
}
