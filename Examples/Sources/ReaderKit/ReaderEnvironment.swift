import Foundation

/// The environment variables that a run sees: those of the process, unless something else is registered.
package struct ReaderEnvironment: Sendable {
    package let values: [String: String]

    package init(values: [String: String] = ProcessInfo.processInfo.environment) {
        self.values = values
    }
}
