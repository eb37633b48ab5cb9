import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The lists of an app with several sites.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct SourceListSitesTests {
    private let store = InMemoryOfflineSourceProvider([.mock("r/Swift"), .mock("u/Ann", site: .hackerNews)])
    private let ukrainian = PostFormat(language: .ukrainian)

    /// Registers the lists of two sites.
    private func registerLists() {
        let store = store
        Dependency.register(SourceProviders.self) {
            SourceProviders([
                .demo: DefaultSourceProvider(names: SourceNameParser(.demo), offline: store, online: nil),
                .hackerNews: DefaultSourceProvider(names: SourceNameParser(.hackerNews), offline: store, online: nil),
            ])
        }
    }

    private func names(_ list: SourceListViewModel) -> [String] { list.state.value.rows.map(\.name) }

    @Test func eachSiteShowsItsOwnList() async {
        registerLists()
        let (demo, news) = (SourceListViewModel(site: .demo), SourceListViewModel(site: .hackerNews))
        await demo.load()
        await news.load()
        #expect(names(demo) == ["r/Swift"] && demo.names.site == .demo)
        #expect(names(news) == ["u/Ann"] && news.names.site == .hackerNews)
        #expect(demo.state.value.phase == .idle && news.state.value.phase == .idle)
    }

    @Test func eachSiteAddsToItsOwnList() async throws {
        registerLists()
        let (demo, news) = (SourceListViewModel(site: .demo), SourceListViewModel(site: .hackerNews))
        await demo.load()
        await news.load()
        await news.add("u/pg")
        #expect(names(news) == ["u/Ann", "u/pg"] && news.state.value.added == .mock("u/pg", site: .hackerNews))
        await demo.add("kotlin")
        #expect(names(demo) == ["r/Swift", "r/kotlin"])
        await news.remove(.mock("u/Ann", site: .hackerNews))
        #expect(try await store.sources(on: .demo).sources.map(\.name.text) == ["Swift", "kotlin"])
        #expect(try await store.sources(on: .hackerNews).sources.map(\.name.text) == ["pg"])
    }

    @Test func theFieldReadsCaseAsTheSiteDoes() async {
        registerLists()
        let (demo, news) = (SourceListViewModel(site: .demo), SourceListViewModel(site: .hackerNews))
        await demo.load()
        await news.load()
        demo.type("r/SWIFT")
        #expect(demo.state.value.field == .duplicate(.mock("r/swift")))
        news.type("u/Ann")
        #expect(news.state.value.field == .duplicate(.mock("u/Ann", site: .hackerNews)))
        news.type("u/ann")
        #expect(news.state.value.field == .ok(.mock("u/ann", site: .hackerNews)))
        await news.add()
        #expect(names(news) == ["u/Ann", "u/ann"])
    }

    @Test func aSiteWithoutAListSaysSo() async {
        registerLists()
        let list = SourceListViewModel(site: .reddit)
        await list.load()
        #expect(list.state.value.phase == .failed && list.state.value.rows.isEmpty)
        let banner = list.state.value.banner
        #expect(banner?.cause == .content && banner?.isDismissible == false)
        #expect(banner?.error.underlying as? SourceError == .noList(.reddit))
        #expect(banner?.error.message == "There is no list of sources for 'reddit'.")
        #expect(banner?.text(in: ukrainian) == "Для сайту «reddit» немає списку спільнот.")
        list.stop()
    }

    @Test func actionsOnASiteWithoutAListAreRefusedWithASentence() async throws {
        registerLists()
        let list = SourceListViewModel(site: .reddit)
        await list.load()
        await list.add("swift")
        #expect(list.state.value.banner?.cause == .action && list.state.value.added == nil)
        #expect(list.state.value.banner?.error.underlying as? SourceError == .noList(.reddit))
        #expect(list.state.value.text == "swift" && !list.state.value.isAdding)
        await list.remove(.mock("r/swift", site: .reddit))
        await list.move(.mock("r/swift", site: .reddit), to: 0)
        await list.open(.mock("r/swift", site: .reddit))
        await list.verifyPending()
        await list.undoRemove()
        #expect(list.state.value.banner?.error.underlying as? SourceError == .noList(.reddit))
        #expect(list.state.value.rows.isEmpty && !list.state.value.isVerifying)
        #expect(try await store.sources(on: .reddit).sources.isEmpty)
    }

    @Test func theOnlyListIsThatOfItsOwnSiteAlone() async {
        let provider = TestInjector.mocks.sourceProvider
        provider.onSources.returns(StoredSources(sources: [.mock("r/one")], version: 1))
        let (demo, reddit) = (SourceListViewModel(site: .demo), SourceListViewModel(site: .reddit))
        await demo.load()
        await reddit.load()
        #expect(names(demo) == ["r/one"] && provider.onSources.calls.count == 1)
        #expect(reddit.state.value.banner?.error.underlying as? SourceError == .noList(.reddit))
    }

    @Test func withoutASiteTheRegisteredListIsShown() async {
        registerLists()
        TestInjector.mocks.sourceProvider.onSources.returns(StoredSources(sources: [.mock("r/one")], version: 1))
        let list = SourceListViewModel()
        await list.load()
        #expect(names(list) == ["r/one"])
    }
}
