import Core
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session with what is under way over it.
final class URLSessionConnections: Sendable {
    private let session: URLSession
    private let delegate: SessionDelegate
    private let isShutDown = Mutex(false)

    init(_ configuration: URLSessionConfiguration, pins: PinCheck?) {
        delegate = SessionDelegate(pins: pins)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        // The session holds its delegate until it is told to let go.
        session.finishTasksAndInvalidate()
    }

    /// A task that has not begun, `nil` after the transport was shut down.
    func task(for request: URLRequest, reportingTo receiver: any TransferReceiver) -> URLSessionDataTask? {
        // A session that has been invalidated must not be asked for a task, so both happen under one lock.
        isShutDown.withLock { isShutDown in
            guard !isShutDown else { return nil }
            let task = session.dataTask(with: request)
            delegate.transfers.withLock { $0[task.taskIdentifier] = receiver }
            return task
        }
    }

    func stop(_ task: URLSessionTask) {
        delegate.forget(task)
        task.cancel()
    }

    func shutDown() {
        isShutDown.withLock { $0 = true }
        for transfer in delegate.transfers.withLock({ Array($0.values) }) {
            transfer.fail(URLSessionTransport.shutDownError)
        }
        // Every task is stopped by its transfer. To cancel it a second time while it ends can stop the whole program in
        // Foundation on Linux (swift-corelibs-foundation, issue 3296).
        session.finishTasksAndInvalidate()
    }
}

/// Hands what a session reports to the transfer that it belongs to.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    /// The transfers under way, by their task's number.
    let transfers = Mutex<[Int: any TransferReceiver]>([:])
    private let pins: PinCheck?

    init(pins: PinCheck?) {
        self.pins = pins
    }

    func forget(_ task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = nil }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = Self.head(of: response, to: dataTask) { transfer(of: dataTask)?.receive(head) }
        // What is not wanted is stopped by cancelling: Foundation on Linux does not read the disposition.
        completionHandler(.allow)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent sent: Int64,
        totalBytesExpectedToSend total: Int64
    ) {
        transfer(of: task)?.sent(Int(sent), of: Int(total))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Never: the redirect itself becomes the answer, and `RedirectChain` decides.
        completionHandler(nil)
    }

    #if canImport(Security)
        // For a task and not for the session, so that its transfer hears why; servers' keys come here all the same.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let space = challenge.protectionSpace
            guard let pins, space.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                pins.concerns(space.host)
            else { return completionHandler(.performDefaultHandling, nil) }
            let failure =
                space.serverTrust.map { pins.failure(of: $0, host: space.host) }
                ?? NetworkError(.pinMismatch, underlying: ConnectionFailure(.untrusted))
            guard let failure else { return completionHandler(.performDefaultHandling, nil) }
            transfer(of: task)?.fail(failure)
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = transfer(of: task) else { return }
        forget(task)
        let hasSent = task.countOfBytesSent > 0
        transfer.complete(error.map { ConnectionFailure.networkError($0, hasSent: hasSent) })
    }

    private func transfer(of task: URLSessionTask) -> (any TransferReceiver)? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    private static func head(of response: URLResponse, to task: URLSessionTask) -> Transfer.Head? {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
        // The announced length is that of the bytes on the wire: no measure for a compressed body, or for none.
        let names = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        let hasBody = task.originalRequest?.httpMethod != "HEAD" && ![204, 304].contains(response.statusCode)
        let isPlain = names["content-encoding"].map { $0.lowercased() == "identity" } ?? true
        let length = hasBody && isPlain ? names["content-length"].flatMap { Int($0) } : nil
        return Transfer.Head(status: response.statusCode, url: url, headers: headers, length: length)
    }
}
