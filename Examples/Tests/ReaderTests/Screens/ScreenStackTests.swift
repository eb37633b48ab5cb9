import Core
import Mocks
import PostFeatures
import ScreenKit
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// The things that a stack does whatever its screens are.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreenStackTests {
    /// Does something where a stack finds what it needs.
    private func run(_ body: @MainActor (ReaderContext, ManualClock) async throws -> Void) async throws {
        let clock = ManualClock(now: Day.morning)
        let process = try await DayProcess(
            files: InMemoryFileSystem(), server: DayServer(communities: [], date: Day.morning), clock: clock)
        try await process.run {
            let context = ReaderContext(
                profile: .demo, format: PostFormat(language: .english), keys: KeyTable(), queue: EventQueue(),
                isOffline: true)
            try await body(context, clock)
        }
        try await process.quit()
    }

    @Test func aSentenceStaysUntilThePersonDoesSomethingElse() async throws {
        try await run { context, _ in
            let stack = ScreenStack(context, Note())
            let size = ScreenSize(columns: 40, rows: 10)
            stack.resize(to: size)
            var screen = Screen(size)
            stack.draw(on: &screen)
            let place = Screen.Place(row: 2, column: 3)
            _ = stack.handle(.mouse(MouseEvent(.press, at: place)))
            #expect(stack.words == "Clicked.")
            _ = stack.handle(.mouse(MouseEvent(.release, at: place)))
            _ = stack.handle(.reply(.attributes([62])))
            #expect(stack.words == "Clicked.")
            _ = stack.handle(.mouse(MouseEvent(.wheelUp, at: place)))
            #expect(stack.words == nil)
        }
    }

    @Test(arguments: [false, true])
    func aScreenThatDoesNotEndKeepsNeitherTheProgramNorTheOthers(_ isClosedBefore: Bool) async throws {
        try await run { context, clock in
            let (first, endless) = (Note(), Note(isEndless: true))
            let stack = ScreenStack(context, first)
            var end: ScreenEnd?
            let running = Task {
                end = try await stack.run(
                    in: Loop {
                        stack.show(endless)
                        if isClosedBefore { stack.take(.close) }
                    })
            }
            for _ in 0..<10_000 where end == nil {
                clock.advance(by: .milliseconds(100))
                await Task.yield()
            }
            #expect(end == .quit && first.isFinished && !endless.isFinished)
            endless.letGo()
            try await running.value
        }
    }
}

/// A loop that lasts as long as a body.
private struct Loop: ProgramLoop {
    let body: @MainActor () -> Void

    func run() async throws -> ScreenEnd {
        body()
        return .quit
    }
}

/// A screen that says something where it is clicked, and may store something for as long as a test wants.
@MainActor
private final class Note: AppScreen {
    private(set) var isFinished = false
    private var isEndless: Bool
    private var waiting: CheckedContinuation<Void, Never>?

    init(isEndless: Bool = false) { self.isEndless = isEndless }

    let title: StyledText = "Note"
    let actions: [ReaderAction] = []

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> { .none }
    func click(row: Int) -> ScreenChange<ReaderAction> { .say("Clicked.") }
    func draw(in region: ScreenRegion, on screen: inout Screen) {}

    func finish() async {
        if isEndless { await withCheckedContinuation { waiting = $0 } }
        isFinished = true
    }

    func letGo() {
        isEndless = false
        waiting?.resume()
        waiting = nil
    }
}
