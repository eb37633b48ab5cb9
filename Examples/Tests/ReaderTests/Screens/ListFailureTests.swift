import Core
import Synchronization
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// What cannot be read names its cause and the key that tries again; where all is well, that key is not offered.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ListFailureTests {
    private static let hint = "(r tries again)"

    /// Shows a screen that fails, tries again, and ends the failure.
    private func check(
        _ reader: DrivenReader, _ screen: any AppScreen<ReaderAction>, title: String, mend: () -> Void
    ) async throws {
        reader.show(screen)
        try await reader.wait { $0.text(ofRow: 0).hasPrefix(title) && $0.text.contains(Self.hint) }
        reader.perform(.refresh)
        await reader.settle()
        #expect(reader.grid.text.contains(Self.hint))
        mend()
        reader.press("r")
        try await reader.wait { !$0.text.contains(Self.hint) }
        await reader.settle()
        #expect(screen.banner == nil)
        #expect(!screen.actions.contains(.refresh))
        reader.press("r")
        #expect(reader.grid.text(ofRow: 23).hasPrefix("This key does nothing here"))
    }

    @Test func ofDrafts() async throws {
        try await DrivenReader.run(columns: 80, rows: 24) { reader in
            try await reader.waitForFeed()
            let drafts = FailingDrafts()
            Dependency.register((any DraftProvider).self) { drafts }
            let screen = try #require(DraftsScreen(reader.context))
            try await check(reader, screen, title: "Drafts") { drafts.mend() }
        }
    }

    @Test func ofPlaces() async throws {
        try await DrivenReader.run(columns: 80, rows: 24) { reader in
            try await reader.waitForFeed()
            let sources = FailingSources(names: SourceNameParser(.demo))
            Dependency.register(SourceProviders.self) { SourceProviders([.demo: sources]) }
            try await check(reader, SourcesScreen(reader.context, current: .home), title: "Feeds") { sources.mend() }
        }
    }
}

/// Drafts that cannot be read until that is mended.
private final class FailingDrafts: DraftProvider {
    private let isMended = Mutex(false)

    func mend() { isMended.withLock { $0 = true } }

    func drafts() async throws -> [Draft] {
        guard isMended.withLock({ $0 }) else { throw DataError(.diskFailure) }
        return []
    }

    func store(_ draft: Draft) async throws -> Bool { false }
    func remove(_ id: Draft.ID) async throws {}

    func observe() -> AsyncThrowingStream<[Draft], any Error> {
        AsyncThrowingStream { continuation in
            if isMended.withLock({ $0 }) {
                continuation.yield([])
            } else {
                continuation.finish(throwing: DataError(.diskFailure))
            }
        }
    }
}

/// A list of sources that cannot be read until that is mended.
private final class FailingSources: SourceProvider {
    let names: SourceNameParser
    private let isMended = Mutex(false)

    init(names: SourceNameParser) { self.names = names }

    func mend() { isMended.withLock { $0 = true } }

    func sources() async throws -> StoredSources {
        guard isMended.withLock({ $0 }) else { throw DataError(.diskFailure) }
        return StoredSources()
    }

    func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    func add(_ text: String) async throws -> SourceAddition { throw DataError(.diskFailure) }
    func remove(_ id: SubscribedSource.ID) async throws -> SubscribedSource { throw DataError(.diskFailure) }
    func restore(_ source: SubscribedSource) async throws {}
    func move(_ id: SubscribedSource.ID, to index: Int) async throws {}
    func open(_ id: SubscribedSource.ID) async throws {}
    func verifyPending() async throws -> SourceVerification { throw DataError(.diskFailure) }
}
