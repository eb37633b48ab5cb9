/// Why nothing more of a thread can be had as it is: what the ``DataError`` of it has as its `underlying`.
///
/// The error's message says the same in English; this is for front ends that say it in another language.
public enum ThreadRefusal: Error, Hashable, Sendable {
    /// Its comments are not kept on this device any more, so there is nothing to expand.
    case evicted

    /// The error that a person gets, with the code `notFound`.
    public var error: DataError {
        DataError(
            .notFound, message: "These comments are not kept on this device any more. Load them again.",
            underlying: self)
    }
}
