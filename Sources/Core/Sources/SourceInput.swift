/// What a text is as the name of a source, while it is being typed.
public enum SourceInput: Equatable, Sendable {
    /// Nothing but space.
    case empty
    /// No name yet; more letters would make it one.
    case tooShort(DataError)
    /// No name, whatever follows; the error says what is allowed.
    case invalid(DataError)
    /// A name.
    case name(SourceName)

    /// The name, where it is one.
    public var name: SourceName? {
        if case .name(let name) = self { name } else { nil }
    }
}
