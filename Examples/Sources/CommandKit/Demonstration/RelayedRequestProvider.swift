package import Core
package import Foundation

/// Sends what is meant for the lasting address of a demonstration to its server, which has another port in each run.
///
/// Sign-ins and what is stored are bound to an address, and outlive a run.
package struct RelayedRequestProvider: RequestProvider {
    private let address: URL
    private let server: URL?
    private let requests: any RequestProvider = .registered

    /// A provider.
    ///
    /// - Parameters:
    ///   - address: The lasting address.
    ///   - server: The address of the server in this run; nil where it does not run, as nothing will be asked.
    package init(from address: URL, to server: URL?) {
        (self.address, self.server) = (address, server)
    }

    /// Returns where something of the lasting address is in this run; anything else as it is.
    package func relayed(_ url: URL) -> URL {
        let (known, text) = (address.absoluteString, url.absoluteString)
        guard let server, text.hasPrefix(known + "/") else { return url }
        return URL(string: server.absoluteString + text.dropFirst(known.count)) ?? url
    }

    package func response(to request: NetworkRequest) async throws -> NetworkResponse {
        guard server != nil else { return try await requests.response(to: request) }
        var sent = request
        sent.url = relayed(request.url)
        return try await requests.response(to: sent)
    }

    package func shutDown() async {
        await requests.shutDown()
    }
}
