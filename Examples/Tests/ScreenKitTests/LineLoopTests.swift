import ConsoleKit
import ScreenKit
import Synchronization
import TestSupport
import Testing

/// Lines are obeyed one after the other, and told what is new; nothing is written where nothing is.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LineLoopTests {
    private let queue = EventQueue()
    private let program = Told()
    private let pauses = EndlessPauses()

    private func run(on device: TextDevice, _ body: @MainActor () async throws -> Void) async throws -> ScreenEnd {
        let loop = LineLoop(
            program, on: device, events: queue, words: program.lineWords, sleep: { [pauses] _ in await pauses.wait() })
        async let running = loop.run()
        try await body()
        let end = try await running
        await pauses.end()
        return end
    }

    @Test func linesAreObeyedAndTheEndOfInputQuits() async throws {
        let device = TextDevice(isTerminal: false)
        let end = try await run(on: device) {
            await device.waitForText("Title\n1. a\nhint\n")
            queue.send(.line("b"))
            await device.waitForText("hint\n1. b\n")
            queue.send(.line(nil))
        }
        #expect(end == .quit)
        #expect(device.text == "Title\n1. a\nhint\n1. b\n")
    }

    @Test func nothingIsWrittenWhereNothingIsNew() async throws {
        let device = TextDevice(isTerminal: false)
        _ = try await run(on: device) {
            await device.waitForText("hint\n")
            for _ in 0..<20 {
                queue.send(.changed)
                await program.waitForPages(program.pages + 1)
            }
            program.age = "older"
            queue.send(.changed)
            await program.waitForPages(program.pages + 1)
            #expect(device.text == "Title\n1. a\nhint\n")
            queue.send(.line(" "))
            await device.waitForText("hint\n1. a\nolder\n")
            queue.send(.line("quit"))
        }
        #expect(device.text == "Title\n1. a\nhint\n1. a\nolder\n")
    }

    @Test func aLineInAPipeWaitsForTheEffectOfTheOneBefore() async throws {
        let device = TextDevice(isTerminal: false)
        _ = try await run(on: device) {
            await device.waitForText("hint\n")
            program.isSettled = false
            queue.send(.line("b"))
            await program.waitForPages(program.pages + 1)
            #expect(program.obeyed == [])
            program.isSettled = true
            queue.send(.changed)
            await device.waitForText("1. b\n")
            queue.send(.line(nil))
        }
        #expect(program.obeyed == ["b"])
    }

    @Test func aScreenThatIsOpenedIsToldWhenItIsWhole() async throws {
        let device = TextDevice(isTerminal: false)
        program.isSettled = false
        _ = try await run(on: device) {
            for _ in 0..<3 {
                queue.send(.changed)
                await program.waitForPages(program.pages + 1)
            }
            #expect(device.text.isEmpty)
            program.row = "b"
            program.isSettled = true
            queue.send(.changed)
            await device.waitForText("Title\n1. b\nhint\n")
            queue.send(.line(nil))
        }
    }

    @Test func atATerminalThereIsAPromptAndWhatComesByItselfHasALineOfItsOwn() async throws {
        let device = TextDevice(isTerminal: true)
        _ = try await run(on: device) {
            await device.waitForText("hint\n> ")
            program.isSettled = false
            // Somebody who types waits for nobody.
            queue.send(.line("b"))
            await device.waitForText("1. b\n> ")
            program.warning = "Failure"
            queue.send(.changed)
            await device.waitForText("> \nFailure\n> ")
            queue.send(.line(nil))
        }
        #expect(device.text == "Title\n1. a\nhint\n> 1. b\n> \nFailure\n> \n")
    }

    @Test func aSecretIsHiddenWhileItIsTyped() async throws {
        let device = TextDevice(isTerminal: true)
        _ = try await run(on: device) {
            await device.waitForText("hint\n> ")
            program.isSecret = true
            queue.send(.changed)
            await program.waitForPages(program.pages + 1)
            #expect(device.isHidden)
            queue.send(.ended(15))
        }
        #expect(!device.isHidden)
    }

    @Test func aSecretIsHiddenOnceTheShellGivesTheTerminalBack() async throws {
        let device = TextDevice(isTerminal: true)
        _ = try await run(on: device) {
            await device.waitForText("hint\n> ")
            device.isInBackground = true
            program.isSecret = true
            queue.send(.changed)
            await program.waitForPages(program.pages + 1)
            #expect(!device.isHidden)
            device.isInBackground = false
            let pages = program.pages
            await pauses.end()
            await program.waitForPages(pages + 1)
            #expect(device.isHidden)
            queue.send(.ended(15))
        }
    }

    @Test func nothingThatIsToldMovesTheCursor() async throws {
        let device = TextDevice(isTerminal: false)
        let evil = "\u{1B}]0;title\u{7}\u{1B}[2J\u{9B}2J\n\u{202E}"
        program.row = "row\(evil)"
        program.warning = "Failure \(evil)"
        program.age = "age \(evil)"
        _ = try await run(on: device) {
            await device.waitForText("hint\n")
            queue.send(.line(" "))
            await device.waitForText("age ")
            queue.send(.line(nil))
        }
        #expect(device.text.contains("Failure ␛]0;title␇␛[2J\u{FFFD}2J \n"))
        let scalars = device.text.unicodeScalars
        #expect(scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control && $0 != "\u{202E}" })
    }

    @Test func aSignalEndsIt() async throws {
        let device = TextDevice(isTerminal: false)
        let end = try await run(on: device) { queue.send(.ended(2)) }
        #expect(end == .signal(2))
    }
}

/// A program of one row.
@MainActor
private final class Told: LineProgram {
    var row = "a"
    var age: String?
    var warning: String?
    var isSecret = false
    var isSettled = true
    private(set) var obeyed: [String] = []
    private(set) var pages = 0
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    let lineWords = LineWriter.Words(chosen: "chosen", fetching: "fetching", hint: "hint", writingHint: "writing")

    nonisolated init() {}

    var page: LinePage {
        pages += 1
        for entry in waiting where entry.count <= pages { entry.continuation.resume() }
        waiting.removeAll { $0.count <= pages }
        var page = LinePage(screen: 1, title: "Title")
        page.parts = [LinePage.Part(id: "row", number: 1, lines: [row], isChosen: true)]
        page.age = age
        page.warnings = [warning].compactMap(\.self)
        page.isSecret = isSecret
        return page
    }

    func beginLine() {}

    func handle(line: String) -> ScreenReaction {
        obeyed.append(line)
        row = line
        return line == "quit" ? .quit : .none
    }

    func waitForPages(_ count: Int) async {
        guard pages < count else { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }
}

/// Pauses that do not end while a test looks.
private actor EndlessPauses {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOver = false

    func wait() async {
        guard !isOver else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
        isOver = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// A text in memory, which tells when it has something.
private final class TextDevice: LineDevice {
    private struct State {
        var text = ""
        var isHidden = false
        var isInBackground = false
        var waiting: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let isTerminal: Bool
    private let state = Mutex(State())

    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    var text: String { state.withLock { $0.text } }
    var isHidden: Bool { state.withLock { $0.isHidden } }

    func write(_ text: String) async throws {
        let met = state.withLock { state in
            state.text += text
            let now = state.text
            let met = state.waiting.filter { now.contains($0.text) }
            state.waiting.removeAll { now.contains($0.text) }
            return met
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Whether the shell has the terminal.
    var isInBackground: Bool {
        get { state.withLock { $0.isInBackground } }
        set { state.withLock { $0.isInBackground = newValue } }
    }

    func hideTyping(_ isHidden: Bool) -> Bool {
        state.withLock { state in
            guard !isHidden || !state.isInBackground else { return false }
            state.isHidden = isHidden
            return true
        }
    }

    func suspend() {}

    func run(_ command: ProgramCommand) async -> ProgramEnd {
        state.withLock { $0.text += "ran \(command.words)\n" }
        return isTerminal ? .exited(0) : .noTerminal
    }

    func endProgram(by signal: Int32) {}

    func waitForText(_ text: String) async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if state.text.contains(text) { return true }
                state.waiting.append((text, continuation))
                return false
            }
            if isNow { continuation.resume() }
        }
    }
}
