/// Texts about a list of sources: their states, and the reasons why one cannot be added.
public enum SourcePhrase: String, LocalizedPhrase {
    // MARK: What is known of it

    /// A source that the server has.
    case verified
    /// A source that is not checked yet.
    case pending
    /// A source that the server does not have.
    case unknown
    /// A source that is not open to everybody.
    case restricted
    /// A source that only its members can see.
    case privateMembers
    /// A source that is shown only to those who have agreed to see it.
    case quarantined
    /// A source that the site has banned.
    case banned
    /// A user whose account the site has suspended.
    case suspended

    // MARK: Why it was not added

    /// Nothing was typed.
    case blank
    /// The source, which is named, is in the list already.
    case duplicate
    /// The typed text is not a name.
    case malformed
    /// The typed name is too short.
    case tooShort
    /// The typed text is several names.
    case several
    /// The pasted link leads to another site.
    case elsewhere
    /// The pasted link leads to no source.
    case noSource
    /// The site, which is named, has no list of sources.
    case noList
    /// The list is full, with its greatest number of sources.
    case full
    /// The server does not have the source, which is named.
    case unknownToServer
    /// The source, which is named, is not in the list.
    case missing

    // MARK: What is wrong with one that was added; its name

    /// The source was added and could not be checked yet.
    case unchecked
    /// The source was added, and only its members can see it.
    case addedPrivate
    /// The source was added, and only those who have agreed can see it.
    case addedQuarantined
    /// The source was added, and the site has banned it.
    case addedBanned
    /// The user was added, and the account is suspended.
    case addedSuspended
    /// The source was added, and the server does not show it.
    case addedForbidden

    // MARK: How many

    /// The number of sources.
    case sources
    /// The list of sources is empty.
    case noSources

    public var english: PhraseText {
        switch self {
        case .verified: .fixed("Checked")
        case .pending: .fixed("Waits to be checked")
        case .unknown: .fixed("The server does not know it")
        case .restricted: .fixed("Not open to everybody")
        case .privateMembers: .fixed("Private")
        case .quarantined: .fixed("Quarantined")
        case .banned: .fixed("Banned")
        case .suspended: .fixed("Suspended")
        case .blank: .fixed("Type a name")
        case .duplicate: .filled("% is in the list already")
        case .malformed: .filled("“%” is no name of a community")
        case .tooShort: .fixed("The name is too short")
        case .several: .filled("“%” are several names. Add them one by one.")
        case .elsewhere: .filled("“%” leads to another site. Type a name.")
        case .noSource: .filled("“%” is the address of no community. Type a name.")
        case .noList: .filled("There is no list of communities for “%”.")
        case .full:
            .counted(
                [
                    .one: "The list is full: it has % community. Remove one first.",
                    .other: "The list is full: it has % communities. Remove one first.",
                ])
        case .unknownToServer: .filled("The server does not know %. Check the spelling.")
        case .missing: .filled("% is not in the list")
        case .unchecked: .filled("% was added and could not be checked yet.")
        case .addedPrivate: .filled("% was added, but only its members can see it.")
        case .addedQuarantined: .filled("% was added, but the server shows it only to those who have agreed to see it.")
        case .addedBanned: .filled("% was added, but the server does not show it any more.")
        case .addedSuspended: .filled("% was added, but the account is suspended.")
        case .addedForbidden: .filled("% was added, but the server does not show it to you.")
        case .sources: .counted([.one: "% community", .other: "% communities"])
        case .noSources: .fixed("No communities yet")
        }
    }
}
