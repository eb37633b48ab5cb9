public import Core

/// A file to be fetched: what to ask, where it goes, and how much of it is taken.
public struct DownloadRequest: Sendable, Hashable {
    /// What to ask: a GET without a body.
    ///
    /// `timeout` is how long the server may keep silent, 30 seconds when it is `nil`; the time for everything is the
    /// caller's to keep, by cancelling. `maximumBytes` counts for nothing here.
    public var request: NetworkRequest
    /// The file that is there when the download is complete, and not before.
    public var path: String
    /// The largest file that is taken, in bytes.
    public var maximumBytes: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - request: What to ask, as an `EndpointProvider` makes it of a link.
    ///   - path: The file; its directory is created when it is not there.
    ///   - maximumBytes: The largest file that is taken, in bytes.
    public init(_ request: NetworkRequest, to path: String, maximumBytes: Int) {
        self.request = request
        self.path = path
        self.maximumBytes = maximumBytes
    }
}
