public import Foundation

/// A transport that opens WebSockets, to which a connection that began with long-polling is upgraded.
///
/// Without one, long-polling carries everything. ``URLSessionWebSocketTransport`` is one for Apple's systems.
public protocol WebSocketTransport: Sendable {
    /// Opens a WebSocket.
    ///
    /// - Parameters:
    ///   - url: The URL, with the scheme `wss`, or `ws` for this machine.
    ///   - headers: The headers of the request that opens it, cookies and credentials among them.
    ///   - maximumBytes: The size limit of one frame that comes.
    /// - Returns: The open WebSocket.
    /// - Throws: Any error where there is none: the connection stays with long-polling. `CancellationError` promptly
    ///   when the task is cancelled.
    func open(_ url: URL, headers: [String: String], maximumBytes: Int) async throws -> any WebSocketConnection
}

/// An open WebSocket.
///
/// Contract: frames come and go whole and in order; one task sends and one receives, at the same time.
public protocol WebSocketConnection: Sendable {
    /// Sends a frame.
    ///
    /// - Parameter frame: The frame.
    /// - Throws: Any error when it may not have gone out; the connection ends then.
    func send(_ frame: WebSocketFrame) async throws

    /// Waits for the next frame.
    ///
    /// - Returns: The frame; those of the protocol itself (ping, pong) are not among them.
    /// - Throws: Any error when the WebSocket has ended. `CancellationError` promptly when the task is cancelled.
    func receive() async throws -> WebSocketFrame

    /// Closes the WebSocket; does nothing when it is closed.
    func close() async
}

/// A frame of a WebSocket.
public enum WebSocketFrame: Sendable, Hashable {
    /// A text frame.
    case text(String)
    /// A binary frame.
    case binary(Data)
}
