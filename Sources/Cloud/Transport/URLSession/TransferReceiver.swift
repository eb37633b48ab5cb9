import Foundation

/// The receiver of a session's callbacks for one request.
///
/// Reports of one request come one after the other, on any thread.
protocol TransferReceiver: AnyObject, Sendable {
    /// Takes how much of the request's body was sent.
    func sent(_ count: Int, of total: Int)

    /// Receives the status and the headers.
    func receive(_ head: Transfer.Head)

    /// Receives the next bytes of the body.
    func receive(_ data: Data)

    /// Takes the end of the answer; the error says why it ended early.
    func complete(_ error: (any Error)?)

    /// Ends the transfer from outside; does nothing when it has ended.
    func fail(_ error: any Error)
}

extension TransferReceiver {
    /// What is fetched has no body that anybody follows.
    func sent(_ count: Int, of total: Int) {}
}

extension Transfer: TransferReceiver {}
