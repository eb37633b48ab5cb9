package import Core
package import Foundation

/// The URLs of one Engine.IO server.
package struct EngineIOAddress: Sendable, Hashable {
    private let components: URLComponents
    private let query: String

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - server: The URL of the server: its scheme, host and port count, and its query goes along with every request.
    ///     A path in it does not count, for a server's REST lies below one and its socket does not.
    ///   - path: The path of the socket, such as `/socket.io/`.
    /// - Throws: `DataError` with the code `invalidInput` when nothing may be sent there, for a user or a password in
    ///   the URL, and for a path that does not begin with a slash.
    package init(server: URL, path: String) throws(DataError) {
        try AddressRule.check(server)
        guard var components = URLComponents(url: server, resolvingAgainstBaseURL: true), components.user == nil,
            components.password == nil
        else {
            throw DataError(
                .invalidInput,
                message: "The URL of a socket has no user and no password. Send credentials in headers or when "
                    + "joining.")
        }
        guard path.hasPrefix("/"), !path.hasPrefix("//") else {
            throw DataError(.invalidInput, message: "The path of a socket begins with one slash, like /socket.io/.")
        }
        query = components.percentEncodedQuery.map { $0.isEmpty ? "" : "&" + $0 } ?? ""
        components.path = path
        components.fragment = nil
        components.percentEncodedQuery = nil
        guard components.url != nil else {
            throw DataError(.invalidInput, message: "The URL of the socket and its path make no address.")
        }
        self.components = components
    }

    /// Returns the URL of polls and POSTs.
    ///
    /// - Parameter sid: The id of the session; `nil` for the handshake.
    /// - Returns: The URL.
    package func polling(sid: String? = nil) -> URL { url("polling", sid: sid, scheme: nil) }

    /// Returns the URL of a WebSocket.
    ///
    /// - Parameter sid: The id of the session that is upgraded.
    /// - Returns: The URL, with the scheme `wss`, or `ws` for this machine.
    package func webSocket(sid: String) -> URL {
        url("websocket", sid: sid, scheme: components.scheme?.lowercased() == "http" ? "ws" : "wss")
    }

    private func url(_ transport: String, sid: String?, scheme: String?) -> URL {
        var components = components
        if let scheme { components.scheme = scheme }
        components.percentEncodedQuery =
            "EIO=4&transport=\(transport)" + (sid.map { "&sid=" + PercentEncoding.encoded($0) } ?? "") + query
        guard let url = components.url else {
            preconditionFailure("An address that was checked when it was made is none.")
        }
        return url
    }
}
