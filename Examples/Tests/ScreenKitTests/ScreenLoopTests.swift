import ConsoleKit
import Foundation
import ScreenKit
import TestSupport
import Testing

/// What happens is drawn: keys at once, other changes after a pause, and nothing when nothing has changed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreenLoopTests {
    private let device = GridDevice()
    private let queue = EventQueue()
    private let program = Lines()
    private let pauses = HeldPauses()

    private func loop(asking inquiries: [any TerminalInquiry] = [], startChangeCount: Int = 0) -> ScreenLoop {
        ScreenLoop(
            program, on: device, events: queue, hasColour: false, inquiries: inquiries,
            startChangeCount: startChangeCount, sleep: { [pauses] _ in await pauses.wait() })
    }

    /// Runs the loop beside a body, which ends it.
    private func run(
        startChangeCount: Int = 0, _ body: @MainActor () async throws -> Void
    ) async throws -> ScreenEnd {
        let loop = loop(startChangeCount: startChangeCount)
        async let end = loop.run()
        try await body()
        return try await end
    }

    private func press(_ character: Character) { queue.send(.input(.key(.character(character)))) }

    @Test func aKeyIsDrawnAtOnceAndQuitEnds() async throws {
        let end = try await run {
            await device.waitForText("size 20 x 5")
            press("a")
            await device.waitForText("typed a")
            press("b")
            await device.waitForText("typed ab")
            press("q")
        }
        #expect(end == .quit)
        #expect(device.refused == [] && device.leaves == 1)
    }

    @Test func keysThatWaitAreDrawnTogether() async throws {
        for character in "abcdefgh" { press(character) }
        press("q")
        #expect(try await run {} == .quit)
        #expect(program.draws == 1)
    }

    @Test func keysThatComeAtOnceToALoopThatWaitsAreDrawnTogether() async throws {
        _ = try await run {
            await device.waitForText("size 20 x 5")
            // It waits for an event by now.
            await pauses.settle()
            let draws = program.draws
            queue.send("abcdefgh".map { .input(.key(.character($0))) })
            await device.waitForText("typed abcdefgh")
            #expect(program.draws == draws + 1)
            press("q")
        }
    }

    @Test func whatComesWhileASlowLineTakesAScreenIsInTheNextOne() async throws {
        _ = try await run {
            await device.waitForText("size 20 x 5")
            device.isSlow = true
            press("a")
            await device.waitForWriters(1)
            let (draws, written) = (program.draws, device.written)
            // A held key, a mouse and news, each of them on its own.
            for character in "bcdefghij" { press(character) }
            queue.send(.input(.mouse(MouseEvent(.wheelDown, at: Screen.Place(row: 0, column: 0)))))
            program.note = "news"
            queue.send(.changed)
            await pauses.settle()
            #expect(program.draws == draws && device.written == written, "one screen is under way")
            device.takeWhatWaits()
            await device.waitForWriters(1)
            device.isSlow = false
            device.takeWhatWaits()
            await device.waitForText("typed abcdefghij")
            await device.waitForText("news")
            #expect(program.draws == draws + 1)
            press("q")
        }
    }

    @Test func thatAScreenWasWrittenIsToldBehindIt() async throws {
        var texts: [String] = []
        let loop = ScreenLoop(
            program, on: device, events: queue, hasColour: false,
            written: { [device] in texts.append(device.text) }, sleep: { [pauses] _ in await pauses.wait() })
        device.isSlow = true
        async let end = loop.run()
        await device.waitForWriters(1)
        #expect(texts.isEmpty, "nobody has taken it yet")
        device.isSlow = false
        device.takeWhatWaits()
        await device.waitForText("size 20 x 5")
        press("a")
        await device.waitForText("typed a")
        press("q")
        _ = try await end
        #expect(texts.count == 2 && texts[0].contains("size 20 x 5") && texts[1].contains("typed a"))
    }

    @Test func changesThatFollowEachOtherAreDrawnAfterAPause() async throws {
        let end = try await run {
            await device.waitForText("size 20 x 5")
            program.note = "first"
            queue.send(.changed)
            await device.waitForText("first")
            let draws = program.draws
            for number in 1...20 {
                program.note = "change \(number)"
                queue.send(.changed)
            }
            // A key is drawn at once, with what has changed.
            press("x")
            await device.waitForText("typed x")
            await device.waitForText("change 20")
            #expect(program.draws == draws + 1)
            program.note = "last"
            queue.send(.changed)
            await pauses.end()
            await device.waitForText("last")
            press("q")
        }
        #expect(end == .quit)
    }

    @Test func theFirstChangesAreDrawnAsTheyCome() async throws {
        let end = try await run(startChangeCount: 2) {
            await device.waitForText("size 20 x 5")
            let draws = program.draws
            queue.send(.changed)
            await program.waitForDraws(draws + 1)
            // That one has shown nothing, so that two are left; nobody ends a pause.
            for note in ["loading", "stored", "fresh"] {
                program.note = note
                queue.send(.changed)
                await device.waitForText(note)
            }
            let drawn = program.draws
            program.note = "late"
            queue.send(.changed)
            press("x")
            await device.waitForText("typed x")
            #expect(program.draws == drawn + 1)
            press("q")
        }
        #expect(end == .quit)
    }

    @Test func afterAPauseInWhichNothingHappenedNothingIsDrawn() async throws {
        let end = try await run {
            await device.waitForText("size 20 x 5")
            program.note = "first"
            queue.send(.changed)
            await device.waitForText("first")
            let draws = program.draws
            await pauses.end()
            await pauses.settle()
            #expect(program.draws == draws)
            let written = device.written
            press("-")
            await program.waitForDraws(draws + 1)
            #expect(device.written == written)
            press("q")
        }
        #expect(end == .quit)
    }

    @Test func anotherSizeIsDrawnWhole() async throws {
        _ = try await run {
            await device.waitForText("size 20 x 5")
            device.resize(columns: 30, rows: 8)
            queue.send(.resized)
            await device.waitForText("size 30 x 8")
            press("q")
        }
    }

    @Test func aStoppedProgramDrawsNothingUntilItGoesOn() async throws {
        _ = try await run {
            await device.waitForText("size 20 x 5")
            press("z")
            await device.waitForSuspensions(1)
            press("a")
            queue.send(.changed)
            queue.send(.ended(15))
        }
        #expect(device.resumes == 0 && device.text == "")
        _ = try await run {
            await device.waitForText("size 20 x 5")
            queue.send(.suspended)
            await device.waitForSuspensions(2)
            queue.send(.resumed)
            await device.waitForText("size 20 x 5")
            // Stopped by a signal that nobody can catch.
            queue.send(.resumed)
            await device.waitForResumes(2)
            press("q")
        }
    }

    @Test func anotherProgramHasTheTerminalUntilItEnds() async throws {
        let end = try await run {
            await device.waitForText("size 20 x 5")
            press("!")
            // What is typed from here on is not for this program.
            press("a")
            await device.waitForRuns(1)
            queue.send(.changed)
            device.resize(columns: 30, rows: 8)
            queue.send(.resized)
            queue.send(.resumed)
            // Only one has it.
            queue.send(.program(ProgramRun(Lines.command) { end in #expect(end == .noTerminal) }))
            queue.send(.program(ProgramRun(Lines.command) { [device] _ in device.endRun(.exited(3)) }))
            await device.waitForText("ended exited(3)")
            #expect(device.runs == 1 && device.resumes == 1 && device.text.contains("size 30 x 8"))
            #expect(device.text.contains("typed\n"))
            press("b")
            await device.waitForText("typed b")
            press("q")
        }
        #expect(end == .quit && device.refused == [])
    }

    @Test func aSignalEndsTheOtherProgramFirst() async throws {
        let end = try await run {
            await device.waitForText("size 20 x 5")
            press("!")
            await device.waitForRuns(1)
            queue.send(.ended(15))
        }
        #expect(end == .signal(15) && device.endSignals == [15])
        // Killed, it leaves its own modes behind.
        #expect(program.note == "ended interrupted" && device.resumes == 1 && device.leaves > 0)
    }

    @Test func aTerminalThatIsClosedUnderAnotherProgramEndsBoth() async throws {
        let end = try await run {
            await device.waitForText("size 20 x 5")
            press("!")
            await device.waitForRuns(1)
            device.failure = SystemCalls.Failure(number: 5)
            device.endRun(.exited(1))
        }
        #expect(end == .closed && program.note == "ended interrupted")
    }

    @Test func inTheBackgroundItLeavesTheTerminalAloneAndASignalEndsIt() async throws {
        let end = try await run {
            await device.waitForText("size 20 x 5")
            press("z")
            await device.waitForSuspensions(1)
            device.isInBackground = true
            queue.send(.resumed)
            press("a")
            // The shell does not say that it gives the terminal back.
            await pauses.end()
            await device.waitForResumeTries(2)
            #expect(device.resumes == 0 && device.text == "")
            device.isInBackground = false
            await pauses.end()
            await device.waitForText("size 20 x 5")
            #expect(device.resumes == 1 && !device.text.contains("typed a"))
            // Also where it was stopped by a signal that nobody can catch.
            device.isInBackground = true
            queue.send(.resumed)
            press("b")
            queue.send(.ended(15))
            await pauses.end()
        }
        #expect(end == .signal(15) && !device.text.contains("typed b"))
    }

    @Test func aTerminalIsAskedOnceAndItsAnswersAreNoKeys() async throws {
        let (inquiry, other) = (Questions(), Questions())
        queue.send(.input(.reply(.application("Gi=31;OK"))))
        queue.send(.input(.reply(.attributes([62]))))
        press("q")
        #expect(try await loop(asking: [inquiry, other]).run() == .quit)
        #expect(device.questions == ["11;?", "11;?", "c"] && device.refused == [])
        #expect(other.replies == inquiry.replies)
        #expect(inquiry.replies == [.application("Gi=31;OK"), .attributes([62])])
    }

    @Test func signalsAndAClosedTerminalEndIt() async throws {
        queue.send(.ended(15))
        #expect(try await loop().run() == .signal(15))
        queue.send(.closed)
        #expect(try await loop().run() == .closed)
    }

    @Test func aTerminalThatCannotBeWrittenEndsItWithTheReason() async throws {
        device.failure = SystemCalls.Failure(number: 5)
        await #expect(throws: SystemCalls.Failure.self) { try await loop().run() }
    }
}

/// A program that shows its size, what was typed, and a note.
@MainActor
private final class Lines: ScreenProgram {
    nonisolated static let command = ProgramCommand("vi", arguments: [], environment: [:])
    private(set) var draws = 0
    var note = ""
    private var typed = ""
    private var size = ScreenSize(columns: 0, rows: 0)
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    nonisolated init() {}

    func handle(_ event: InputEvent) -> ScreenReaction {
        guard case .key(let press) = event, case .character(let character) = press.key else { return .none }
        switch character {
        case "q": return .quit
        case "z": return .suspend
        case "-": return .none
        case "!": return .run(ProgramRun(Self.command) { [weak self] in self?.note = "ended \($0)" })
        default:
            typed.append(character)
            return .none
        }
    }

    func resize(to size: ScreenSize) { self.size = size }

    func draw(on screen: inout Screen) {
        draws += 1
        let all = ScreenRegion(screen.size)
        screen.draw(StyledText("size \(size.columns) x \(size.rows)"), row: 0, in: all)
        screen.draw(StyledText("typed \(typed)"), row: 1, in: all)
        screen.draw(StyledText(note), row: 2, in: all)
        for entry in waiting where entry.count <= draws { entry.continuation.resume() }
        waiting.removeAll { $0.count <= draws }
    }

    func waitForDraws(_ count: Int) async {
        guard draws < count else { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }
}

/// What asks a terminal for something.
private final class Questions: TerminalInquiry {
    private(set) var replies: [TerminalReply] = []
    let questions = Array("\u{1B}]11;?\u{7}".utf8)

    func take(_ reply: TerminalReply) { replies.append(reply) }
}
