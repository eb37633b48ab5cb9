import ArgumentParser

/// The output format: text or JSON.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// For programs.
    case json
}
