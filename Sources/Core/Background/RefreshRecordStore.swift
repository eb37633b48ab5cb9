import Foundation

/// Where it is written down how the last background refresh ended.
struct RefreshRecordStore: Sendable {
    static let name = "background-refresh.json"

    private let states: any StateStore

    init(_ states: any StateStore) {
        self.states = states
    }

    /// What is written down; nil for nothing, and for what this version cannot read: it is no more than a memory, and
    /// the next run replaces it.
    func load() async throws -> RefreshRecord? {
        guard let data = try await states.value(Self.name) else { return nil }
        do {
            let record = try JSONDecoder().decode(RefreshRecord.self, from: data)
            return record.version == RefreshRecord.currentVersion ? record : nil
        } catch {
            // As said above: a memory that is lost, and nothing else.
            return nil
        }
    }

    func save(_ record: RefreshRecord) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try await states.set(try encoder.encode(record), for: Self.name)
    }
}
