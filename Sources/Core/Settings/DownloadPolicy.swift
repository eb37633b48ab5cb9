/// When media are downloaded: pictures, animations and videos.
///
/// Under ``never`` none are, whoever asks: what is on the device is shown, and the rest waits. The other two are about
/// media that nobody asked for one by one, those of automatic packs; what a person asks for (a pack, a favourite, opening
/// a picture) comes by any network then. Texts always come.
public enum DownloadPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Never, also not for a pack that a person asks for, a favourite, or a picture that they open.
    case never
    /// On a network that is known to cost nothing.
    case wifi
    /// On any network, unless the person asked for little to be sent.
    case always
}
