import ArgumentParser
import CommandKit
import CommunityServer
import ConsoleKit
import Core
import Foundation
import Mocks
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityKit
@testable import CommunityScreens

/// The community's screens in the test's own process: keys go in, and a grid shows what is drawn.
typealias DrivenCommunity = DrivenScreens<CommunityContext>

/// One community at a time: each draws on the main actor as often as it can, and the programs of other tests need that too.
private enum CommunityTurn {
    static let gate = Gate(width: 1)
}

extension DrivenScreens where Context == CommunityContext {
    /// Runs a body beside the community as the program wires it, on a fixture's server and store; its time stands still, but for
    /// what the body moves.
    ///
    /// - Parameters:
    ///   - fixture: The fixture.
    ///   - arguments: What the program is given; nothing by default.
    ///   - columns: The width of the terminal; 80 by default.
    ///   - isPlain: Whether screens are told in lines; false by default.
    ///   - prepare: Called before the first screen is made, with everything wired; nothing by default.
    ///   - body: What a person does.
    /// - Throws: What the body throws.
    static func run(
        on fixture: CommunityFixture, _ arguments: [String] = [], columns: Int = 80, isPlain: Bool = false,
        prepare: @escaping @MainActor (CommunitySession) -> Void = { _ in },
        _ body: @escaping @MainActor (DrivenCommunity) async throws -> Void
    ) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        let options = try CommonOptions.parse(arguments + ["--store", fixture.store, "--base-url", base])
        try await CommunityTurn.gate.pass { @MainActor in
            let clock = ManualClock(now: .now)
            let container = ProgramCall.container(environment: ["LANTERN_COMMUNITY_KEY": CommunityServer.demoKey])
            container.register((any TimeProvider).self) { clock }
            let run = BodyRun { clock.advance(by: .milliseconds(100)) }
            let manner = CommandManner(
                use: .marking(waits: false), limitsEachRequest: true, sends: true, isInteractive: true)
            try await Dependency.withContainer(container) {
                try await CommunitySession.run(options, manner) { session in
                    prepare(session)
                    let context = CommunityContext(
                        format: CommunitySession.format, keys: KeyTable(), queue: EventQueue(),
                        isOffline: session.isOffline, isPlain: isPlain, viewer: { session.current?.key },
                        entry: { ("\($0.kind)", $0.text) })
                    _ = try await InteractiveCommunity(context).run { program in
                        Loop {
                            await run.run {
                                let stack = try #require(program as? ScreenStack<CommunityContext>)
                                try await body(DrivenCommunity(stack, ScreenSize(columns: columns, rows: 24)))
                            }
                        }
                    }
                }
            }
            container.unregisterAll()
            try run.finish()
        }
    }

    /// Moves the clock by half a second: a second tap before that may be dropped.
    func pause() { (time as? ManualClock)?.advance(by: .milliseconds(500)) }

    /// Returns when the screen is as a condition says; meanwhile time passes.
    ///
    /// - Parameter isMet: The condition.
    /// - Throws: `NeverShown`.
    func see(_ isMet: (TerminalGrid) -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if await drawChanges(for: .milliseconds(100), until: { isMet(grid) }) { return }
            pause()
        }
        throw NeverShown(grid)
    }

    /// Waits until the posts of the home screen are there.
    func seeHome() async throws {
        try await see { $0.text(ofRow: 0).hasPrefix("Home · Daily life") && $0.text(ofRow: 1).hasPrefix("> ") }
        await settle()
    }

    /// Opens a place of the menu.
    ///
    /// - Parameters:
    ///   - place: Its name.
    ///   - title: What the first row begins with then; the place's name by default.
    /// - Throws: `NeverShown`.
    func go(to place: String, titled title: String? = nil) async throws {
        pause()
        perform(.menu)
        for _ in 0..<20 where !grid.text.contains("\n> \(place)\n") { perform(.down) }
        perform(.open)
        try await see { $0.text(ofRow: 0).hasPrefix(title ?? place) }
        await settle()
    }
}

extension ActionWalk where Context == CommunityContext {
    /// Begins with the screen that is seen.
    init(_ community: DrivenCommunity, on fixture: CommunityFixture) {
        let server = fixture.server
        // Beside calls, there are the polls of a socket, which nobody asks for.
        self.init(
            community, requests: { server.requests.count { $0.call != nil } }, pause: { community.pause() })
    }
}
