/// The networks over which pictures and videos are downloaded.
///
/// Under ``never`` none are downloaded: what is on the device is shown, and the rest waits. The other two concern
/// automatic packs only: what a person asks for (a pack, a favourite, an opened picture) is downloaded over any
/// network. Texts are always fetched.
public enum DownloadPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// None, not even for a pack, favourite or picture that a person asks for.
    case never
    /// Networks that are known to be unmetered.
    case wifi
    /// Any network, unless the system's low data mode is on.
    case always
}
