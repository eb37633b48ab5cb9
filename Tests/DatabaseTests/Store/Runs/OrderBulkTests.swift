import Core
import Testing

@testable import Database

/// Looking for many keys at once gives what looking for one after the other does.
struct OrderBulkTests {
    private let directory = TemporaryDirectory()

    private func model(_ name: String) throws -> RunModel {
        let seed = UInt64.random(in: .min ... .max)
        print("\(name): seed \(seed)")
        try LocalFileSystem().makeDirectory(directory.path)
        return RunModel(seed: seed, files: LocalFileSystem(), directory: directory.path)
    }

    private func check(_ order: Order, _ keys: [SortKey]) throws {
        let keys = keys.sorted()
        let expected = try keys.map { try order.find($0) }
        #expect(try order.find(sorted: keys) == expected)
    }

    @Test func manyAtOnceAreFoundAsOneByOne() throws {
        var model = try model("manyAtOnceAreFoundAsOneByOne")
        for round in 0..<40 {
            model.write(1 + model.number(round % 10 == 9 ? 3000 : 200)) { $0.randomKey() }
            if model.number(2) == 0 { try model.mergeSome() }
            let live = model.sorted.map(\.key)
            // Some that are there, some that were, and some that never were.
            let share = 1 + model.number(20)
            let known = live.filter { _ in model.number(share) == 0 }
            let others = (0..<model.number(2000)).map { _ in
                RunModel.key(model.randomKey(), .integer(Int64(model.number(4000))))
            }
            try check(model.order, known)
            try check(model.order, known + Array(Set(others).subtracting(known)))
        }
    }

    @Test func thousandsAreFoundInFiles() throws {
        var model = try model("thousandsAreFoundInFiles")
        for _ in 0..<4 {
            model.write(4000) { .text($0.randomText() + String($0.number(3000))) }
            model.order.runs = [.file(try model.file(of: model.order.runs, isBottom: true))]
        }
        let live = model.sorted.map(\.key)
        #expect(live.count > 2000)
        try check(model.order, live)
        try check(model.order, live.filter { _ in model.number(100) == 0 })
        try check(model.order, [])
        #expect(try Order().find(sorted: live).allSatisfy { $0 == nil })
    }
}
