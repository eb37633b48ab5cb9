public import Core
public import Foundation

/// Takes an answer while it arrives, for bodies that are too large to hold.
///
/// Contract:
/// - ``begin(_:)`` is called once, with the last answer when redirects were followed, and before anything else.
/// - Calls come one after the other, and the next one waits until the last has returned.
/// - What it throws ends the answer, and is thrown to whoever asked.
public protocol BodySink: Sendable {
    /// Takes what comes before the body.
    ///
    /// - Parameter head: The answer, of any status, without its body.
    /// - Throws: Anything, to take no more.
    func begin(_ head: NetworkResponse) async throws

    /// Takes the next bytes of the body.
    ///
    /// - Parameter bytes: The bytes, never none.
    /// - Throws: Anything, to take no more.
    func receive(_ bytes: Data) async throws
}
