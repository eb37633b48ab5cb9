/// A cloud to look sources up in.
///
/// Contract:
/// - It knows nothing of what is stored, and stores nothing.
/// - A source that the server knows and does not show is a description with a restriction, and no error.
/// - What the road does not know stays `nil`.
/// - Cancelling the calling task ends the request and throws `CancellationError`.
public protocol OnlineSourceProvider: Sendable {
    /// Whose sources it looks up.
    var site: Site { get }

    /// Asks the server whether there is a source, and what it says of it.
    ///
    /// - Parameter request: Which source.
    /// - Returns: What the server says, with the name as it spells it.
    /// - Throws: ``NetworkError`` with the code `notFound` when the server says that there is none, another one when
    ///   there is no answer that can be read; ``DataError`` with the code `invalidInput` when the request cannot be
    ///   made; `CancellationError`.
    func lookUp(_ request: SourceRequest) async throws -> SourceDescription
}
