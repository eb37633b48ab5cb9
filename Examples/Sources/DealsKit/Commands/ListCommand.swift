import ArgumentParser
import ConsoleKit
import Database

/// Shows a window of the table.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Shows a part of the table.")

    @OptionGroup var options: DealsOptions

    @Option(help: "The column to sort by.")
    var sort = DealColumn.id

    @Flag(help: "The largest first; deals that are equal in the column stay in ascending order of their ids.")
    var descending = false

    @Option(help: ArgumentHelp("The number of rows to leave out at the top, 0 or more.", valueName: "rows"))
    var offset = RowCount(0)

    @Option(help: ArgumentHelp("The greatest number of rows to show, 0 or more.", valueName: "rows"))
    var limit = RowCount(100)

    func run() async throws {
        try await DealsSession.run(options, use: .reading) { store in
            let snapshot = store.snapshot()
            let count = try snapshot.count(of: Deal.schema)
            let rows = DealRows(snapshot, by: sort.index, descending ? .descending : .ascending)
            switch options.format {
            case .json: try printJSON(rows, count: count)
            case .text: try printText(rows, count: count)
            }
        }
    }

    private func printJSON(_ rows: DealRows, count: Int) throws {
        var output = StandardOutput()
        try output.append("{\"count\": \(count), \"offset\": \(offset.value), \"items\": [")
        try rows.forEach(from: offset.value, limit: limit.value) { deal, position in
            try output.append { bytes in
                bytes.append(contentsOf: position == 0 ? "\n".utf8 : ",\n".utf8)
                DealLine.append(deal, to: &bytes)
            }
        }
        try output.append("]}\n")
        try output.flush()
    }

    private func printText(_ rows: DealRows, count: Int) throws {
        var output = StandardOutput()
        var shown = 0
        try output.append(DealText.header + "\n")
        try rows.forEach(from: offset.value, limit: limit.value) { deal, _ in
            shown += 1
            try output.append(DealText.line(deal) + "\n")
        }
        let part =
            shown == 0
            ? "No rows" : "Rows \(DealText.grouped(offset.value + 1)) to \(DealText.grouped(offset.value + shown))"
        try output.append(
            "\(part) of \(DealText.grouped(count)), sorted by \(sort.rawValue)\(descending ? ", descending" : "").\n")
        try output.flush()
    }
}
