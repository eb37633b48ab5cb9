import Core
import Foundation
import Mocks
import Observation
import PostFeatures
import Synchronization
import Testing
import XCTest

// What Documentation/Testing.md, Dependency.md and Observation.md show, so that it compiles and holds.

// MARK: XCTest

@MainActor
final class PostListXCTests: XCTestCase {
    private var mocks = TestMocks()

    override func setUp() async throws {
        mocks = TestInjector.load()
    }

    override func tearDown() async throws {
        // Each call that nobody had scripted an answer for.
        XCTAssertNoThrow(try mocks.verify())
        TestInjector.reset()
    }

    func testShowsAFailureAsABanner() async {
        mocks.postProvider.onPerform.fails(with: DataError(.noSpace))
        let list = PostListViewModel(feed: .mock())
        await list.load()
        XCTAssertEqual(list.state.value.banner?.error.code, .noSpace)
    }
}

// MARK: A mock of one's own

/// What an app's own screens ask.
private protocol WeatherProvider: Sendable {
    func weather(in town: String) async throws -> String
}

private final class MockWeatherProvider: WeatherProvider, Mock {
    let log: MockLog
    let onWeather: MockMethod<String, String>

    init(log: MockLog = MockLog()) {
        self.log = log
        onWeather = MockMethod("MockWeatherProvider.weather", log: log)
    }

    func weather(in town: String) async throws -> String { try await onWeather.answer(to: town) }
}

/// Asks again a minute after a failure.
private struct Forecast: Sendable {
    let weather = Dependency.resolve((any WeatherProvider).self)
    let time = Dependency.resolve((any TimeProvider).self)

    func text(in town: String) async throws -> String {
        do {
            return try await weather.weather(in: town)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            try await time.sleep(for: .seconds(60))
            return try await weather.weather(in: town)
        }
    }
}

@Suite(.testInjector, .timeLimit(.minutes(5)))
struct OwnMockTests {
    private let weather = MockWeatherProvider(log: TestInjector.mocks.log)

    init() {
        let weather = weather
        Dependency.register((any WeatherProvider).self) { weather }
    }

    @Test func asksAgainAfterAMinute() async throws {
        weather.onWeather.fails(with: DataError(.offline))
        weather.onWeather.returns("rain")
        let clock = TestInjector.mocks.clock
        let forecast = Forecast()
        async let text = forecast.text(in: "Kyiv")
        try await clock.waitForSleepers(1)  // it has failed once, and waits
        #expect(weather.onWeather.calls == ["Kyiv"])
        clock.advance(by: .seconds(60))
        #expect(try await text == "rain")
        #expect(weather.onWeather.calls == ["Kyiv", "Kyiv"])
    }
}

// MARK: States for previews and snapshots

@MainActor
@Suite struct PreviewStateTests {
    @Test func aStateIsMadeByHand() {
        var list = PostListViewModel.State(
            items: [FeedItem(post: .mock("t3_a", title: "Hello"))], phase: .idle,
            banner: Banner(DataError(.offline), cause: .action))
        list.isStale = true
        #expect(list.items.map(\.post.title) == ["Hello"])
        #expect(list.banner?.error.code == .offline && list.isStale)

        let table = RecordTableViewModel<Deal>.State(sort: TableSort(TableColumn.ID(rawValue: "id")), rows: [Deal(1)])
        #expect(table.total == 1)

        #expect(SettingsViewModel.State(pendingCount: 1).pendingCount == 1)
        #expect(ConnectivityViewModel.State(text: "offline since 14:02").text == "offline since 14:02")
    }
}

// MARK: Dependency

private struct Clockmaker: Sendable {
    let time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
}

@Suite struct DependencyPageTests {
    @Test func aChildOverridesForWhoeverResolvesInsideIt() async {
        let app = DependencyContainer()
        app.register((any SettingsProvider).self) { InMemorySettingsProvider() }
        let preview = DependencyContainer(parent: app)
        preview.register((any SettingsProvider).self) {
            var settings = ReadingSettings()
            settings.pageSize = 5
            return InMemorySettingsProvider(settings)
        }
        let size = await Dependency.withContainer(preview) {
            await Task { Dependency.resolve((any SettingsProvider).self).settings.value.pageSize }.value
        }
        #expect(size == 5)
        #expect(
            Dependency.withContainer(app) { Dependency.resolve((any SettingsProvider).self) }.settings.value.pageSize
                == 25)
    }

    @Test func whatIsMissingIsAnErrorThatNamesIt() {
        let error = #expect(throws: DependencyError.self) {
            try DependencyContainer().resolve((any SettingsProvider).self)
        }
        #expect(error?.description.contains("No dependency is registered for 'any Core.SettingsProvider'") == true)
    }

    @Test func aDefaultIsSharedByItsContainer() {
        let app = DependencyContainer()
        Dependency.withContainer(app) {
            let first = Dependency.resolve((any StateStore).self, default: InMemoryStateStore()) as? InMemoryStateStore
            let second = Dependency.resolve((any StateStore).self, default: InMemoryStateStore()) as? InMemoryStateStore
            #expect(first != nil && first === second)
            #expect(Clockmaker().time is SystemTimeProvider)
        }
    }
}

// MARK: Observation

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservationPageTests {
    @Test func theCurrentValueComesFirst() async {
        let count = ObservableValue(0)
        var seen: [Int] = []
        let token = count.observe { seen.append($0) }
        count.set(1)
        count.set(1)
        #expect(seen == [0, 1], "equal values are not sent again")
        token.cancel()
        count.set(2)
        #expect(seen == [0, 1])
        var values = count.values.makeAsyncIterator()
        #expect(await values.next() == 2)
        count.set(3)
        count.update { $0 += 1 }
        #expect(await values.next() == 4, "the newest alone")
    }

    @Test func theObservationFrameworkFollowsIt() {
        let count = ObservableValue(0)
        let changes = Mutex(0)
        withObservationTracking {
            _ = count.value
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        count.set(1)
        #expect(changes.withLock { $0 } == 1)
    }
}
