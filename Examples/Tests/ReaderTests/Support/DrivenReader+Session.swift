import ArgumentParser
import ConsoleKit
import Core
import DemoServer
import Foundation
import Mocks
import PostFeatures
import ScreenKit
import TerminalPictures
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderKit
@testable import ReaderScreens

extension DrivenScreens where Context == ReaderContext {
    /// Runs a body beside the reader as the program wires it, on a fixture's server and store, signed in; its time is the
    /// body's own.
    ///
    /// - Parameters:
    ///   - fixture: The fixture.
    ///   - arguments: What the program is given; nothing by default.
    ///   - environment: The variables of its environment beside `HOME`; none by default.
    ///   - isPlain: Whether screens are told in lines; false by default.
    ///   - pictures: The way in which pictures are drawn; nil, the default, for words.
    ///   - body: What a person does, and the clock.
    /// - Throws: What the body throws.
    static func run(
        on fixture: ReaderFixture, _ arguments: [String] = [], environment: [String: String] = [:],
        isPlain: Bool = false, pictures: PictureDisplay? = nil,
        _ body: @escaping @MainActor (DrivenReader, ManualClock) async throws -> Void
    ) async throws {
        try await ReaderTurn.gate.pass { @MainActor in
            let clock = ManualClock(now: Day.morning)
            let base = try #require(fixture.server.baseURL).absoluteString
            let options = try ReaderOptions.parse(arguments + ["--store", fixture.store, "--base-url", base])
            let container = ReaderCall.container(
                environment: environment.merging(["HOME": fixture.directory]) { own, _ in own })
            container.register((any TimeProvider).self) { clock }
            let run = BodyRun { clock.advance(by: .milliseconds(100)) }
            try await Dependency.withContainer(container) {
                try await Session.run(
                    options, use: .marking(waits: false), limitsEachRequest: true, sends: true, sendsUnasked: true,
                    showsMarks: true
                ) { session in
                    let context = ReaderContext(
                        profile: session.profile, format: PostFormat(language: .english), keys: KeyTable(),
                        queue: EventQueue(), isOffline: session.settings.isOffline, isPlain: isPlain,
                        pictures: pictures)
                    let reader = DrivenReader(context, ScreenSize(columns: 80, rows: 24))
                    _ = try await reader.stack.run(in: Loop { await run.run { try await body(reader, clock) } })
                }
            }
            container.unregisterAll()
            try run.finish()
        }
    }

    /// Opens the third post, and writes an answer to it.
    func writeAnswer() async throws {
        perform(.down, .down)
        try await open()
        perform(.reply)
        await settle()
        press("Y e s")
    }

    /// Writes a post in r/swift, which is named "Mine" and says "Yes".
    func writePost() async {
        perform(.submit)
        await settle()
        press("s w i f t enter M i n e enter Y e s")
    }

    /// Writes an answer to the third post and sends it; its screen has closed then.
    func sendAnswer() async throws {
        try await writeAnswer()
        perform(.send)
        try await wait { _ in stack.current is PostScreen }
        await settle()
    }

    /// Lets time pass, step by step, so that what waits and then waits again is done.
    func pass(_ seconds: Int) async {
        for _ in 0..<seconds * 10 {
            (time as? ManualClock)?.advance(by: .milliseconds(100))
            for _ in 0..<5 { await Task.yield() }
        }
        await settle()
    }

    /// Opens a place of the list of places, by its number from the end of that list.
    func go(toPlace number: Int) async {
        perform(.goTo)
        await settle()
        perform(.bottom)
        for _ in 0..<number { perform(.up) }
        perform(.open)
        await settle()
    }
}
