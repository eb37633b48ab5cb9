import ArgumentParser

/// A number of rows, from 0 on; one that is larger than any table stands for all of them.
struct RowCount: ExpressibleByArgument, Sendable {
    let value: Int

    init(_ value: Int) {
        self.value = value
    }

    init?(argument: String) {
        let isNumber = argument.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, !argument.isEmpty else { return nil }
        value = Int(argument) ?? .max
    }

    var defaultValueDescription: String { "\(value)" }
}
