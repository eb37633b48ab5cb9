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
            // Nothing is printed before all is read: beside a program that writes it may be read again.
            let (count, deals) = try store.read { snapshot in
                let count = try snapshot.count(of: Deal.schema)
                var deals: [Deal] = []
                try DealRows(snapshot, by: sort.index, descending ? .descending : .ascending)
                    .forEach(from: offset.value, limit: limit.value) { deal, _ in deals.append(deal) }
                return (count, deals)
            }
            switch options.format {
            case .json: try printJSON(deals, count: count)
            case .text: try printText(deals, count: count)
            }
        }
    }

    private func printJSON(_ deals: [Deal], count: Int) throws {
        var output = StandardOutput()
        try output.append("{\"count\": \(count), \"offset\": \(offset.value), \"items\": [")
        for (position, deal) in deals.enumerated() {
            try output.append { bytes in
                bytes.append(contentsOf: position == 0 ? "\n".utf8 : ",\n".utf8)
                DealLine.append(deal, to: &bytes)
            }
        }
        try output.append("]}\n")
        try output.flush()
    }

    private func printText(_ deals: [Deal], count: Int) throws {
        var output = StandardOutput()
        try output.append(DealText.header + "\n")
        for deal in deals { try output.append(DealText.line(deal) + "\n") }
        let part =
            deals.isEmpty
            ? "No rows"
            : "Rows \(DealText.grouped(offset.value + 1)) to \(DealText.grouped(offset.value + deals.count))"
        try output.append(
            "\(part) of \(DealText.grouped(count)), sorted by \(sort.rawValue)\(descending ? ", descending" : "").\n")
        try output.flush()
    }
}
