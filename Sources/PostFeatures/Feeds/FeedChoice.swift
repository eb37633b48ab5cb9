public import Core
import Foundation

/// The order of a feed and the period that it covers.
public struct FeedChoice: Hashable, Sendable, Codable {
    /// The order.
    public var sort: FeedSort
    /// The period, for orders that have one; kept while another order is chosen.
    public var period: FeedPeriod

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - sort: The order; `hot` by default.
    ///   - period: The period; a day by default.
    public init(sort: FeedSort = .hot, period: FeedPeriod = .day) {
        self.sort = sort
        self.period = period
    }
}

/// The choices for each source, stored as one small value, the newest first.
struct FeedChoiceMemory: Codable, Equatable {
    struct Entry: Codable, Equatable {
        /// The key of the source's feed in the order that all sources have.
        let source: String
        let choice: FeedChoice
    }

    private(set) var entries: [Entry] = []

    /// The name of the stored value.
    static let name = "feed-choices.json"
    /// The maximum number of entries, which take a few kilobytes.
    private static let limit = 50

    func choice(for source: String) -> FeedChoice? {
        entries.first { $0.source == source }?.choice
    }

    mutating func remember(_ choice: FeedChoice, for source: String) {
        entries.removeAll { $0.source == source }
        entries.insert(Entry(source: source, choice: choice), at: 0)
        entries = Array(entries.prefix(Self.limit))
    }

    /// Reads the stored choices; none where they are malformed.
    static func read(from store: any StateStore) async throws -> FeedChoiceMemory {
        guard let data = try await store.value(name) else { return FeedChoiceMemory() }
        do {
            return try JSONDecoder().decode(FeedChoiceMemory.self, from: data)
        } catch {
            // It was written by another version, or is damaged: the next choice replaces it.
            return FeedChoiceMemory()
        }
    }

    func write(to store: any StateStore) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try await store.set(encoder.encode(self), for: Self.name)
    }
}

/// A ``StateStore`` that stores nothing, for apps that registered none.
struct DiscardingStateStore: StateStore {
    func value(_ name: String) async throws -> Data? { nil }
    func set(_ value: Data?, for name: String) async throws {}
}
