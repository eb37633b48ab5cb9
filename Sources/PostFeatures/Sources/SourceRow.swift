public import Core

/// The row of a source in a list.
public struct SourceRow: Hashable, Sendable, Identifiable {
    /// The source.
    public let source: SubscribedSource

    /// Creates a row.
    ///
    /// - Parameter source: The source.
    package init(_ source: SubscribedSource) {
        self.source = source
    }

    public var id: SubscribedSource.ID { source.id }
    /// Its name as people type it: `r/swift`.
    public var name: String { source.name.description }
    /// Its title; `nil` where it is not known, or equals the name.
    public var title: String? {
        source.title.flatMap { $0.lowercased() == source.name.text.lowercased() ? nil : $0 }
    }
    /// The result of its last lookup.
    public var state: SubscribedSource.State { source.state }
    /// Whether it is known not to be safe for work.
    public var isNSFW: Bool { source.isNSFW ?? false }
}
