/// A reason why an archive cannot be read or imported: the `underlying` of the ``DataError``.
///
/// The ``DataError``'s message says the same in English; this is for front ends in another language.
public enum ArchiveError: Error, Hashable, Sendable {
    /// The file is no archive.
    case notAnArchive
    /// A part of the file is missing, or was changed after it was written.
    case damaged
    /// The file has a newer version of the format.
    case tooNew(version: Int)
    /// The file is larger than allowed.
    case tooLarge(maximumBytes: Int)
    /// An entry is invalid: its id, its key, or its place in the file.
    case invalid(String)

    /// The error with a message for people and the code `malformed`, `storeTooNew` or `tooLarge`.
    package var error: DataError {
        let (code, message): (ErrorCode, String) =
            switch self {
            case .notAnArchive: (.malformed, "This is no archive, or its beginning is damaged. Nothing was changed.")
            case .damaged:
                (
                    .malformed,
                    "The archive is damaged: a part is missing or altered. Nothing was changed; export it again."
                )
            case .tooNew(let version):
                (
                    .storeTooNew,
                    "The archive has version \(version), which a newer app has written. Nothing was changed; update "
                        + "the app."
                )
            case .tooLarge(let maximumBytes):
                (
                    .tooLarge,
                    "The archive is larger than \(maximumBytes) bytes, which is the limit. Nothing was changed."
                )
            case .invalid(let what):
                (.malformed, "The archive has an invalid entry: '\(what)'. Nothing was changed; export it again.")
            }
        return DataError(code, message: message, underlying: self)
    }
}
