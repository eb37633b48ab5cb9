import Core
import Foundation
import Mocks
import Testing

@testable import Database

@Suite(.timeLimit(.minutes(5)))
struct DatabaseSourceProviderTests {
    private let files = InMemoryFileSystem()
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func open() throws -> (JSONStore, DatabaseSourceProvider) {
        let store = try JSONStore(
            directory: "/tmp/store",
            collections: DatabasePostProvider.collections + DatabaseSourceProvider.collections, files: files,
            time: ManualClock())
        return (store, DatabaseSourceProvider(store: store))
    }

    private var journal: String {
        String(decoding: files.bytes(at: "/tmp/store/journal-00000001.jsonl") ?? [], as: UTF8.self)
    }

    private func lines(of text: some StringProtocol) -> [Substring] {
        text.split(separator: "\n").map { Substring($0) }.filter { $0.hasPrefix(#"{"put":"sources""#) }
    }

    @Test(arguments: OfflineSourceProviderContract.checks)
    func keepsTheContract(_ check: OfflineSourceProviderContract.Check) async {
        await OfflineSourceProviderContract { try open().1 }.run(check)
    }

    @Test func everythingOfASourceIsThereAfterPowerLoss() async throws {
        let (_, provider) = try open()
        var description = SourceDescription(
            name: .mock("r/Swift"), title: "Swift", isNSFW: true, subscriberCount: 9)
        _ = try await provider.add(.mock("r/swift", state: .pending), at: start)
        _ = try await provider.update(.mock("r/swift"), with: .known(description), at: start + 1)
        _ = try await provider.open(.mock("r/swift"), at: start + 2)
        _ = try await provider.add(.mock("u/Ann-1", state: .pending), at: start + 3)
        (description.name, description.restriction) = (.mock("r/shut"), .quarantined)
        _ = try await provider.add(.mock("r/shut"), at: start + 4)
        _ = try await provider.update(.mock("r/shut"), with: .known(description), at: start + 5)
        _ = try await provider.add(.mock("r/gone"), at: start + 6)
        _ = try await provider.update(.mock("r/gone"), with: .unknown, at: start + 7)
        _ = try await provider.move(.mock("r/gone"), to: 0, at: start + 8)
        let before = try await provider.sources(on: .demo).sources
        #expect(before.map(\.name.text) == ["gone", "Swift", "Ann-1", "shut"])
        #expect(before.map(\.state) == [.unknown, .verified, .pending, .restricted(.quarantined)])
        files.crash()

        let (store, reopened) = try open()
        #expect(store.damages.isEmpty)
        #expect(try await reopened.sources(on: .demo).sources == before)
    }

    @Test func aMoveWritesOneRecord() async throws {
        let (_, provider) = try open()
        for number in 0..<100 { _ = try await provider.add(.mock("r/s\(number)x"), at: start) }
        let before = Set(try await provider.sources(on: .demo).sources)
        _ = try await provider.move(.mock("r/s99x"), to: 3, at: start + 1)
        let after = try await provider.sources(on: .demo).sources
        #expect(after[3].name.text == "s99x")
        #expect(Set(after).subtracting(before) == [after[3]])
    }

    /// Between two places there is always a third, also where numbers have run out of them.
    @Test func positionsAreRenumberedWhenNoNumberIsLeft() async throws {
        let (_, provider) = try open()
        for name in ["r/a1", "r/b1", "r/c1"] { _ = try await provider.add(.mock(name), at: start) }
        var renumbered = 0
        for round in 0..<120 {
            let name = round.isMultiple(of: 2) ? "r/c1" : "r/b1"
            _ = try await provider.move(.mock(name), to: 1, at: start + Double(round))
            let list = try await provider.sources(on: .demo).sources
            if list.map(\.position) == [1, 2, 3] { renumbered += 1 }
            #expect(list[1].id == .mock(name) && list[0].id == .mock("r/a1"))
        }
        // Between 1 and 2 a double has 52 bits.
        #expect((1...4).contains(renumbered))
    }

    @Test func aRemovalIsStoredWithItsDateAndNothingElse() async throws {
        let (_, provider) = try open()
        _ = try await provider.add(.mock("r/swift", title: "A title"), at: start)
        let size = journal.utf8.count
        _ = try await provider.remove(.mock("r/swift"), at: start + 50)
        let line = try #require(lines(of: String(decoding: Array(journal.utf8)[size...], as: UTF8.self)).first)
        #expect(line.contains(#""id":"demo/r/swift""#) && line.contains(#""isRemoved":true"#))
        #expect(line.contains(#""changed":1700000050"#) && line.contains(#""title":null"#))
        files.crash()
        let (_, reopened) = try open()
        #expect(try await reopened.sources(on: .demo).sources.isEmpty)
    }

    /// A record whose name is not the one of its id, as a hand may write it, stays one that can be removed.
    @Test func aRecordWithAnotherNameIsKnownByItsID() async throws {
        let (store, provider) = try open()
        var record = SourceRecord(.mock("r/swift"))
        record.name = "other"
        let written = record
        try await store.write { try $0.upsert(written, in: SourceSchemas.sources) }
        let source = try #require(try await provider.sources(on: .demo).sources.first)
        #expect(source.id == .mock("r/swift") && source.name.text == "swift")
        #expect(try await provider.remove(source.id, at: start)?.id == source.id)
        #expect(try await provider.sources(on: .demo).sources.isEmpty)
    }

    @Test func onlyTheNewestRemovalsAreRemembered() async throws {
        let (store, provider) = try open()
        for number in 0..<1005 {
            let name = "r/s\(number)x"
            _ = try await provider.add(.mock(name), at: start)
            _ = try await provider.remove(.mock(name), at: start + Double(number))
        }
        #expect(store.snapshot().version == 2010)
        let snapshot = store.snapshot()
        #expect(try snapshot.count(of: SourceSchemas.sources) == SourceRecord.maximumRemoved)
        #expect(try snapshot.record(.mock("r/s4x"), in: SourceSchemas.sources) == nil)
        #expect(try snapshot.record(.mock("r/s5x"), in: SourceSchemas.sources)?.isRemoved == true)
    }

    @Test func aChangeOfNothingWritesNoByte() async throws {
        let (store, provider) = try open()
        _ = try await provider.add(.mock("r/a1"), at: start)
        _ = try await provider.open(.mock("r/a1"), at: start + 9)
        let (size, number) = (journal.utf8.count, store.snapshot().version)
        _ = try await provider.move(.mock("r/a1"), to: 5, at: start + 10)
        _ = try await provider.open(.mock("r/a1"), at: start + 9)
        _ = try await provider.remove(.mock("r/none"), at: start)
        await #expect(throws: DataError.self) { try await provider.add(.mock("r/A1"), at: start) }
        #expect(journal.utf8.count == size && store.snapshot().version == number)
    }

    @Test func commitsOfOtherCollectionsAreNotAnnounced() async throws {
        let (store, provider) = try open()
        let changes = provider.changes()
        _ = try await DatabasePostProvider(store: store).commit(
            .mock("t3_a"), to: Feed(site: .demo), at: .head, date: start)
        _ = try await provider.add(.mock("u/ann", site: .reddit), at: start)
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() == SourcesChange(sites: [.reddit], version: 2))
    }
}
