import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What a search reads of the words of the texts, and the layouts that they have had.
struct WordIndexTests {
    /// Texts by number, in a file.
    private func file(_ count: Int, _ text: (Int) -> String) throws -> (run: FileRun, files: InMemoryFileSystem) {
        var model = TextSearchModel(seed: 1)
        model.limits = WordIndexLimits(leastBytes: 0)
        var builder = MemoryRun.Builder(capacity: count)
        for number in 0..<count {
            builder.append(
                RunModel.key(.integer(Int64(number)), .null), kind: .plus, slot: UInt32(count - number),
                payload: Array(text(number).utf8))
        }
        let memory = builder.finish()
        let run = try model.file(of: [.memory(try #require(memory))], isBottom: true)
        return (run, model.files)
    }

    private func readBytes(_ files: InMemoryFileSystem) -> Int {
        files.operations.filter { $0.kind == .read }.reduce(0) { $0 + ($1.count ?? 0) }
    }

    @Test func noTextIsReadForWhatIsFoundInOneFile() throws {
        let (run, files) = try file(3_000) { "r\($0 % 300) " + String(repeating: "filling words ", count: 20) }
        files.clearOperations()
        let found = try TextSearchModel.search(Order(runs: [.file(run)]), "r7", probe: 0)
        let expected = (0..<3_000).filter { "r\($0 % 300)".hasPrefix("r7") }.map { UInt32(3_000 - $0) }
        #expect(found == expected)
        #expect(expected.count == 110)
        // The words, their lists and the slots. The texts are 850,000 bytes, and those that match lie in 50 blocks.
        #expect(readBytes(files) < 50_000)
    }

    @Test func ofLongListsNoMoreIsReadThanOneChunk() throws {
        // Two hundred words, each in a tenth of the texts.
        func has(_ number: Int, _ word: Int) -> Bool { (number * 7 + word * 13) % 200 < 20 }
        let (run, files) = try file(4_000) { number in
            (0..<200).filter { has(number, $0) }.map { "w\($0)x" }.joined(separator: " ")
        }
        let limits = WordIndexLimits()
        for chunk in try #require(run.words).table().chunks {
            #expect(chunk.listsLength <= limits.listBytes + 1_000)
        }
        files.clearOperations()
        let found = try TextSearchModel.search(Order(runs: [.file(run)]), "w100x", probe: 0)
        #expect(found == (0..<4_000).filter { has($0, 100) }.map { UInt32(4_000 - $0) })
        #expect(readBytes(files) < 40_000)
    }

    @Test func slotsAreFoundInEveryPlaceOfEveryPart() throws {
        var model = TextSearchModel(seed: 1)
        // Parts of more than one chunk of slots, and a last part of one row.
        model.limits = WordIndexLimits(mostRows: 2_600, leastBytes: 0)
        var builder = MemoryRun.Builder(capacity: 5_201)
        for number in 0..<5_201 {
            builder.append(
                RunModel.key(.integer(Int64(number)), .null), kind: .plus, slot: UInt32(number * 7_919),
                payload: Array("all every\(number % 611) again again again".utf8))
        }
        let memory = builder.finish()
        let run = try model.file(of: [.memory(try #require(memory))], isBottom: true)
        let order = Order(runs: [.file(run)])
        #expect(try TextSearchModel.search(order, "all", probe: 0) == (0..<5_201).map { UInt32($0 * 7_919) })
        for rest in [0, 1, 313, 610] {
            let found = try TextSearchModel.search(order, "every\(rest) again", probe: 0, step: 2)
            let expected = (0..<5_201).filter { "every\($0 % 611)".contains("every\(rest)") }
            #expect(found == expected.map { UInt32($0 * 7_919) })
        }
    }

    @Test func theFirstLayoutHasNoSlotsAndIsRead() throws {
        let bytes = try #require(Data(base64Encoded: Self.firstLayout, options: .ignoreUnknownCharacters))
        let files = InMemoryFileSystem()
        files.put(Array(bytes), at: "/tmp/index-1.runs")
        let generation = try Generation.open(
            files: files, path: "/tmp/index-1.runs", info: GenerationInfo(size: 1_122, hash: 15_412_216_664_789_794_228)
        )
        try generation.prepare()
        let run = try #require(generation.run(section: "search:text"))
        let table = try #require(run.words).table()
        #expect(table.parts.count == 2)
        #expect(table.parts.allSatisfy { !$0.chunks.isEmpty && $0.slots == nil })
        for (query, expected) in [
            ("w1", [99, 95, 91]), ("lantern1", [99, 90, 89]), ("tern8 and", [92]), ("none", []),
        ] as [(String, [UInt32])] {
            #expect(try TextSearchModel.search(Order(runs: [.file(run)]), query, probe: 0) == expected, "'\(query)'")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt32]) func aLayoutOfALaterVersionIsRefused(version: UInt32) throws {
        // A part of ten rows without words.
        var table: [UInt8] = []
        for number in [0, version, 10, 0] { table.append(littleEndian: number) }
        let files = InMemoryFileSystem()
        files.put(table, at: "/tmp/words")
        let section = GenerationSection(
            name: "words:text", fencesLength: table.count, fencesHash: table.withUnsafeBytes { RunHash.hash($0) })
        let words = WordIndex(try files.open("/tmp/words", .read), path: "/tmp/words", section, rowCount: 10)
        if version == WordIndex.version {
            #expect(try words.table().parts.count == 1)
        } else {
            #expect(throws: RunFailure.damaged("/tmp/words")) { try words.table() }
        }
    }

    /// Twelve texts, as they were written before slots were beside the words.
    private static let firstLayout = """
        DAAAAAAAAgAJAAAAAAAAAGQAAABjAAAAYgAAAGEAAABgAAAAXwAAAF4AAABdAAAAXAAAAFsAAABaAAAAWQAAABsAGwAbABsAGwAb
        ABsAGwAbABsAHAAcAIAAAAAAAAAAAHcwIGxhbnRlcm4wIGFuZCBhbmQgYW5kIGFuZL/wAAAAAAAAAHcxIGxhbnRlcm4xIGFuZCBh
        bmQgYW5kIGFuZMAAAAAAAAAAAHcyIGxhbnRlcm4yIGFuZCBhbmQgYW5kIGFuZMAIAAAAAAAAAHczIGxhbnRlcm4zIGFuZCBhbmQg
        YW5kIGFuZMAQAAAAAAAAAHcwIGxhbnRlcm40IGFuZCBhbmQgYW5kIGFuZMAUAAAAAAAAAHcxIGxhbnRlcm41IGFuZCBhbmQgYW5k
        IGFuZMAYAAAAAAAAAHcyIGxhbnRlcm42IGFuZCBhbmQgYW5kIGFuZMAcAAAAAAAAAHczIGxhbnRlcm43IGFuZCBhbmQgYW5kIGFu
        ZMAgAAAAAAAAAHcwIGxhbnRlcm44IGFuZCBhbmQgYW5kIGFuZMAiAAAAAAAAAHcxIGxhbnRlcm45IGFuZCBhbmQgYW5kIGFuZMAk
        AAAAAAAAAHcyIGxhbnRlcm4xMCBhbmQgYW5kIGFuZCBhbmTAJgAAAAAAAAB3MyBsYW50ZXJuMTEgYW5kIGFuZCBhbmQgYW5kCQAA
        AAoCAABntJUQbT8XYAwAAAAMAAAAgAAAAAAAAAAAdzAgbGFudGVybjAgYW5kIHcxIGxhbnRlcm4xIHcyIGxhbnRlcm4yIHczIGxh
        bnRlcm4zIGxhbnRlcm40IGxhbnRlcm41IGxhbnRlcm42IGxhbnRlcm43IAIAAwEACAAAAAAAAAAAAgEDAQECAgMBAgIDAwEDAQQB
        BQEGAQd3MCBsYW50ZXJuOCBhbmQgdzEgbGFudGVybjkgdzIgbGFudGVybjEwIHczIGxhbnRlcm4xMSABAAEABAAAAAABAQEBAQIB
        AgEDAQMIAAAABQAAABMAAAARAAAAqrhsBVYBrljh35pLhxxBQRgAAAAKAAAAFo6ny4Lx9lH9H8U330BJtBIAAAAEAAAAfMiumSu6
        Pey3PaOZnEA7NhIAAAAEAAAACmmPk5eRnXLwHGZjFAiXDAkAAAACAAAAJE95WHB76Jgp1B0Q3AgzlAQAAAADAAAAEwAAAAsAAADn
        WRG5F+yAaE+jXDWJgSomFgAAAAYAAACVHplSSs15W8oX8aMrlCiRDQAAAAQAAAC/VJ2XgVihx+W87jEmfNzKC3NlYXJjaDp0ZXh0
        CgIAAAAAAAAhAAAAAAAAAAAAAAAAAAAADAAAAAAAAAAMAAAAAAAAAPnrtDYUcKTKAAAAAAAAAAAKd29yZHM6dGV4dMgAAAAAAAAA
        0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAdSkvwud7rygAAAAAAAAAAhwAAAAAAAAC0vSYyZjHj1UxUUk5SVU4x
        """
}
