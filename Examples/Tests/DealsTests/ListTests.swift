import Core
import Foundation
import Testing

@testable import DealsKit

@Suite(.timeLimit(.minutes(5)))
struct ListTests {
    /// Deals with many ties, and texts that sort otherwise than by their bytes in most languages.
    static func deals() -> [Deal] {
        let random = SeededRandomSource(seed: 5)
        let instruments = ["", "A", "a", "B", "Z", "z", "é", "e\u{301}", "Ä", "日本", "😀", "\u{FFFD}", "AA", "A\u{0}"]
        return (1...400).map { number in
            Deal(
                id: (number * 37) % 401 - 200, date: Double(random.below(9)) / 2 - 2,
                instrument: instruments[random.below(instruments.count)], price: Double(random.below(5)) - 2.5,
                amount: Double(random.below(3)) * 0.5, side: random.below(2) == 0 ? .buy : .sell)
        }
    }

    static func isBefore(_ left: Deal, _ right: Deal, by column: DealColumn) -> Bool {
        switch column {
        case .id: left.id < right.id
        case .date: left.date < right.date
        case .instrument: left.instrument.utf8.lexicographicallyPrecedes(right.instrument.utf8)
        case .price: left.price < right.price
        case .amount: left.amount < right.amount
        case .side: left.side.rawValue < right.side.rawValue
        }
    }

    static func sorted(_ deals: [Deal], by column: DealColumn, isDescending: Bool) -> [Deal] {
        deals.sorted { left, right in
            if isBefore(left, right, by: column) { return !isDescending }
            if isBefore(right, left, by: column) { return isDescending }
            return left.id < right.id
        }
    }

    static func text(_ deals: [Deal]) -> String {
        deals.map { String(decoding: DealLine.json(of: $0), as: UTF8.self) + "\n" }.joined()
    }

    @Test func everyColumnSortsBothWaysWithTiesInAscendingIDs() async throws {
        let scratch = try Scratch()
        let deals = Self.deals()
        try await scratch.ingest(Self.text(deals))
        for column in DealColumn.allCases {
            for isDescending in [false, true] {
                let arguments = ["list", "--sort", column.rawValue, "--format", "json", "--limit", "1000"]
                let run = try await DealsProcess.run(
                    arguments + (isDescending ? ["--descending"] : []) + ["--store", scratch.store])
                #expect(
                    try run.ids == Self.sorted(deals, by: column, isDescending: isDescending).map(\.id), "\(column)")
            }
        }
    }

    @Test func aWindowIsAPartOfTheWhole() async throws {
        let scratch = try Scratch()
        try await scratch.ingest(Lines.text(1...2_500))
        for (offset, limit, expected) in [
            (0, nil, Array(1...100)), (0, 3, [1, 2, 3]), (2_498, 10, [2_499, 2_500]), (2_499, 1, [2_500]),
            (1_999, 2, [2_000, 2_001]), (2_500, 10, []), (1_000_000, 10, []), (5, 0, []),
        ] as [(Int, Int?, [Int])] {
            let run = try await DealsProcess.run(
                ["list", "--offset", "\(offset)", "--format", "json", "--store", scratch.store]
                    + (limit.map { ["--limit", "\($0)"] } ?? []))
            #expect(run.status == 0)
            #expect(try run.ids == expected)
            #expect(try run.json["count"] as? Int == 2_500)
            #expect(try run.json["offset"] as? Int == offset)
        }
        let all = try await scratch.deals("list", "--limit", "99999999999999999999999", "--format", "json")
        #expect(try all.ids == Array(1...2_500))
        let end = try await scratch.deals("list", "--descending", "--limit", "2", "--format", "json")
        #expect(try end.ids == [2_500, 2_499])
    }

    @Test func aDealInJSONIsWhatWasStored() async throws {
        let scratch = try Scratch()
        try await scratch.ingest(
            #"{"side":"sell","amount":0.25,"price":1e-7,"instrument":"\"\u0000é\\","date":1700000000.125,"id":-7}"#)
        let run = try await scratch.deals("list", "--format", "json")
        #expect(
            run.output
                == "{\"count\": 1, \"offset\": 0, \"items\": [\n"
                + #"{"id":-7,"date":1700000000.125,"instrument":"\"\u0000é\\","price":1e-07,"amount":0.25,"side":"sell"}"#
                + "]}\n")
        let item = try #require(try run.items.first)
        #expect(Set(item.keys) == ["id", "date", "instrument", "price", "amount", "side"])
        #expect(item["instrument"] as? String == "\"\u{0}é\\")
        #expect(item["price"] as? Double == 1e-7)
    }

    @Test func anEmptyStoreIsAnEmptyTable() async throws {
        let scratch = try Scratch()
        let list = try await scratch.deals("list", "--format", "json")
        #expect(list.status == 0)
        #expect(list.output == "{\"count\": 0, \"offset\": 0, \"items\": []}\n")
        #expect(try await scratch.deals("count", "--format", "json").output == "{\"count\": 0}\n")
        let export = try await scratch.deals("export")
        #expect(export.status == 0)
        #expect(export.output.isEmpty)
        #expect(try await scratch.deals("list").output.contains("No rows of 0"))
    }

    @Test func textHasALineForEachDealAndSteersNoTerminal() async throws {
        let scratch = try Scratch()
        try await scratch.ingest(
            Lines.line(
                1, date: 1_700_000_000.5, instrument: "\u{1B}[2J\u{202E}evil\r\n", price: 62.5, amount: 1_500_000)
                + "\n" + Lines.line(2, date: -1, side: .sell) + "\n" + Lines.line(3, date: 1e300))
        let run = try await scratch.deals("list")
        #expect(run.lines.count == 5)
        #expect(run.lines[1].contains("2023-11-14 22:13:20.500"))
        #expect(run.lines[1].contains("62.5"))
        #expect(run.lines[1].contains("1500000  buy"))
        #expect(run.lines[2].contains("1969-12-31 23:59:59"))
        #expect(run.lines[3].contains("1e+300"))
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}") && !run.output.contains("\r"))
        #expect(run.lines[4] == "Rows 1 to 3 of 3, sorted by id.")
    }

    @Test func anExportedArchiveIsImportedUnchanged() async throws {
        let (scratch, other) = (try Scratch(), try Scratch())
        let deals = Self.deals()
        try await scratch.ingest(Self.text(deals))
        let export = try await scratch.deals("export", "--format", "json")
        #expect(export.output == Self.text(deals.sorted { $0.id < $1.id }))
        try await other.ingest(export.output)
        #expect(try await other.deals("export").output == export.output)
    }
}
