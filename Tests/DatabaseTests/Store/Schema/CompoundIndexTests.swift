import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// The examples of Documentation/Database.md about compound indexes.
struct CompoundIndexTests {
    struct Chat: StoredRecord, Equatable {
        let id: Int
        var room: String
        var time: Date
        var rank: Int?

        static let byRoom = CompoundIndex<Chat, String, Date>("room", \.room, \.time)
        static let byRank = CompoundIndex<Chat, String, (Int?, Date)>("rank", \.room, \.rank, \.time)
        static let schema = CollectionSchema<Chat>(name: "chats", indexes: [byRoom.index, byRank.index])
    }

    private let files = InMemoryFileSystem()

    private func open(_ schema: CollectionSchema<Chat> = Chat.schema) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: [AnyCollectionSchema(schema)], files: files, time: ManualClock())
    }

    private static func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    private static let chats = [
        Chat(id: 1, room: "a", time: time(30), rank: 1), Chat(id: 2, room: "a", time: time(10), rank: nil),
        Chat(id: 3, room: "a", time: time(10), rank: 2), Chat(id: 4, room: "ab", time: time(5), rank: 1),
        Chat(id: 5, room: "b", time: time(20), rank: 1), Chat(id: 6, room: "a", time: time(20), rank: 1),
        Chat(id: 7, room: "", time: time(-4), rank: nil), Chat(id: 8, room: "a\u{0}", time: time(0), rank: 1),
    ]

    private func fill(_ store: JSONStore) async throws {
        try await store.write { batch in
            for chat in Self.chats { try batch.upsert(chat, in: Chat.schema) }
        }
    }

    private func ids(_ store: JSONStore, _ range: IndexRange<Chat>, _ direction: SortDirection = .ascending) throws
        -> [Int]
    {
        let ids = try store.snapshot().window(of: Chat.schema, in: range, direction).map(\.id)
        #expect(try store.snapshot().count(of: Chat.schema, in: range) == ids.count)
        return ids
    }

    @Test func equalValuesOfTheFirstPropertyAreSortedByTheSecond() async throws {
        let store = try open()
        try await fill(store)
        #expect(try ids(store, Chat.byRoom == "a") == [2, 3, 6, 1])
        // Equal keys are in ascending id both ways.
        #expect(try ids(store, Chat.byRoom == "a", .descending) == [1, 6, 2, 3])
        #expect(try ids(store, Chat.byRoom == "c") == [])
        #expect(try ids(store, Chat.byRoom["a"] >= Self.time(20)) == [6, 1])
        #expect(try ids(store, Chat.byRoom["a"] > Self.time(20)) == [1])
        #expect(try ids(store, Chat.byRoom["a"] < Self.time(20), .descending) == [2, 3])
        #expect(try ids(store, Chat.byRoom["a"] == Self.time(10)) == [2, 3])
        #expect(try ids(store, Chat.byRoom["a"].range(Self.time(10)..<Self.time(30))) == [2, 3, 6])
        #expect(try ids(store, Chat.byRoom.first > "a") == [8, 4, 5])
        #expect(try ids(store, Chat.byRoom.first.hasPrefix("a")) == [2, 3, 6, 1, 8, 4])
        #expect(
            try store.snapshot().window(of: Chat.schema, by: Chat.byRoom.index).map(\.id) == [7, 2, 3, 6, 1, 8, 4, 5])
    }

    @Test func threePropertiesAreComparedOneAfterTheOther() async throws {
        let store = try open()
        try await fill(store)
        #expect(try ids(store, Chat.byRank == "a") == [2, 6, 1, 3])
        #expect(try ids(store, Chat.byRank["a"] == 1) == [6, 1])
        #expect(try ids(store, Chat.byRank["a"] == nil) == [2])
        #expect(try ids(store, Chat.byRank["a"].first <= 1) == [6, 1])
        #expect(try ids(store, Chat.byRank["a", 1] > Self.time(20)) == [1])
        #expect(try ids(store, Chat.byRank["a"][1] <= Self.time(20)) == [6])
        #expect(try ids(store, Chat.byRank["a"][.some(2)] >= Self.time(.nan)) == [])
    }

    @Test func ranksAndStartsCountEveryProperty() async throws {
        let store = try open()
        try await fill(store)
        let snapshot = store.snapshot()
        #expect(try snapshot.rank(of: 6, in: Chat.schema, by: Chat.byRoom.index) == 3)
        #expect(try snapshot.rank(of: 3, in: Chat.schema, by: Chat.byRoom.index, .descending) == 6)
        // A key of the first property alone begins where its records do.
        let rows = try snapshot.window(of: Chat.schema, by: Chat.byRoom.index, from: .key("ab".indexKey))
        #expect(rows.map(\.id) == [4, 5])
        let back = try snapshot.window(of: Chat.schema, by: Chat.byRoom.index, .descending, from: .key("a".indexKey))
        #expect(back.map(\.id) == [1, 6, 2, 3, 7])
    }

    @Test func aWindowOfOneRoomIsObserved() async throws {
        let store = try open()
        try await fill(store)
        var changes = store.observe(windowOf: Chat.schema, in: Chat.byRoom == "a", .descending, from: .top, limit: 2)
            .makeAsyncIterator()
        #expect(try await changes.next()?.rows.map(\.id) == [1, 6])
        try await store.write { batch in
            try batch.upsert(Chat(id: 9, room: "b", time: Self.time(90), rank: 1), in: Chat.schema)
            try batch.upsert(Chat(id: 10, room: "a", time: Self.time(40), rank: 1), in: Chat.schema)
        }
        let change = try #require(try await changes.next())
        #expect(change.rows.map(\.id) == [10, 1])
        #expect(change.total == 5)
    }

    @Test func anIndexThatGetsAnotherPropertyIsMadeAnew() async throws {
        let store = try open(
            CollectionSchema(
                name: "chats", indexes: [TypedIndex<Chat, String>("room", \.room).index, Chat.byRank.index]))
        try await fill(store)
        try await store.close()
        let reopened = try open()
        #expect(try ids(reopened, Chat.byRoom == "a") == [2, 3, 6, 1])
    }

    @Test func theFormatsOfDefinitionsAndKeysAreFixed() {
        #expect(RecordCollection(schema: Chat.schema).definition == "chats 1\nindex room 1 of 2\nindex rank 1 of 3")
        #expect(
            RecordCollection(schema: Note.schema).definition == "notes 1\nindex weight 1\nindex label 1\nindex date 1")
        #expect(Note.byLabel.unique().definition == "index label 1 unique")
        let key = SortKey(Chat.byRank.index.key(Self.chats[1]))
        #expect(key.bytes == [0xFF, 0xF1, 97, 0, 0, 0, 0xC0, 0x24, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func compoundKeysAreComparedPartByPart() {
        let keys = Self.chats.map { Chat.byRoom.index.key($0) }
        for left in keys {
            for right in keys {
                #expect((left < right) == (SortKey(left) < SortKey(right)))
                #expect((left == right) == (SortKey(left) == SortKey(right)))
                if left == right { #expect(left.hashValue == right.hashValue) }
            }
        }
        #expect(IndexKey.text("a") < keys[0])
    }
}
