/// What a list of communities says: what is known of each, and why one was not added.
public enum SourcePhrase: String, LocalizedPhrase {
    // MARK: What is known of it

    /// The server knows it.
    case verified
    /// The server has not been asked yet.
    case pending
    /// The server does not know it.
    case unknown
    /// The server does not show it to everybody.
    case restricted
    /// Its members only may see it.
    case privateMembers
    /// Only those see it who have agreed to.
    case quarantined
    /// The site has closed it.
    case banned
    /// The site has suspended the account.
    case suspended

    // MARK: Why it was not added

    /// Nothing was typed.
    case blank
    /// It is there; its name.
    case duplicate
    /// What was typed is no name.
    case malformed
    /// What was typed is no name yet.
    case tooShort
    /// What was typed are several names.
    case several
    /// What was pasted leads to another site.
    case elsewhere
    /// What was pasted leads to no community.
    case noSource
    /// There is no list for the site; its name.
    case noList
    /// The list has as many as it can have.
    case full
    /// The server says that there is none; its name.
    case unknownToServer
    /// It is not in the list; its name.
    case missing

    // MARK: What is wrong with one that was added; its name

    /// The server could not be asked.
    case unchecked
    /// It is for its members.
    case addedPrivate
    /// It is for those who have agreed to see it.
    case addedQuarantined
    /// The site has closed it.
    case addedBanned
    /// The site has suspended the account.
    case addedSuspended
    /// The server does not say why it does not show it.
    case addedForbidden

    // MARK: How many

    /// So many communities.
    case sources
    /// The list is empty.
    case noSources

    /// How each text reads in English.
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
