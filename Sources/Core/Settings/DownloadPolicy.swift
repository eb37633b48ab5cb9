/// When media are downloaded to be kept that nobody asked for one by one: those of automatic packs.
///
/// The media of favourites were asked for by the mark: they come by any network, unless the policy is ``never``. A pack
/// that a person asks for and a picture that they open come whatever is set here. Texts always come.
public enum DownloadPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Never, those of favourites neither.
    case never
    /// On a network that is known to cost nothing.
    case wifi
    /// On any network, unless the person asked for little to be sent.
    case always
}
