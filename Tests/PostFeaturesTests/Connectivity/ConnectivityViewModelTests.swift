import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ConnectivityViewModelTests {
    private let clock = TestInjector.mocks.clock
    private let connectivity = TestInjector.mocks.connectivity.connectivity
    private let journal = InMemoryActivityLog()

    private func line(_ language: Language = .english) -> ConnectivityViewModel {
        ConnectivityViewModel(log: journal, format: PostFormat(language: language), timeZone: .gmt)
    }

    @Test func startsNothingByItself() {
        connectivity.set(.offline(since: clock.now))
        #expect(line().state.value == ConnectivityViewModel.State())
    }

    @Test func saysSinceWhenNoServerAnswers() {
        let line = line()
        line.load()
        #expect(line.state.value.text == nil)
        connectivity.set(.offline(since: clock.now))
        #expect(line.state.value.text == "offline since 22:13")
        #expect(line.state.value.offlineSince == clock.now)
        connectivity.set(.online)
        #expect(line.state.value.text == nil)
        #expect(line.state.value.connectivity == .online)
    }

    @Test func saysItInUkrainian() {
        connectivity.set(.offline(since: clock.now - 86_400))
        let line = line(.ukrainian)
        line.load()
        #expect(line.state.value.text == "немає зв’язку з 2023-11-13 22:13")
    }

    @Test func saysWhatIsTriedWhen() async throws {
        let line = line()
        line.load()
        var event = ActivityEvent(.retried, reason: .failure, host: "a", date: clock.now, code: .offline)
        event.until = clock.now + 60
        journal.record(event)
        await line.state.first { !$0.nextTries.isEmpty }
        #expect(line.state.value.nextTries.map(\.text) == ["next try at 22:14"])
        #expect(line.state.value.nextTries.map(\.host) == ["a"])
    }

    @Test func followsNothingAfterItWasStopped() {
        let line = line()
        line.load()
        line.stop()
        connectivity.set(.offline(since: clock.now))
        #expect(line.state.value.text == nil)
        line.load()
        #expect(line.state.value.text != nil)
    }

    @Test func aLineThatIsReleasedFollowsNothing() async throws {
        var line: ConnectivityViewModel? = line()
        line?.load()
        let released = Weak(line)
        try await clock.waitForSleepers(1)
        line = nil
        #expect(released.object == nil)
    }

    // MARK: The list of posts says it too

    @Test func aListOfPostsSaysSinceWhenNoServerAnswers() async {
        let provider = TestInjector.mocks.postProvider
        let list = PostListViewModel(feed: .mock())
        connectivity.set(.offline(since: clock.now))
        #expect(list.state.value.offlineSince == nil)
        provider.onPerform.returns(.mock(["a"]))
        await list.load()
        #expect(list.state.value.offlineSince == clock.now)
        connectivity.set(.online)
        #expect(list.state.value.offlineSince == nil)
        list.stop()
        connectivity.set(.offline(since: clock.now))
        #expect(list.state.value.offlineSince == nil)
    }

    @Test func aBannerSaysWhenAnotherTryIsWorthIt() async {
        let provider = TestInjector.mocks.postProvider
        let list = PostListViewModel(feed: .mock())
        provider.onPerform.returns(.mock(["a"], error: DataError(.rateLimited, retryAfter: .milliseconds(90_500))))
        await list.load()
        #expect(list.state.value.banner?.retryAt == clock.now + 90.5)
        provider.onPerform.returns(.mock(["a"], error: DataError(.offline)))
        await list.refresh()
        #expect(list.state.value.banner != nil)
        #expect(list.state.value.banner?.retryAt == nil)
    }
}
