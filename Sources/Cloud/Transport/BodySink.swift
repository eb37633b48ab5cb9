public import Core
public import Foundation

/// A receiver of an answer while it arrives, for bodies that are too large for memory.
///
/// Contract:
/// - ``begin(_:)`` is called once, with the last answer when redirects were followed, and before anything else.
/// - Calls come one after the other, and the next one waits until the last has returned.
/// - An error that it throws ends the answer, and is thrown to the caller.
public protocol BodySink: Sendable {
    /// Receives the status and the headers.
    ///
    /// - Parameter head: The answer, of any status, without its body.
    /// - Throws: Anything, to take no more.
    func begin(_ head: NetworkResponse) async throws

    /// Receives the next bytes of the body.
    ///
    /// - Parameter bytes: The bytes, never none.
    /// - Throws: Anything, to take no more.
    func receive(_ bytes: Data) async throws
}
