/// Looks up sources on a site's server.
///
/// Contract:
/// - It stores nothing.
/// - A source that exists but is not shown is a description with a restriction, not an error.
/// - Values that the backend does not know stay `nil`.
/// - Cancelling the calling task ends the request and throws `CancellationError`.
public protocol OnlineSourceProvider: Sendable {
    /// The site whose sources it looks up.
    var site: Site { get }

    /// Looks up a source.
    ///
    /// - Parameter request: The name of the source.
    /// - Returns: The server's description, with the name as it spells it.
    /// - Throws: ``NetworkError`` with the code `notFound` when the server says that there is no such source, with
    ///   another code when there is no readable answer; ``DataError`` with the code `invalidInput` when the request
    ///   cannot be made; `CancellationError`.
    func lookUp(_ request: SourceRequest) async throws -> SourceDescription
}

/// A request to look up one source on its server.
public struct SourceRequest: Hashable, Sendable {
    /// The source's name, in any case.
    public var name: SourceName
    /// The source's site.
    public var site: Site
    /// The priority of the request.
    public var priority: RequestPriority
    /// Whether a person asked for it, so that suspended backends are tried again; false by default.
    public var isManual = false

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - name: The source's name.
    ///   - site: The source's site.
    ///   - priority: The priority of the request; `userInitiated` by default.
    public init(_ name: SourceName, on site: Site, priority: RequestPriority = .userInitiated) {
        self.name = name
        self.site = site
        self.priority = priority
    }
}

/// The result of looking up a source: its description, or that it does not exist.
public enum SourceLookupResult: Hashable, Sendable {
    /// The source exists; the id is the one that its name has by the rules of the site.
    ///
    /// Without an id, the source keeps its own where that fits the name, and else gets the id of the common rules.
    case known(SourceDescription, id: SubscribedSource.ID? = nil)
    /// The server says that there is no such source.
    case unknown
}
