/// One commit that changed lists of sources.
public struct SourcesChange: Hashable, Sendable {
    /// The sites whose lists it changed.
    public var sites: Set<Site>
    /// The commit's number.
    public var version: UInt64

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - sites: The sites whose lists it changed.
    ///   - version: The commit's number.
    public init(sites: Set<Site>, version: UInt64) {
        self.sites = sites
        self.version = version
    }
}
