import Core
import Foundation

/// What was chosen for each source, kept as one small value, the newest first.
struct FeedChoiceMemory: Codable, Equatable {
    struct Entry: Codable, Equatable {
        /// The key of the source's feed in the order that all sources have.
        let source: String
        let choice: FeedChoice
    }

    private(set) var entries: [Entry] = []

    /// The name of the value.
    static let name = "feed-choices.json"
    /// So many are a few kilobytes.
    private static let limit = 50

    func choice(for source: String) -> FeedChoice? {
        entries.first { $0.source == source }?.choice
    }

    mutating func remember(_ choice: FeedChoice, for source: String) {
        entries.removeAll { $0.source == source }
        entries.insert(Entry(source: source, choice: choice), at: 0)
        entries = Array(entries.prefix(Self.limit))
    }

    /// What is stored; nothing where that is malformed: a choice costs a tap.
    static func read(from store: any StateStore) async throws -> FeedChoiceMemory {
        guard let data = try await store.value(name) else { return FeedChoiceMemory() }
        do {
            return try JSONDecoder().decode(FeedChoiceMemory.self, from: data)
        } catch {
            // Written by another version, or damaged: the next choice replaces it.
            return FeedChoiceMemory()
        }
    }

    func write(to store: any StateStore) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try await store.set(encoder.encode(self), for: Self.name)
    }
}

/// A store of values for apps that registered none: choices last as long as the browser.
struct ForgetfulStateStore: StateStore {
    func value(_ name: String) async throws -> Data? { nil }
    func set(_ value: Data?, for name: String) async throws {}
}
