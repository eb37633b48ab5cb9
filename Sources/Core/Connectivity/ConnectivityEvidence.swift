/// An error of a transport that knows whether it is about the network; what ``NetworkError/underlying`` may hold.
public protocol ConnectivityEvidence: Error {
    /// Whether the server could not be reached, or did not answer.
    ///
    /// False where the failure says nothing about that: the app itself ended the request, or somebody answered who
    /// could not prove to be the server.
    var meansUnreachable: Bool { get }
}
