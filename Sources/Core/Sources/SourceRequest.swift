/// One source to be looked up on its server.
public struct SourceRequest: Hashable, Sendable {
    /// Its name, in whatever case.
    public var name: SourceName
    /// Whose source.
    public var site: Site
    /// Who waits.
    public var priority: RequestPriority
    /// Whether a person asked for just this, so that what is remembered of closed roads does not count.
    public var isManual = false

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - name: The source's name.
    ///   - site: Whose source.
    ///   - priority: Who waits; a person by default.
    public init(_ name: SourceName, on site: Site, priority: RequestPriority = .userInitiated) {
        self.name = name
        self.site = site
        self.priority = priority
    }
}
