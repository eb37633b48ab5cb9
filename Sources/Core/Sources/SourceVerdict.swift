/// What a server answers when it is asked whether there is a source.
public enum SourceVerdict: Hashable, Sendable {
    /// There is, and this is what it says of it, with the id that the name has by the rules of the site.
    ///
    /// Without an id the source keeps the one that it has where it fits the name, and else has that of the common rules.
    case known(SourceDescription, id: SubscribedSource.ID? = nil)
    /// There is none.
    case unknown
}
