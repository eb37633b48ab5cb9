import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Ids of sources in a store: those of an earlier version, and those of a site that tells names apart by their case.
@Suite(.timeLimit(.minutes(5)))
struct StoredSourceIDTests {
    private let files = InMemoryFileSystem()
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let lemmy = Site.lemmy("lemmy.world")

    /// A journal of the version that wrote every id in lowercase, to the byte.
    private static let earlier =
        #"""
        {"journal":1,"segment":1,"next":1,"crc":"9d62a0f2"}
        {"collection":"sources","version":1}
        {"put":"sources","value":{"id":"reddit/r/swift","name":"Swift","state":"verified","restriction":null\#
        ,"title":"Swift","isNSFW":false,"subscribers":7,"added":1700000000,"opened":1700000500,"checked":170\#
        0000001,"changed":1700000000,"position":1,"isRemoved":false}}
        {"put":"sources","value":{"id":"reddit/u/some-body","name":"Some-Body","state":"pending","restrictio\#
        n":null,"title":null,"isNSFW":null,"subscribers":null,"added":1700000000,"opened":null,"checked":nul\#
        l,"changed":1700000000,"position":2,"isRemoved":false}}
        {"put":"sources","value":{"id":"reddit/r/gone","name":"Gone","state":"pending","restriction":null,"t\#
        itle":null,"isNSFW":null,"subscribers":null,"added":1700000000,"opened":null,"checked":null,"changed\#
        ":1700000000,"position":0,"isRemoved":true}}
        {"put":"sources","value":{"id":"lemmy:lemmy.world/r/свіфт@programming.dev","name":"Свіфт@programming\#
        .dev","state":"pending","restriction":null,"title":null,"isNSFW":null,"subscribers":null,"added":170\#
        0000000,"opened":null,"checked":null,"changed":1700000000,"position":1,"isRemoved":false}}
        {"put":"sources","value":{"id":"hackernews/u/pg","name":"PG","state":"pending","restriction":null,"t\#
        itle":null,"isNSFW":null,"subscribers":null,"added":1700000000,"opened":null,"checked":null,"changed\#
        ":1700000000,"position":1,"isRemoved":false}}
        {"commit":1,"bytes":1347,"crc":"5126eb5e"}

        """#

    private func open(_ files: InMemoryFileSystem) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: DatabaseArchiveProvider.collections, files: files,
            time: ManualClock())
    }

    @Test func recordsOfAnEarlierVersionReadTheSame() async throws {
        files.put([UInt8](Self.earlier.utf8), at: "/tmp/store/journal-00000001.jsonl")
        let store = try open(files)
        #expect(store.damages.isEmpty)
        let provider = DatabaseSourceProvider(store: store)
        let reddit = try await provider.sources(on: .reddit).sources
        #expect(reddit.map(\.id.description) == ["reddit/r/swift", "reddit/u/some-body"])
        #expect(reddit.map(\.name.description) == ["r/Swift", "u/Some-Body"])
        #expect(reddit.map(\.id) == reddit.map { SiteProfile.reddit.sourceID(of: $0.name) })
        #expect(reddit.first?.lastOpened == start + 500 && reddit.first?.subscriberCount == 7)
        let community = try #require(try await provider.sources(on: lemmy).sources.first)
        #expect(community.id.description == "lemmy:lemmy.world/r/свіфт@programming.dev")
        #expect(community.id == SiteProfile.lemmy(host: "lemmy.world").sourceID(of: community.name))
        let person = try #require(try await provider.sources(on: .hackerNews).sources.first)
        #expect(person.id.description == "hackernews/u/pg" && person.name.text == "PG")

        // And it is changed by the id that it has.
        await #expect(throws: DataError.self) { try await provider.add(.mock("r/SWIFT", site: .reddit), at: start) }
        #expect(try await provider.open(person.id, at: start + 9))
        #expect(try await provider.remove(person.id, at: start + 10)?.lastOpened == start + 9)
        #expect(try await provider.remove(.mock("r/SWIFT", site: .reddit), at: start + 11)?.name.text == "Swift")
        #expect(try await provider.sources(on: .hackerNews).sources.isEmpty)
        #expect(try await provider.sources(on: .reddit).sources.map(\.name.text) == ["Some-Body"])
    }

    @Test func twoNamesThatDifferInCaseAreTwoAfterPowerLossToo() async throws {
        let provider = DatabaseSourceProvider(store: try open(files))
        for name in ["u/PG", "u/pg"] { _ = try await provider.add(.mock(name, site: .hackerNews), at: start) }
        _ = try await provider.open(.mock("u/pg", site: .hackerNews), at: start + 1)
        _ = try await provider.move(.mock("u/pg", site: .hackerNews), to: 0, at: start + 2)
        let before = try await provider.sources(on: .hackerNews).sources
        #expect(before.map(\.id.description) == ["hackernews/u/pg", "hackernews/u/PG"])
        #expect(before.map(\.name.text) == ["pg", "PG"] && before.last?.lastOpened == nil)
        files.crash()

        let reopened = DatabaseSourceProvider(store: try open(files))
        #expect(try await reopened.sources(on: .hackerNews).sources == before)
        let removed = try #require(try await reopened.remove(.mock("u/PG", site: .hackerNews), at: start + 3))
        #expect(try await reopened.sources(on: .hackerNews).sources.map(\.name.text) == ["pg"])
        _ = try await reopened.restore(removed, at: start + 4)
        #expect(try await reopened.sources(on: .hackerNews).sources.map(\.name.text) == ["pg", "PG"])
    }

    @Test func anArchiveTakesBothWithIt() async throws {
        let store = try open(files)
        let provider = DatabaseSourceProvider(store: store)
        for name in ["u/PG", "u/pg"] { _ = try await provider.add(.mock(name, site: .hackerNews), at: start) }
        let archive = try await DatabaseArchiveProvider(store: store, time: ManualClock()).export()
        #expect(archive.sources.map(\.id.description) == ["hackernews/u/PG", "hackernews/u/pg"])
        let fresh = try open(InMemoryFileSystem())
        let copy = try ArchiveCoder.decode(try ArchiveCoder.encode(archive))
        _ = try await DatabaseArchiveProvider(store: fresh, time: ManualClock()).merge(copy)
        let sources = try await DatabaseSourceProvider(store: fresh).sources(on: .hackerNews).sources
        #expect(sources.map(\.name.text) == ["PG", "pg"])
    }
}
