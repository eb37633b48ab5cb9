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

    /// The last rows of 40 × 10 cells with a sentence, over rows of words.
    private func rows(
        _ sentence: String, over words: StyledText = "Words.", in context: ReaderContext, then press: KeyPress? = nil
    ) -> [String] {
        let stack = ScreenStack(context, Note(words: words))
        let size = ScreenSize(columns: 40, rows: 10)
        stack.resize(to: size)
        stack.say(sentence)
        if let press { _ = stack.handle(.key(press)) }
        var screen = Screen(size)
        stack.draw(on: &screen)
        return (5..<10).map { screen.text(ofRow: $0) }
    }

    @Test func aSentenceThatIsLongerThanARowTakesMoreOfThem() async throws {
        try await run { context, _ in
            #expect(rows("Short.", in: context) == ["Words.", "Words.", "Words.", "Words.", "Short."])
            let long = "This key does nothing here; ? shows those that do."
            #expect(
                rows(long, in: context) == [
                    "Words.", "Words.", "Words.", "This key does nothing here; ? shows", "those that do.",
                ])
            let all = rows(String(repeating: "again and ", count: 30), in: context)
            #expect(all.prefix(2) == ["Words.", "Words."] && all.dropFirst(2).allSatisfy { $0.hasPrefix("again") })
            #expect(all.last?.hasSuffix("…") == true)
            // Nothing of a longer row is seen behind it.
            let full = StyledText(String(repeating: "m", count: 40))
            #expect(
                rows(long, over: full, in: context).suffix(2) == [
                    "This key does nothing here; ? shows", "those that do.",
                ])
            // Any key ends it, and what it covered is there as it was.
            let after = rows(long, in: context, then: .control("l"))
            #expect(after.dropLast() == ["Words.", "Words.", "Words.", "Words."])
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

    private let words: StyledText

    init(isEndless: Bool = false, words: StyledText = "") { (self.isEndless, self.words) = (isEndless, words) }

    let title: StyledText = "Note"
    let actions: [ReaderAction] = []

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> { .none }
    func click(row: Int) -> ScreenChange<ReaderAction> { .say("Clicked.") }
    func draw(in region: ScreenRegion, on screen: inout Screen) {
        for row in 0..<region.rows.count { screen.draw(words, row: row, in: region) }
    }

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
