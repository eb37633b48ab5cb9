import Foundation

/// The environment variables that a run sees: those of the process, unless something else is registered.
package struct ProgramEnvironment: Sendable {
    package let values: [String: String]

    package init(values: [String: String] = ProcessInfo.processInfo.environment) {
        self.values = values
    }

    /// The value of a variable; nil where it is not set, or empty.
    package subscript(name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
