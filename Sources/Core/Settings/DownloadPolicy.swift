/// When media may be downloaded without being asked for.
public enum DownloadPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Never.
    case never
    /// On a network that costs nothing.
    case wifi
    /// On any network.
    case always
}
