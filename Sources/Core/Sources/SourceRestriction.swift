/// Why a server does not show a source that it knows.
public enum SourceRestriction: String, Hashable, Sendable, Codable, CaseIterable {
    /// Members only.
    case privateMembers = "private"
    /// Shown only to those who have agreed to see it.
    case quarantined
    /// Closed by the site.
    case banned
    /// A user whose account is suspended.
    case suspended
    /// Refused without a reason that is known here.
    case forbidden
}
