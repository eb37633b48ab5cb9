import Core
import Foundation
import Testing

@testable import Database

struct SchemaTests {
    private struct NoteV1: Codable {
        let id: Int
        let body: String
    }

    private struct NoteV2: Codable {
        let id: Int
        let text: String
        let weight: String
    }

    private struct AccountID: RawRepresentable, Hashable, Codable, Comparable, IndexValue {
        let rawValue: String
    }

    private struct Account: StoredRecord {
        let id: AccountID
        let token: UUID
        let name: String?
    }

    private struct Device: StoredRecord {
        let id: UUID
    }

    private struct Broken: Error {}

    private let schema = CollectionSchema<Note>(
        name: "notes",
        migrations: [
            Migration(from: NoteV1.self, to: NoteV2.self) { NoteV2(id: $0.id, text: $0.body, weight: "1.5") },
            .unchanged,
            Migration(from: NoteV2.self, to: Note.self) { old in
                guard let weight = Double(old.weight) else { throw Broken() }
                return Note(old.id, old.text, weight: weight)
            },
        ],
        search: [
            SearchField("text", \.text), SearchField("label", \.label, version: 2), SearchField("both") { $0.text },
        ])

    @Test func theVersionIsWhatTheMigrationsLeadTo() {
        #expect(schema.version == 4)
        #expect(CollectionSchema<Note>(name: "notes").version == 1)
        #expect(CollectionSchema<Note>(name: "notes", version: 3).version == 3)
    }

    @Test(arguments: [
        (1, #"{"id":7,"body":"é"}"#), (2, #"{"id":7,"text":"é","weight":"1.5"}"#),
        (3, #"{"id":7,"text":"é","weight":"1.5"}"#),
        (4, #"{"id":7,"text":"é","weight":1.5,"label":null,"date":null}"#),
    ]) func anOldRecordIsLiftedFromItsVersionOn(version: Int, json: String) throws {
        let lifted = try schema.lift(Array(json.utf8), from: version)
        #expect(
            String(decoding: lifted, as: UTF8.self) == #"{"id":7,"text":"é","weight":1.5,"label":null,"date":null}"#)
        #expect(try lifted.withUnsafeBytes { try schema.codec.decode($0) } == Note(7, "é", weight: 1.5))
    }

    @Test func anErrorOfAMigrationIsThrown() {
        #expect(throws: Broken.self) {
            try schema.lift(Array(#"{"id":7,"text":"é","weight":"many"}"#.utf8), from: 3)
        }
        #expect(throws: DecodingError.self) { try schema.lift(Array("{}".utf8), from: 1) }
    }

    @Test func fieldsGiveTheTextsToSearch() {
        let note = Note(1, "text")
        #expect(schema.search.map(\.name) == ["text", "label", "both"])
        #expect(schema.search.map(\.version) == [1, 2, 1])
        #expect(schema.search.map { $0.text(note) } == ["text", nil, "text"])
    }

    @Test func indexesAreDeclaredByAPropertyOrAFunction() {
        let indexes = [Index<Note>("weight", \.weight, version: 3), Index<Note>("length") { $0.text.count }]
        #expect(indexes.map(\.version) == [3, 1])
        #expect(indexes.map { $0.key(Note(1, "four", weight: -0.0)) } == [.double(0), .integer(4)])
    }

    @Test func rawValuesAndUUIDsAreKeysInTheOrderOfTheirTexts() throws {
        let ids = ["b", "é", "e\u{301}", "a"].map(AccountID.init)
        #expect(ids.sorted().map(\.rawValue) == ["a", "b", "e\u{301}", "é"])
        #expect(ids.map(\.indexKey) == ids.map { .text($0.rawValue) })
        let schema = CollectionSchema<Account>(name: "accounts", indexes: [Index("name", \.name)])
        let account = Account(id: ids[0], token: UUID(), name: nil)
        #expect(schema.indexes[0].key(account) == .null)

        let random = SeededRandomSource(seed: 5)
        let uuids = (0..<100).map { _ in
            withUnsafeBytes(of: (random.next(), random.next())) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
        #expect(uuids.sorted() == uuids.sorted { $0.indexKey < $1.indexKey })
        #expect(CollectionSchema<Device>(name: "devices").version == 1)
    }

    @Test func idsOfPostsAreInTheOrderOfTheirKeys() {
        let parts = ["reddit", "reddit2", "lemmy", "é", "e\u{301}", "a-b", "a"]
        let ids = parts.flatMap { site in
            ["t3_a", "t3_B", "é", "1"].map { Post.ID(site: Site(rawValue: site), native: $0) }
        }
        for left in ids {
            for right in ids { #expect((left < right) == (left.indexKey < right.indexKey), "\(left) \(right)") }
        }
    }

    @Test(arguments: [
        (IndexKey.integer((1 << 53) + 1), IndexKey.double(0x1p53)), (.integer(.max), .double(0x1p63 - 1_024)),
        (.double(0.5), .integer(0)), (.integer(0), .double(-0.5)), (.integer(.min), .double(-0x1p63 - 2_048)),
        (.double(0x1p63), .integer(.max)),
    ]) func aWholeNumberAndAFractionAreComparedExactly(larger: IndexKey, smaller: IndexKey) {
        #expect(smaller < larger)
        #expect(!(larger < smaller))
        #expect(larger != smaller)
        #expect(IndexKey.integer(.min) == .double(-0x1p63))
    }
}
