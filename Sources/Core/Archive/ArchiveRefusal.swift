/// Why an archive was refused: what the ``DataError`` of one that cannot be taken has as its `underlying`.
///
/// The error's message says the same in English; this is for front ends that say it in another language.
public enum ArchiveRefusal: Error, Hashable, Sendable {
    /// The file begins as no archive does.
    case notAnArchive
    /// It is not as it was written: a part is missing, or something was changed.
    case damaged
    /// A newer version of the format, which this one does not know.
    case tooNew(version: Int)
    /// It has more bytes than are allowed.
    case tooLarge(maximumBytes: Int)
    /// It is whole, and says something that cannot be: the id of a status or a source, the key of a setting without a
    /// date, or where in it.
    case invalid(String)

    /// The error that a person gets: `malformed`; `storeTooNew` for a newer version, `tooLarge` for too many bytes.
    public var error: DataError {
        let (code, message): (ErrorCode, String) =
            switch self {
            case .notAnArchive: (.malformed, "This is no archive, or its beginning is damaged. Nothing was changed.")
            case .damaged:
                (
                    .malformed,
                    "The archive is damaged: it is not as it was written. Nothing was changed; export it anew."
                )
            case .tooNew(let version):
                (
                    .storeTooNew,
                    "The archive is of version \(version), which a newer app has written. Nothing was changed; update "
                        + "the app."
                )
            case .tooLarge(let maximumBytes):
                (
                    .tooLarge,
                    "The archive is larger than \(maximumBytes) bytes, which is the limit. Nothing was changed."
                )
            case .invalid(let what):
                (.malformed, "The archive says of '\(what)' what is not allowed. Nothing was changed; export it anew.")
            }
        return DataError(code, message: message, underlying: self)
    }
}
