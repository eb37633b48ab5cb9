import ArgumentParser

/// The id of an entry of the outbox, as it is printed.
package struct EntryArgument: ExpressibleByArgument, Sendable {
    package let id: String

    package init?(argument: String) {
        guard !argument.isEmpty, !argument.contains(where: { $0.isWhitespace || $0.isNewline }) else { return nil }
        id = argument
    }
}
