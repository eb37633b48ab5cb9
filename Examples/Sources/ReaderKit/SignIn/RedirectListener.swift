import FlyingFox
import FlyingSocks
import Foundation

/// A server on this machine to which a sign-in page sends the browser back.
struct RedirectListener: Sendable {
    /// What a redirect was good for.
    enum Verdict: Sendable {
        /// It ends the sign-in, well or with an error; the page says the text.
        case end(String)
        /// It belongs to something else, and the right one may still come; the page says the text.
        case other(String)
    }

    /// The address to which the page redirects.
    let address: URL

    /// Listens until a redirect ends the sign-in, or the time is over.
    ///
    /// - Parameters:
    ///   - patience: The time to wait.
    ///   - begin: Called once connections are accepted.
    ///   - take: Called with each redirect, its whole address.
    /// - Returns: Whether a redirect ended the sign-in in time.
    /// - Throws: The reason why the address cannot be listened on, what `begin` throws, `CancellationError`.
    func wait(
        upTo patience: Duration, begin: @Sendable () async throws -> Void,
        take: @escaping @Sendable (URL) async -> Verdict
    ) async throws -> Bool {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
        let address = address
        let handler = ClosureHTTPHandler { request in
            guard request.path == (address.path.isEmpty ? "/" : address.path), let url = Self.url(request, at: address)
            else {
                // A browser asks for an icon as well.
                return Self.page("404", .notFound)
            }
            switch await take(url) {
            case .end(let text):
                end.yield(true)
                return Self.page(text, .ok)
            case .other(let text): return Self.page(text, .badRequest)
            }
        }
        let port = UInt16(address.port ?? 80)
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 15,
                pool: HTTPServer.defaultPool(), logger: .disabled), handler: handler)
        let listening = Task { try await server.waitUntilListening() }
        let runner = Task {
            do {
                try await server.run()
            } catch {
                listening.cancel()
                throw error
            }
        }
        let clock = Task {
            try await Task.sleep(for: patience)
            end.yield(false)
        }
        defer {
            clock.cancel()
            runner.cancel()
        }
        do {
            try await listening.value
        } catch {
            runner.cancel()
            // The reason why it did not run says more than that the waiting ended.
            try await runner.value
            throw error
        }
        try await begin()
        var isEnded = false
        for await ended in ends {
            isEnded = ended
            break
        }
        // The page is still on its way to the browser.
        await server.stop(timeout: 2)
        try Task.checkCancellation()
        return isEnded
    }

    private static func url(_ request: HTTPRequest, at address: URL) -> URL? {
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        let query = request.query.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
        let whole = address.absoluteString
        return URL(string: query.isEmpty ? whole : "\(whole)?\(query)")
    }

    private static func page(_ text: String, _ status: HTTPStatusCode) -> HTTPResponse {
        let html =
            "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>Lantern</title></head>"
            + "<body><p>\(text)</p></body></html>"
        return HTTPResponse(
            statusCode: status,
            headers: [.contentType: "text/html; charset=utf-8", HTTPHeader("Cache-Control"): "no-store"],
            body: Data(html.utf8))
    }
}
