import ServerKit

extension DemoServer {
    /// Every request received so far, in order, whatever became of it.
    public var requests: [DemoRequest] {
        handler.log.requests
    }

    /// The number of requests that were received for paths that begin with a prefix; by default, of all.
    public func requestCount(forPath prefix: String = "/") -> Int {
        requests.count { $0.path.hasPrefix(prefix) }
    }

    /// Forgets the requests received so far.
    public func removeAllRequests() {
        handler.log.removeAll()
    }

    /// The requests from now on, each as soon as it is received and before it is answered; a fault that is ordered from
    /// then on is not its own.
    ///
    /// It lets a test wait until a request has arrived, for one that hangs too. The stream ends only with its task.
    public func arrivals() -> AsyncStream<DemoRequest> {
        handler.log.arrivals()
    }
}
