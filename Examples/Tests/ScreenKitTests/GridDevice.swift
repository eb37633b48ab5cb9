import ConsoleKit
import Foundation
import ScreenKit
import Synchronization
import TestSupport

/// Pauses that end when a test says so.
actor HeldPauses {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var callers: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            for caller in callers { caller.resume() }
            callers = []
        }
    }

    /// Ends the pause, once somebody waits for it.
    func end() async {
        if waiting.isEmpty { await withCheckedContinuation { callers.append($0) } }
        waiting.removeFirst().resume()
    }

    /// Lets what was resumed run.
    func settle() async {
        for _ in 0..<100 { await Task.yield() }
    }
}

/// A terminal in memory, which tells when it shows a text.
final class GridDevice: ScreenDevice {
    private struct State {
        var grid = TerminalGrid(columns: 20, rows: 5)
        var written = 0
        var resumes = 0
        var resumeTries = 0
        var suspensions = 0
        var leaves = 0
        var runs = 0
        var endSignals: [Int32] = []
        var running: CheckedContinuation<ProgramEnd, Never>?
        var failure: SystemCalls.Failure?
        var isInBackground = false
        var isSlow = false
        /// The writes that a slow line has not taken yet.
        var writers: [CheckedContinuation<Void, Never>] = []
        var waiting: [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var size: ScreenSize { state.withLock { ScreenSize(columns: $0.grid.columns, rows: $0.grid.rows) } }
    var written: Int { state.withLock { $0.written } }
    var refused: [String] { state.withLock { $0.grid.refused } }
    var questions: [String] { state.withLock { $0.grid.questions } }
    var leaves: Int { state.withLock { $0.leaves } }
    var runs: Int { state.withLock { $0.runs } }
    var endSignals: [Int32] { state.withLock { $0.endSignals } }
    var resumes: Int { state.withLock { $0.resumes } }
    var text: String { state.withLock { $0.grid.text }.trimmingCharacters(in: .newlines) }
    var failure: SystemCalls.Failure? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// Whether the shell has the terminal.
    var isInBackground: Bool {
        get { state.withLock { $0.isInBackground } }
        set { state.withLock { $0.isInBackground = newValue } }
    }

    /// Whether writes wait until a test has the line take them.
    var isSlow: Bool {
        get { state.withLock { $0.isSlow } }
        set { state.withLock { $0.isSlow = newValue } }
    }

    func takeWhatWaits() {
        let writers = state.withLock { state in
            defer { state.writers = [] }
            return state.writers
        }
        for writer in writers { writer.resume() }
    }

    func write(_ bytes: [UInt8]) async throws {
        if isSlow { await withCheckedContinuation { writer in change { $0.writers.append(writer) } } }
        try change { state throws(SystemCalls.Failure) in
            if let failure = state.failure { throw failure }
            state.grid.feed(bytes)
            state.written += bytes.count
        }
    }

    let canSuspend = true

    func leave() { change { $0.leaves += 1 } }

    func resume() throws -> Bool {
        try change { state throws(SystemCalls.Failure) -> Bool in
            if let failure = state.failure { throw failure }
            state.resumeTries += 1
            if state.isInBackground { return false }
            state.resumes += 1
            return true
        }
    }

    func suspend() {
        change { state in
            state.suspensions += 1
            // The shell draws on the screen.
            state.grid.feed(Array("\u{1B}[2J".utf8))
        }
    }

    func run(_ command: ProgramCommand) async -> ProgramEnd {
        await withCheckedContinuation { continuation in
            change { state in
                (state.runs, state.running) = (state.runs + 1, continuation)
                // It draws on the screen.
                state.grid.feed(Array("\u{1B}[2J".utf8))
            }
        }
    }

    func endProgram(by signal: Int32) {
        change { $0.endSignals.append(signal) }
        endRun(.signalled(signal))
    }

    /// Ends the program that has the terminal.
    func endRun(_ end: ProgramEnd) {
        let running = state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
        running?.resume(returning: end)
    }

    func resize(columns: Int, rows: Int) {
        state.withLock { $0.grid.resize(columns: columns, rows: rows) }
    }

    func waitForText(_ text: String) async { await wait { $0.grid.text.contains(text) } }
    func waitForSuspensions(_ count: Int) async { await wait { $0.suspensions >= count } }
    func waitForRuns(_ count: Int) async { await wait { $0.runs >= count } }
    func waitForWriters(_ count: Int) async { await wait { $0.writers.count >= count } }
    func waitForResumeTries(_ count: Int) async { await wait { $0.resumeTries >= count } }
    func waitForResumes(_ count: Int) async { await wait { $0.resumes >= count } }

    private func change<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, met) = try state.withLock { state throws(Failure) in
            let result = try body(&state)
            let now = state
            state.waiting.removeAll { $0.isMet(now) }
            return (result, now.waiting.filter { $0.isMet(now) }.map(\.continuation))
        }
        for continuation in met { continuation.resume() }
        return result
    }

    private func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if isMet(state) { return true }
                state.waiting.append((isMet, continuation))
                return false
            }
            if isNow { continuation.resume() }
        }
    }
}
