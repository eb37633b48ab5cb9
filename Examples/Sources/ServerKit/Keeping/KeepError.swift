/// The reason why a file cannot be kept or gone on from.
package enum KeepError: Error, Sendable, Hashable {
    /// It cannot be read or written, or is of somebody else; the text says which.
    case cannotKeep(path: String, reason: String)
    /// It is damaged, and was left as it is.
    case damaged(path: String, reason: String)
}
