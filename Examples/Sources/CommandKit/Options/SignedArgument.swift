import ArgumentParser

/// One argument that may begin with a minus.
///
/// The parser takes `-5` for an unknown option. Declared as `.allUnrecognized`, which only lists can be, it arrives,
/// and what is allowed can be said.
package enum SignedArgument {
    /// Returns the only value, and refuses several.
    ///
    /// - Parameters:
    ///   - values: The arguments that the parser could not place otherwise.
    ///   - name: The argument's name in the usage.
    /// - Returns: The value.
    /// - Throws: The parser's own error where there are more: an unknown option, or an argument too many.
    package static func only(_ values: [String], named name: String) throws -> String {
        // Before the `--` that scripts may write in front of it.
        let values = values.first == "--" ? Array(values.dropFirst()) : values
        guard let value = values.first else { throw ValidationError("Missing expected argument '<\(name)>'") }
        guard values.count > 1 else { return value }
        if let option = values.first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("Unknown option '\(option)'")
        }
        throw ValidationError("Unexpected argument '\(values[1])'")
    }
}
