import Foundation

/// Prints an answer as one JSON object.
package enum JSONOutput {
    package static func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try Console.answer(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
