import Core
import Mocks
import Testing

@testable import Database

/// Search in orders of texts, beside looking everywhere.
struct TextSearchTests {
    private func model(_ name: String) -> TextSearchModel {
        let seed = UInt64.random(in: .min ... .max)
        print("\(name): seed \(seed)")
        return TextSearchModel(seed: seed)
    }

    private func check(_ model: TextSearchModel, _ order: Order? = nil, count: Int = 12) throws {
        for _ in 0..<count {
            let query = TextSearchModel.queries[model.number(TextSearchModel.queries.count)]
            let limit = [1, 3, 40, .max][model.number(4)]
            let found = try TextSearchModel.search(
                order ?? model.order, query, probe: [0, 60, 5_000, .max][model.number(4)], limit: limit,
                step: [1, 2, 7, .max][model.number(4)])
            try #require(found == Array(model.slots(matching: query).prefix(limit)), "'\(query)', limit \(limit)")
        }
    }

    @Test func findsWhatLookingEverywhereFinds() throws {
        var model = model("findsWhatLookingEverywhereFinds")
        for round in 0..<150 {
            model.limits = WordIndexLimits(
                mostRows: [1, 7, 64, 65_536][model.number(4)], mostBytes: [10, 900, 8 << 20][model.number(3)],
                leastBytes: [0, 0, 300][model.number(3)], chunkBytes: [1, 24, 4_096][model.number(3)])
            model.write(1 + model.number(round % 10 == 0 ? 200 : 30))
            if model.number(2) == 0 { try model.mergeSome() }
            try check(model)
        }
        for query in TextSearchModel.queries {
            for probe in [0, .max] {
                let found = try TextSearchModel.search(model.order, query, probe: probe)
                #expect(found == model.slots(matching: query), "'\(query)'")
            }
        }
    }

    @Test(arguments: [1, 64, 65_536]) func findsQueriesOfManyWords(mostRows: Int) throws {
        var model = TextSearchModel(seed: 1)
        model.limits = WordIndexLimits(mostRows: mostRows, leastBytes: 0, chunkBytes: 24)
        // Most words of the query are in all texts, and the last of them in some.
        let common = (0..<20).map { "common\($0)" }
        var builder = MemoryRun.Builder(capacity: 300)
        for number in 0..<300 {
            let text = (common + common + ["r\(number % 7)"]).joined(separator: " ")
            builder.append(
                RunModel.key(.integer(Int64(number)), .null), kind: .plus, slot: UInt32(number),
                payload: Array(text.utf8))
        }
        let memory = builder.finish()
        let run = try model.file(of: [.memory(try #require(memory))], isBottom: true)
        for probe in [0, 9_000] {
            for (last, rest) in [("r3", 3), ("r6", 6), ("none", nil)] as [(String, Int?)] {
                let query = (common + [last]).joined(separator: " ")
                let found = try TextSearchModel.search(Order(runs: [.file(run)]), query, probe: probe)
                #expect(found == (0..<300).filter { $0 % 7 == rest }.map { UInt32($0) }, "'\(last)', \(probe)")
            }
        }
    }

    @Test func aLargeTextIsNotReadToKnowThatItReplacesAnother() throws {
        var model = TextSearchModel(seed: 1)
        func run(_ kind: EntryKind, _ text: String) throws -> Run {
            var builder = MemoryRun.Builder(capacity: 60)
            for number in 0..<60 {
                builder.append(
                    RunModel.key(.integer(Int64(number)), .null), kind: kind, slot: UInt32(number),
                    payload: Array(text.utf8))
            }
            let run = builder.finish()
            return .memory(try #require(run))
        }
        let older = try model.file(of: [try run(.plus, "wanted")], isBottom: true)
        let large = String(repeating: "another one ", count: 1_700)
        let newer = try model.file(of: [try run(.replace, large)], isBottom: false)
        model.files.clearOperations()
        let found = try TextSearchModel.search(Order(runs: [.file(older), .file(newer)]), "wanted", probe: 0)
        #expect(found == [])
        // Such a text is a block of its own, which is in no cache.
        let reads = model.files.operations.filter { $0.kind == .read && ($0.count ?? 0) > 16_384 }
        #expect(reads.isEmpty, "\(reads.count)")
    }

    @Test func findsTheSameInAnOrderThatIsHeldWhileRunsAreMerged() throws {
        var model = model("findsTheSameInAnOrderThatIsHeldWhileRunsAreMerged")
        for _ in 0..<10 { model.write(40) }
        let held = model.order
        let before = model
        for _ in 0..<20 {
            model.write(20)
            try model.mergeSome()
            try check(before, held, count: 3)
            try check(model, count: 3)
        }
    }

    @Test func findsTextsAtTheEdgesOfBlocksAndParts() throws {
        var model = TextSearchModel(seed: 1)
        // Texts of about 1,000 bytes, so that a block has some eight, and a word at the very start and end of each.
        var builder = MemoryRun.Builder(capacity: 200)
        for number in 0..<200 {
            let text = "first\(number) " + String(repeating: "filling words ", count: 70) + "last\(number)"
            builder.append(
                RunModel.key(.integer(Int64(number)), .null), kind: .plus, slot: UInt32(number),
                payload: Array(text.utf8))
        }
        let memory = builder.finish()
        let run = Run.memory(try #require(memory))
        for mostRows in [1, 8, 65_536] {
            model.limits = WordIndexLimits(mostRows: mostRows, leastBytes: 0, chunkBytes: 100)
            for hasWords in [true, false] {
                let order = Order(runs: [.file(try model.file(of: [run], isBottom: true, hasWords: hasWords))])
                for number in 0..<200 {
                    for query in ["first\(number) ", "last\(number)", "st\(number) ling"] {
                        let expected = (0..<200).map(UInt32.init).filter { slot in
                            let digits = String(number)
                            return "first\(slot)".hasPrefix("first" + digits)
                                || "last\(slot)".hasPrefix("last" + digits)
                        }
                        let found = try TextSearchModel.search(
                            order, query, probe: number.isMultiple(of: 2) ? 0 : 9_000)
                        try #require(found == expected, "'\(query)'")
                    }
                }
                #expect(try TextSearchModel.search(order, "filling", probe: 0).count == 200)
            }
        }
    }

    @Test func aRunInMemoryWithVeryManyPlacesOfAWordIsSearched() throws {
        var builder = MemoryRun.Builder(capacity: 200)
        for number in 0..<200 {
            builder.append(
                RunModel.key(.integer(Int64(number)), .null), kind: .plus, slot: UInt32(number),
                payload: Array(repeating: UInt8(ascii: "a"), count: number))
        }
        let run = builder.finish()
        let order = Order(runs: [.memory(try #require(run))])
        for (query, first) in [("a", 1), ("aa", 2), (String(repeating: "a", count: 199), 199)] {
            #expect(try TextSearchModel.search(order, query, probe: 0) == (UInt32(first)..<200).map { $0 })
        }
        #expect(try TextSearchModel.search(order, "b", probe: 0) == [])
    }

    @Test func aCancelledSearchThrows() throws {
        var model = model("aCancelledSearchThrows")
        for _ in 0..<4 { model.write(100) }
        let file = Order(runs: [.file(try model.file(of: model.order.runs, isBottom: true))])
        for order in [model.order, file] {
            for probe in [0, .max] {
                var search = try TextSearch(order, SearchQuery("a"), probe: probe) { true }
                #expect(throws: CancellationError.self) { try search.nextSlots(10) }
            }
        }
    }

    // MARK: Damage

    @Test func everyFlippedOrMissingByteOfAWordIndexIsDetected() throws {
        var model = model("everyFlippedOrMissingByteOfAWordIndexIsDetected")
        for _ in 0..<3 { model.write(30) }
        let path = "/tmp/index-1.runs"
        let info = try model.write(model.order.runs, isBottom: true, hasWords: true, to: path)
        let bytes = try #require(model.files.bytes(at: path))
        let queries = ["lantern", "a", "ел", "zzz"]
        let expected = queries.map { model.slots(matching: $0) }
        func isFound(_ bytes: [UInt8]) throws -> Bool {
            let files = InMemoryFileSystem()
            files.put(bytes, at: path)
            do throws(RunFailure) {
                let generation = try Generation.open(files: files, path: path, info: info)
                guard let run = generation.run(section: "search:text") else { return false }
                for (query, expected) in zip(queries, expected) {
                    for probe in [0, .max] {
                        let found: [UInt32]
                        do {
                            found = try TextSearchModel.search(Order(runs: [.file(run)]), query, probe: probe)
                        } catch let failure as RunFailure {
                            throw failure
                        } catch {
                            return false
                        }
                        if found != expected { return false }
                    }
                }
                return true
            } catch {
                return error == .damaged(path)
            }
        }
        #expect(try isFound(bytes))
        for position in bytes.indices {
            var changed = bytes
            changed[position] ^= UInt8(1 << model.number(8))
            try #require(try isFound(changed), "byte \(position)")
            if position % 7 == 0 { try #require(try isFound(Array(bytes.prefix(position))), "\(position) bytes") }
        }
    }

    @Test func anyBytesOfListsAreReadOrRefused() {
        let seed = UInt64.random(in: .min ... .max)
        print("anyBytesOfListsAreReadOrRefused: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<5_000 {
            let bytes = (0..<random.number(20)).map { _ in
                random.number(2) == 0 ? UInt8(random.number(4)) : UInt8(random.number(256))
            }
            var rows = RowSet(count: 1 + random.number(130))
            _ = bytes.withUnsafeBytes { rows.insert([random.number(4), 4 + random.number(3)], of: $0) }
            while let row = rows.popFirst() { #expect(row >= 0) }
        }
    }
}
