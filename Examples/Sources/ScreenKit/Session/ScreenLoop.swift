import Foundation

/// A program that shows screens: what a loop asks for what to draw, and tells what happens.
@MainActor
package protocol ScreenProgram: AnyObject {
    /// Reacts to what the person did.
    ///
    /// - Parameter event: What happened.
    /// - Returns: What the loop has to do beside drawing anew.
    func handle(_ event: InputEvent) -> ScreenReaction

    /// Prepares for another size of the terminal; called before the first drawing, too.
    ///
    /// - Parameter size: The new size.
    func resize(to size: ScreenSize)

    /// Draws everything.
    ///
    /// - Parameter screen: The screen, empty.
    func draw(on screen: inout Screen)
}

/// Something that asks the terminal what it is able to do, once, and takes what it answers.
@MainActor
package protocol TerminalInquiry: AnyObject {
    /// The questions, as bytes for the terminal; empty for none. What every terminal answers is asked behind them.
    var questions: [UInt8] { get }

    /// Takes an answer, in the order in which they come, behind which the program is drawn.
    ///
    /// - Parameter reply: The answer.
    func take(_ reply: TerminalReply)
}

/// What a loop does after an event, beside drawing.
package enum ScreenReaction: Hashable, Sendable {
    case none
    /// Ends the loop.
    case quit
    /// Draws the whole screen, whatever the terminal shows.
    case redraw
    /// Gives the terminal to the shell until it continues the program.
    case suspend
    /// Gives the terminal to another program until it ends.
    case run(ProgramRun)
    /// Puts a text into the terminal's clipboard, where it allows that (OSC 52 of xterm).
    case copy(String)
}

/// The reason why a loop has ended.
package enum ScreenEnd: Hashable, Sendable {
    /// The person quit.
    case quit
    /// A signal asked for it.
    case signal(Int32)
    /// The terminal is gone.
    case closed
}

/// Something that shows a program to a person until one of them ends it.
@MainActor
package protocol ProgramLoop {
    /// Shows the program until somebody or something ends it.
    ///
    /// - Returns: The reason for the end.
    /// - Throws: The device's error, `SystemCalls.Failure`.
    func run() async throws -> ScreenEnd
}

/// Shows a program on a terminal: what a person does is drawn at once, and other changes at most twenty times a second.
///
/// One screen is under way at a time; what happens meanwhile is in the next one.
@MainActor
package final class ScreenLoop: ProgramLoop {
    private let program: any ScreenProgram
    private let device: any ScreenDevice
    private let queue: EventQueue
    private let frameInterval: Duration
    private let sleep: @Sendable (Duration) async -> Void
    private let inquiries: [any TerminalInquiry]
    private let background: @MainActor () -> ScreenBackground
    private let written: @MainActor () -> Void
    private var writer: ScreenWriter
    private var size: ScreenSize
    /// Whether the last change was drawn less than the interval ago.
    private var isPausing = false
    /// Whether there was another change since.
    private var hasWaitingChange = false
    private var isDirty = false
    /// Whether the next screen is drawn for a change, and not for a person.
    private var isForChange = false
    /// The number of changes behind which there is no pause yet.
    private var startChangeCount: Int
    /// The text that goes into the clipboard with the next screen.
    private var copied: String?
    /// Whether the shell has the terminal, until the system says that the program goes on.
    private var isStopped = false
    /// The time until it is tried again to take over a terminal that the shell has.
    private var shellPause: Task<Void, Never>?
    /// The program that has the terminal; nil for none.
    private var running: ProgramRun?
    /// The signal that came while another program had the terminal.
    private var endSignal: Int32?

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - device: The terminal.
    ///   - queue: The events.
    ///   - hasColour: Whether to use colours.
    ///   - has24BitColour: Whether the terminal has colours of 24 bits, and not 256 colours; false by default.
    ///   - inquiries: What asks the terminal, behind the first screen, and takes its answers; nothing by default.
    ///   - background: Gives the background that colours are chosen for; not known by default.
    ///   - startChangeCount: The number of changes that are drawn at the start as they come, those that show nothing not
    ///     counted, so that what is stored need not wait behind the word that it is looked for; 3 by default.
    ///   - written: Called behind each screen that the terminal has taken.
    ///   - frameInterval: The least time between two screens that nobody pressed a key for.
    ///   - sleep: Waits for a time; the system's clock by default.
    package init(
        _ program: any ScreenProgram, on device: any ScreenDevice, events queue: EventQueue, hasColour: Bool,
        has24BitColour: Bool = false, inquiries: [any TerminalInquiry] = [],
        background: @escaping @MainActor () -> ScreenBackground = { .unknown },
        startChangeCount: Int = 3, written: @escaping @MainActor () -> Void = {},
        frameInterval: Duration = .milliseconds(50),
        sleep: @escaping @Sendable (Duration) async -> Void = { duration in
            // Only a cancelled sleep throws, and then the pause is over.
            try? await Task.sleep(for: duration)
        }
    ) {
        self.program = program
        self.device = device
        self.queue = queue
        self.startChangeCount = startChangeCount
        self.written = written
        self.frameInterval = frameInterval
        self.sleep = sleep
        self.inquiries = inquiries
        self.background = background
        writer = ScreenWriter(hasColour: hasColour, has24BitColour: has24BitColour)
        size = device.size
    }

    package func run() async throws -> ScreenEnd {
        // Whatever the program does at its end, the terminal is the shell's again.
        defer {
            shellPause?.cancel()
            device.leave()
        }
        program.resize(to: size)
        try await draw()
        let questions = inquiries.flatMap(\.questions)
        if !questions.isEmpty { try await device.write(questions + TerminalQuestions.last) }
        while true {
            var events = await queue.next()
            // Also what has come while the first ones were handled: nobody wants to see what is over by now.
            while !events.isEmpty {
                for event in events {
                    guard let end = try handle(event) else { continue }
                    let bytes = writer.removePictures()
                    // A terminal that is gone has no pictures any more.
                    if !bytes.isEmpty { try? await device.write(bytes) }
                    return end
                }
                events = queue.takeWaiting()
            }
            if isDirty, !isStopped { try await draw() }
        }
    }

    private func handle(_ event: ScreenEvent) throws -> ScreenEnd? {
        switch event {
        case .input(.reply(let reply)) where !inquiries.isEmpty:
            isDirty = true
            for inquiry in inquiries { inquiry.take(reply) }
        case .input where isStopped: break
        case .input(let input):
            isDirty = true
            switch program.handle(input) {
            case .none: break
            case .quit: return .quit
            case .redraw: writer.forget()
            case .suspend: suspend()
            case .run(let run): begin(run)
            case .copy(let text): copied = text
            }
        case .resized:
            // Also where it is as before: meanwhile it may have been another one, and have lost what did not fit.
            writer.forget()
            resize()
        case .suspended:
            suspend()
        case .program(let run): begin(run)
        case .programEnded(let run, let end): return finish(run, end)
        case .resumed where running != nil: break
        case .resumed:
            // Also after a signal that nobody can catch: somebody else may have had the terminal.
            try takeOver()
        case .changed:
            if isPausing { hasWaitingChange = true } else { (isDirty, isForChange) = (true, true) }
        case .ended(let number):
            guard running != nil else { return .signal(number) }
            // It may still have something to put away.
            endSignal = number
            device.endProgram(by: number)
        case .closed: return .closed
        // A keyboard has keys.
        case .line: break
        }
        return nil
    }

    /// Has what changes from now on drawn after the interval.
    private func startPause() {
        isPausing = true
        Task { [weak self, sleep, frameInterval] in
            await sleep(frameInterval)
            self?.endPause()
        }
    }

    private func endPause() {
        isPausing = false
        guard hasWaitingChange else { return }
        hasWaitingChange = false
        queue.send(.changed)
    }

    private func resize() {
        size = device.size
        program.resize(to: size)
        isDirty = true
    }

    private func suspend() {
        guard device.canSuspend else { return }
        // The system stops one thread after the other: this one may go on for a moment.
        isStopped = true
        device.suspend()
    }

    /// Gives the terminal to a program; nothing happens where it is somebody else's already.
    private func begin(_ run: ProgramRun) {
        guard running == nil, !isStopped else { return run.end(.noTerminal) }
        (running, isStopped) = (run, true)
        Task { [device, queue] in queue.send(.programEnded(run, await device.run(run.command))) }
    }

    private func finish(_ run: ProgramRun, _ end: ProgramEnd) -> ScreenEnd? {
        running = nil
        if let endSignal {
            // One that had to be killed leaves its own modes behind; a terminal that is gone has none.
            _ = try? device.resume()
            device.leave()
            // What was written by then is taken over; nobody sees it any more.
            run.end(.interrupted)
            return .signal(endSignal)
        }
        do {
            try takeOver()
        } catch {
            // The terminal was closed, and what had been saved by then is the person's.
            run.end(.interrupted)
            return .closed
        }
        run.end(end)
        return nil
    }

    /// Takes the terminal over again; as long as the shell has it, nothing is drawn, and it is tried again.
    private func takeOver() throws {
        shellPause?.cancel()
        isStopped = try !device.resume()
        guard isStopped else {
            writer.forget()
            return resize()
        }
        // A shell says nothing to a program that runs in the background when it gives it the terminal.
        shellPause = Task { [sleep, queue] in
            await sleep(.milliseconds(250))
            if !Task.isCancelled { queue.send(.resumed) }
        }
    }

    private func draw() async throws {
        (isDirty, hasWaitingChange) = (false, false)
        var screen = Screen(size)
        program.draw(on: &screen)
        writer.setBackground(background())
        var bytes = writer.bytes(for: screen)
        if isForChange {
            isForChange = false
            if startChangeCount == 0 { startPause() } else if !bytes.isEmpty { startChangeCount -= 1 }
        }
        if let text = copied {
            // Base64, so that nothing in the text can end it.
            bytes += Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}".utf8)
            copied = nil
        }
        guard !bytes.isEmpty else { return }
        try await device.write(bytes)
        written()
    }
}
