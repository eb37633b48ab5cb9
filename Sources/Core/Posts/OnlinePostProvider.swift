/// Fetches the posts of one site from its server.
///
/// Contract:
/// - It knows nothing of what is stored, and stores nothing.
/// - One unreadable post never costs the page: it becomes a ``DecodeIssue``.
/// - The cursor of a page is the server's own, `nil` at the end.
/// - Cancelling the calling task ends the request and throws `CancellationError`.
public protocol OnlinePostProvider: Sendable {
    /// The site whose posts it fetches.
    var site: Site { get }

    /// Fetches one page.
    ///
    /// - Parameter request: The request for the page.
    /// - Returns: The page.
    /// - Throws: ``NetworkError`` when there is no answer that can be read, ``DataError`` with the code `invalidInput`
    ///   when the request cannot be made, `CancellationError`.
    func fetchPage(_ request: PageRequest) async throws -> Page
}
