import ConsoleKit
import Foundation

/// A program with screens that can be had in lines.
@MainActor
package protocol LineProgram: AnyObject {
    /// What is to be seen now, in lines.
    var page: LinePage { get }

    /// The words of the lines' writer.
    var lineWords: LineWriter.Words { get }

    /// Whether nothing is under way that a person would wait for.
    var isSettled: Bool { get }

    /// Called before a line is obeyed; ages are those of this moment until the next one.
    func beginLine()

    /// Obeys a line.
    ///
    /// - Parameter line: The line, without its end.
    /// - Returns: What the loop has to do beside telling what is new.
    func handle(line: String) -> ScreenReaction
}

/// Makes the loop that shows a program, on a terminal or in lines.
package typealias LoopMaker = @MainActor (any ScreenProgram & LineProgram) -> any ProgramLoop

/// Tells a program in lines, and obeys lines: for screen readers and pipes.
@MainActor
package final class LineLoop: ProgramLoop {
    private let program: any LineProgram
    private let device: any LineDevice
    private let queue: EventQueue
    /// Asks for the next line.
    private let next: () -> Void
    private let sleep: @Sendable (Duration) async -> Void
    private var writer: LineWriter
    /// The line that waits until the one before it has had its effect.
    private var waiting: String??
    /// Whether what is under way is what the last line asked for.
    private var isAsked = true
    private var isWhole = false
    private var isPrompted = false
    private var isPatienceOver = false
    private var patience: Task<Void, Never>?
    /// The time in which what is always so must not change to be told.
    private var statePause: Task<Void, Never>?
    /// The time in which a screen that is opened may become whole before it is told.
    private var openingPause: Task<Void, Never>?
    /// The time until it is tried again to hide what is typed, where the shell has the terminal.
    private var shellPause: Task<Void, Never>?
    private var isOpeningOver = false
    private var tellsState = true
    /// The program that has the terminal; nil for none.
    private var running: ProgramRun?
    /// The signal that came while another program had the terminal.
    private var endSignal: Int32?

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - device: Where lines are written.
    ///   - queue: The events.
    ///   - words: The words of the writer.
    ///   - next: Asks for the next line; nothing by default.
    ///   - sleep: Waits for a time; the system's clock by default.
    package init(
        _ program: any LineProgram, on device: any LineDevice, events queue: EventQueue, words: LineWriter.Words,
        next: @escaping () -> Void = {},
        sleep: @escaping @Sendable (Duration) async -> Void = { duration in
            // Only a cancelled sleep throws, and then the pause is over.
            try? await Task.sleep(for: duration)
        }
    ) {
        self.program = program
        self.device = device
        self.queue = queue
        self.next = next
        self.sleep = sleep
        writer = LineWriter(words)
    }

    package func run() async throws -> ScreenEnd {
        defer {
            device.hideTyping(false)
            patience?.cancel()
            statePause?.cancel()
            openingPause?.cancel()
            shellPause?.cancel()
        }
        program.beginLine()
        try await tell()
        while true {
            for event in await queue.next() {
                switch event {
                case .line(let line): waiting = .some(line)
                case .ended(let number) where running != nil:
                    endSignal = number
                    device.endProgram(by: number)
                case .program(let run): begin(run)
                case .programEnded(let run, let end):
                    running = nil
                    run.end(endSignal == nil ? end : .interrupted)
                    if let endSignal { return .signal(endSignal) }
                case .ended(let number):
                    try await write([], prompts: false)
                    return .signal(number)
                case .closed: return .closed
                case .input, .changed, .resized, .suspended, .resumed: break
                }
            }
            guard running == nil else { continue }
            try await tell()
            while running == nil, let line = waiting, mayObey {
                waiting = nil
                if let end = try await obey(line) { return end }
            }
        }
    }

    /// Whether the next line can be obeyed: a person decides that, lines in a pipe wait for the effect of those before.
    private var mayObey: Bool {
        if device.isTerminal || program.isSettled || isPatienceOver { return true }
        if patience == nil {
            patience = pause(.seconds(5)) { $0.isPatienceOver = true }
        }
        return false
    }

    private func pause(_ duration: Duration, _ then: @escaping @MainActor (LineLoop) -> Void) -> Task<Void, Never> {
        Task { [weak self, sleep, queue] in
            await sleep(duration)
            guard !Task.isCancelled, let self else { return }
            then(self)
            queue.send(.changed)
        }
    }

    private func obey(_ line: String?) async throws -> ScreenEnd? {
        patience?.cancel()
        (patience, isPatienceOver, isAsked) = (nil, false, true)
        guard let line else {
            (tellsState, isOpeningOver) = (true, true)
            try await tell(prompts: false)
            try await write([], prompts: false)
            return .quit
        }
        isPrompted = false
        program.beginLine()
        let page = program.page
        writer.begin(with: page)
        if line.allSatisfy(\.isWhitespace), !page.isWriting {
            try await write(writer.place(in: page), prompts: true)
        } else {
            switch program.handle(line: line) {
            case .quit: return .quit
            case .redraw: isWhole = true
            case .suspend: device.suspend()
            case .run(let run): begin(run)
            // The page has it in words.
            case .none, .copy: break
            }
            if running == nil { try await tell() }
        }
        next()
        return nil
    }

    /// Gives the terminal to a program.
    private func begin(_ run: ProgramRun) {
        guard running == nil else { return run.end(.noTerminal) }
        running = run
        Task { [device, queue] in queue.send(.programEnded(run, await device.run(run.command))) }
    }

    /// Writes what is new.
    private func tell(prompts: Bool = true) async throws {
        let page = program.page
        if !device.hideTyping(page.isSecret), shellPause == nil {
            shellPause = pause(.milliseconds(250)) { $0.shellPause = nil }
        }
        if writer.isOther(page), !program.isSettled, !isOpeningOver {
            if openingPause == nil {
                openingPause = pause(.seconds(device.isTerminal ? 1 : 5)) { $0.isOpeningOver = true }
            }
            return
        }
        openingPause?.cancel()
        (openingPause, isOpeningOver) = (nil, false)
        if writer.hasNewState(page) {
            // What has changed for a moment only, as while something is sent, is no news.
            if statePause == nil, !tellsState { statePause = pause(.seconds(1)) { $0.tellsState = true } }
        }
        let lines = writer.lines(for: page, isAsked: isAsked, isWhole: isWhole, tellsState: tellsState)
        isWhole = false
        if tellsState, !page.state.isEmpty || statePause != nil { (tellsState, statePause) = (false, nil) }
        if program.isSettled { isAsked = false }
        try await write(lines, prompts: prompts)
    }

    private func write(_ lines: [String], prompts: Bool) async throws {
        var text = lines.map { $0.harmless + "\n" }.joined()
        if isPrompted, !text.isEmpty || !prompts {
            // What comes by itself begins a line of its own.
            text = "\n" + text
            isPrompted = false
        }
        if prompts, device.isTerminal, !isPrompted {
            text += "> "
            isPrompted = true
        }
        if !text.isEmpty { try await device.write(text) }
    }
}
