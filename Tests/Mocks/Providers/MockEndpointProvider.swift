public import Core
public import Foundation

/// An ``Core/EndpointProvider`` for tests of what stands on it: records its calls and answers as scripted.
public final class MockEndpointProvider: EndpointProvider, Mock {
    /// The site that it speaks for.
    public let site: Site
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``request(for:)``.
    public let onRequest: MockMethod<ResourceLink, NetworkRequest>
    /// Scripts and records ``url(for:)``.
    public let onURL: MockMethod<ResourceLink, URL?>
    /// Scripts and records ``link(for:)``.
    public let onLink: MockMethod<String, ResourceLink?>

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: The site that it speaks for.
    ///   - log: Where unexpected calls are collected; one of its own by default.
    public init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onRequest = MockMethod("MockEndpointProvider.request", log: log)
        onURL = MockMethod("MockEndpointProvider.url", log: log)
        onLink = MockMethod("MockEndpointProvider.link", log: log)
    }

    /// Makes the mock resolve links as a plain server would; calls are recorded all the same.
    ///
    /// What a link leads to is asked for at its URL, and a URL below the base becomes a relative link. A relative link
    /// of another site is none.
    ///
    /// - Parameter base: The server's URL, without a slash at the end.
    public func resolveLinks(against base: URL) {
        let prefix = base.absoluteString
        let site = site
        let resolve: @Sendable (ResourceLink) -> URL? = { link in
            guard link.isRelative else { return URL(string: link.text) }
            return link.site == site ? URL(string: prefix + link.text) : nil
        }
        onURL.answers(resolve)
        onLink.answers { text in
            let isOwn = text.hasPrefix(prefix + "/")
            return ResourceLink(isOwn ? String(text.dropFirst(prefix.count)) : text, on: site)
        }
        onRequest.answers { link in
            guard let url = resolve(link) else { throw DataError(.invalidInput, message: "'\(link)' is no link.") }
            return NetworkRequest(url, expectation: .data)
        }
    }

    /// Answers as ``onRequest`` says.
    ///
    /// - Parameter link: A link.
    /// - Returns: The scripted request.
    /// - Throws: The scripted error.
    public func request(for link: ResourceLink) throws -> NetworkRequest {
        try onRequest.answerNow(to: link)
    }

    /// Answers as ``onURL`` says.
    ///
    /// - Parameter link: A link.
    /// - Returns: The scripted URL; `nil` when none was scripted.
    public func url(for link: ResourceLink) -> URL? {
        do {
            return try onURL.answerNow(to: link)
        } catch {
            return nil  // It cannot fail; a call that nobody expected is in the log.
        }
    }

    /// Answers as ``onLink`` says.
    ///
    /// - Parameter text: The URL as the server wrote it.
    /// - Returns: The scripted link; `nil` when none was scripted.
    public func link(for text: String) -> ResourceLink? {
        do {
            return try onLink.answerNow(to: text)
        } catch {
            return nil  // It cannot fail; a call that nobody expected is in the log.
        }
    }
}
