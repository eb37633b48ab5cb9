/// What a server answers when it is asked whether there is a source.
public enum SourceVerdict: Hashable, Sendable {
    /// There is, and this is what it says of it.
    case known(SourceDescription)
    /// There is none.
    case unknown
}
