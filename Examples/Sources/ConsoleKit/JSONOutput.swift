import Foundation

/// Prints an answer as JSON.
package enum JSONOutput {
    /// Prints an object over several lines.
    package static func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try Console.answer(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Prints an object as one line.
    package static func printLine(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try Console.answer(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
