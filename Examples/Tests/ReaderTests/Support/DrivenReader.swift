import Cloud
import Core
import Foundation
import Mocks
import PostFeatures
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// The reader's screens in the test's own process, on a server and a disk in memory: keys go in, and a grid shows what is drawn.
typealias DrivenReader = DrivenScreens<ReaderContext>

/// Readers one at a time: each draws on the main actor as often as it can, and the programs of other tests need that too.
enum ReaderTurn {
    static let gate = Gate(width: 1)
}

/// Pictures that are nowhere.
private struct NoImages: ImageProvider {
    func image(for link: ResourceLink) async throws -> Data {
        throw NetworkError(.offline, underlying: ConnectionFailure(.noNetwork))
    }
}

extension DrivenScreens where Context == ReaderContext {
    /// Runs a body beside the reader, which ends with it.
    ///
    /// - Parameters:
    ///   - columns: The width of the terminal.
    ///   - rows: Its height.
    ///   - isPlain: Whether screens are told in lines; false by default.
    ///   - body: What a person does.
    /// - Throws: What the body throws.
    static func run(
        columns: Int, rows: Int, isPlain: Bool = false, _ body: @escaping @MainActor (DrivenReader) async throws -> Void
    ) async throws {
        try await run(columns: columns, rows: rows, isPlain: isPlain) { reader, _ in try await body(reader) }
    }

    /// Runs a body beside the reader, as above, and its server.
    static func run(
        columns: Int, rows: Int, isPlain: Bool = false,
        _ body: @escaping @MainActor (DrivenReader, DayServer) async throws -> Void
    ) async throws {
        try await ReaderTurn.gate.pass { @MainActor in
            let clock = ManualClock(now: Day.morning)
            let server = DayServer(communities: [], date: Day.morning)
            let process = try await DayProcess(files: InMemoryFileSystem(), server: server, clock: clock)
            try await process.run {
                Dependency.register((any ImageProvider).self) { NoImages() }
                let context = ReaderContext(
                    profile: .demo, format: PostFormat(language: .english), keys: KeyTable(), queue: EventQueue(),
                    isOffline: false, isPlain: isPlain)
                let reader = DrivenReader(context, ScreenSize(columns: columns, rows: rows))
                _ = try await reader.stack.run(in: Loop { try await body(reader, server) })
            }
            try await process.quit()
        }
    }

    convenience init(_ context: ReaderContext, _ size: ScreenSize) {
        self.init(ScreenStack(context, FeedScreen(context, source: .home, chosen: nil)), size)
    }

    /// The post that is open; nil for none.
    var openPost: PostScreen? { stack.above.last as? PostScreen }

    /// Waits until the first posts are there.
    func waitForFeed() async throws {
        try await wait { $0.text(ofRow: 0).contains(" 1/25") && $0.text(ofRow: 1).hasPrefix("> ") }
    }

    /// Opens a screen, however a person would get there.
    func show(_ screen: any AppScreen<ReaderAction>) {
        context.relay.send(.show(screen), from: stack.current)
        draw()
    }

    /// Opens the chosen post, and waits until its comments are there.
    func open() async throws {
        press("enter")
        try await wait { grid in
            stack.current is PostScreen && !stack.current.title.isEmpty && !grid.text.contains("Loading…")
        }
    }
}
